import OnAirMedia

/// What one backend knows of one device. A `CaptureDevice` is the face that apps see; this is what backends write.
public protocol CaptureDriver: AnyObject, Sendable {
    /// Stable across restarts and, where the hardware allows it, across ports: `BACKEND:NAME`.
    var uniqueID: String { get }
    /// The name for people.
    var localizedName: String { get }
    /// What the device can do; what it cannot tell is empty.
    var formats: [CaptureFormat] { get }
    /// Whether the device is there now.
    var isConnected: Bool { get }
    /// Whether this process may open it now, and if not why.
    var authorization: CaptureAuthorization { get }
    /// What to throw while the device is not there; of kind `missing`. Default: it is not connected.
    var absence: CaptureError { get }
}

extension CaptureDriver {
    public var absence: CaptureError {
        CaptureError(.missing, "\(localizedName) is not connected.", advice: "Connect it, or choose another device.")
    }
}

/// A camera of some backend.
public protocol CameraDriver: CaptureDriver {
    /// Which way it looks.
    var position: CaptureDevice.Position { get }
    /// Why it would give no pictures although it can be opened, such as a capture card with nothing plugged in. Default
    /// nil: all is well, or it cannot tell.
    var signalProblem: CaptureError? { get }
    /// What can be set.
    var capabilities: CameraCapabilities { get }
    /// How everything is set now, as the device says it.
    var settings: CameraSettings { get }
    /// The part of the sensor that pictures show, 0…1 from the top left of the unturned sensor: smaller than all of it
    /// where the zoom is digital.
    var fieldOfView: SensorRect { get }

    /// Opens the device. With the source it gives, whoever has it lets go of the device, and whatever shines goes off then:
    /// a torch that was on is not on at the next opening.
    ///
    /// - Throws: `CaptureError` of kind `missing`, `busy`, `denied` or `unusable`.
    func open(_ request: CameraRequest) throws(CaptureError) -> sending any CameraSource

    /// Sets `controls`, and nothing else, as `settings` say. They have been checked against `capabilities` and come in
    /// the order to set them in: a point of interest before the mode that uses it, a mode before the value that only
    /// counts in it. A control may be set to what it is already: one-shot focus and exposure then start again. A driver
    /// that fails half-way may leave it at that: the device puts back what was set. A driver that is public checks by
    /// itself what others may set on it directly.
    ///
    /// A driver whose hardware takes everything at once writes `apply(_:)` instead.
    ///
    /// - Throws: `CaptureError` of kind `missing`, `denied` or `lost`, or `refused` naming the control.
    func apply(_ controls: [CameraControl], of settings: CameraSettings) throws(CaptureError)

    /// Sets the device as `settings` say. Called by the other form, with what the device says of itself where nothing
    /// is to change.
    ///
    /// - Throws: `CaptureError` of kind `missing`, `denied` or `lost`, or `refused` naming the control.
    func apply(_ settings: CameraSettings) throws(CaptureError)

    /// Everything that can be set, by name, and how it is set now. Default: the named settings of `capabilities` and
    /// `settings`.
    var controls: [CaptureControl] { get }

    /// Sets some of `controls`: all of them or, with an error, none.
    ///
    /// - Returns: what each is afterwards, as the device says it.
    /// - Throws: `CaptureError` of kind `missing`, `denied` or `lost`, or `refused` naming the control, the value and what
    ///   it may be.
    func setControls(_ changes: [CaptureControlChange]) throws(CaptureError) -> [CaptureControlOutcome]
}

/// A microphone of some backend.
public protocol MicrophoneDriver: CaptureDriver {
    /// Whether it gives what the machine plays rather than what a microphone hears. Such a one is only used where it
    /// was chosen. Default false.
    var isMonitor: Bool { get }

    /// How much later than the pictures its sound is, because of how it is built; longer than anybody could wait for.
    /// Default zero.
    var soundDelay: MediaTime { get }

    /// Opens the device.
    ///
    /// - Throws: `CaptureError` of kind `missing`, `busy`, `denied` or `unusable`.
    func open(_ request: MicrophoneRequest) throws(CaptureError) -> sending any MicrophoneSource
}

extension CameraDriver {
    public var signalProblem: CaptureError? { nil }
    public var fieldOfView: SensorRect { .whole }
    public var capabilities: CameraCapabilities { CameraCapabilities() }
    public var settings: CameraSettings { CameraSettings() }

    public func apply(_ controls: [CameraControl], of settings: CameraSettings) throws(CaptureError) {
        try apply(self.settings.taking(controls, from: settings))
    }

    /// A device without controls.
    public func apply(_ settings: CameraSettings) throws(CaptureError) {}
}

extension MicrophoneDriver {
    public var isMonitor: Bool { false }
    public var soundDelay: MediaTime { .zero }
}
