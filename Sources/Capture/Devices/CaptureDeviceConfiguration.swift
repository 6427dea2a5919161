import OnAirMedia

/// What `CaptureDevice.configure` lets its closure change: every setting of the camera, and its format.
///
/// The only value with setters; there is none outside a `configure`, so an unlocked change does not compile.
@dynamicMemberLookup
public struct CaptureDeviceConfiguration: Sendable {
    private(set) var settings: CameraSettings
    private(set) var choice: CaptureDevice.FormatChoice
    /// What was set, be it to what it was: only that is written, because whatever a camera's automatic modes move goes
    /// on moving meanwhile.
    private(set) var touched: Set<CameraControl> = []

    init(settings: CameraSettings, choice: CaptureDevice.FormatChoice) {
        (self.settings, self.choice) = (settings, choice)
    }

    /// A setting of the camera.
    public subscript<Value>(dynamicMember member: WritableKeyPath<CameraSettings, Value>) -> Value {
        get { settings[keyPath: member] }
        set {
            settings[keyPath: member] = newValue
            if let control = CameraSettingsField.control(at: member) { touched.insert(control) }
        }
    }

    /// One of the device's `formats`, whatever the session's preset; nil leaves it to that.
    public var activeFormat: VideoCaptureFormat? {
        get { choice.format }
        set { choice.format = newValue }
    }

    /// A rate that the active format has; nil leaves it to the session.
    public var activeFrameRate: FrameRate? {
        get { choice.frameRate }
        set { choice.frameRate = newValue }
    }

    /// What is to be written to the device, in order. What it does not have was set to what it says already, or the
    /// check would have refused it.
    func controls(on capabilities: CameraCapabilities) -> [CameraControl] {
        CameraSettings.ordered(touched.filter(capabilities.has))
    }

    func check(from before: CaptureDeviceConfiguration, on device: CaptureDevice) throws(CaptureError) {
        let capabilities = device.capabilities
        try settings.check(
            against: capabilities, from: before.settings, of: device.localizedName, kind: device.mediaType)
        try settings.checkModes(of: touched, against: capabilities, from: before.settings, of: device.localizedName)
        guard choice != before.choice else { return }
        let formats = device.formats.compactMap(\.video)
        if let format = choice.format, !formats.contains(format) {
            throw CaptureError(
                .refused, "\(device.localizedName) has no format \(format.size) in \(format.pixels.rawValue).",
                advice: "Use one of its formats.", control: .activeFormat)
        }
        let rates = (choice.format.map { [$0] } ?? formats).flatMap(\.rates)
        if let rate = choice.frameRate, !rates.contains(where: { $0.nearest(to: rate) == rate }) {
            var allowed: [String] = []
            for range in rates {
                let text = range.slowest == range.fastest ? "\(range.slowest)" : "\(range.slowest)…\(range.fastest)"
                if !allowed.contains(text) { allowed.append(text) }
            }
            throw CaptureError(
                .refused, "\(device.localizedName) cannot set activeFrameRate to \(rate).",
                advice: allowed.isEmpty ? nil : "Use \(allowed.joined(separator: ", ")).", control: .activeFrameRate)
        }
    }
}
