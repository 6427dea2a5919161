import OnAirCapture

/// Which camera or microphone, and what it is doing.
public struct DeviceStatus: Equatable, Sendable {
    /// What a device is doing.
    public enum State: Equatable, Sendable {
        /// It gives pictures or sound.
        case running
        /// It is lost, for this reason, and tried again; viewers get its last picture, or silence.
        case interrupted(BroadcastError)
        /// It has no more to give.
        case ended
        /// It has been connected, and is what was hoped for where a simulated device stands in for it. It is not used until
        /// somebody chooses it.
        case available

        /// The state's name in lower case.
        public var name: String {
            switch self {
            case .running: "running"
            case .interrupted: "interrupted"
            case .ended: "ended"
            case .available: "available"
            }
        }
    }

    public let mediaType: MediaType
    /// The device's `uniqueID`.
    public let id: String
    /// Its name for people.
    public let name: String
    public let state: State

    init(_ device: CaptureDevice, _ state: State) {
        (mediaType, id, name) = (device.mediaType, device.uniqueID, device.localizedName)
        self.state = state
    }

    /// What a session's event says about one device; nil for events about the session.
    init?(_ event: CaptureSessionEvent) {
        switch event {
        case .interrupted(let input, let error): self.init(input.device, .interrupted(BroadcastError(error)))
        case .interruptionEnded(let input): self.init(input.device, .running)
        case .ended(let input): self.init(input.device, .ended)
        case .started, .stopped, .missed: return nil
        }
    }
}
