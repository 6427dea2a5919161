import OnAirMedia

/// What `CaptureDevice.configure` lets its closure change: every setting of the camera, and its format.
///
/// The only value with setters; there is none outside a `configure`, so an unlocked change does not compile.
@dynamicMemberLookup
public struct CaptureDeviceConfiguration: Sendable {
    var settings: CameraSettings
    var choice: CaptureDevice.FormatChoice

    init(settings: CameraSettings, choice: CaptureDevice.FormatChoice) {
        (self.settings, self.choice) = (settings, choice)
    }

    /// A setting of the camera.
    public subscript<Value>(dynamicMember member: WritableKeyPath<CameraSettings, Value>) -> Value {
        get { settings[keyPath: member] }
        set { settings[keyPath: member] = newValue }
    }

    /// One of the device's `formats`; nil leaves it to the session's preset.
    public var activeFormat: VideoCaptureFormat? {
        get { choice.format }
        set { choice.format = newValue }
    }

    /// A rate that the active format has; nil leaves it to the session.
    public var activeFrameRate: FrameRate? {
        get { choice.frameRate }
        set { choice.frameRate = newValue }
    }

    func check(from before: CaptureDeviceConfiguration, on device: CaptureDevice) throws(CaptureError) {
        try settings.check(against: device.capabilities, from: before.settings)
        guard choice != before.choice else { return }
        let formats = device.formats.compactMap(\.video)
        if let format = choice.format, !formats.contains(format) {
            throw CaptureError(
                .refused, "\(device.localizedName) has no format \(format.size) in \(format.pixels.rawValue).",
                advice: "Use one of its formats.", control: .activeFormat)
        }
        let rates = (choice.format.map { [$0] } ?? formats).flatMap(\.rates)
        if let rate = choice.frameRate, !rates.contains(where: { $0.nearest(to: rate) == rate }) {
            let allowed = rates.map { $0.slowest == $0.fastest ? "\($0.slowest)" : "\($0.slowest)…\($0.fastest)" }
            throw CaptureError(
                .refused, "\(device.localizedName) cannot set activeFrameRate to \(rate).",
                advice: allowed.isEmpty ? nil : "Use \(allowed.joined(separator: ", ")).", control: .activeFrameRate)
        }
    }
}
