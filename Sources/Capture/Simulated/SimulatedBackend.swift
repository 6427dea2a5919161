import OnAirMedia

/// The simulated devices: a front and a back camera and a microphone, on every machine.
///
/// One holder at a time has each of them, as with real ones.
public final class SimulatedBackend: CaptureBackend {
    /// The one that every session of this process sees.
    public static let shared = SimulatedBackend()

    public let name = "simulated"
    /// The camera that looks at the host.
    public let frontCamera: SimulatedCameraUnit
    /// The camera that looks at the products.
    public let backCamera: SimulatedCameraUnit
    /// The microphone beside them.
    public let microphone: SimulatedMicrophoneUnit

    /// Devices of their own.
    ///
    /// - Parameter clock: says how far a script has come while no source runs. Give the runner's clock on virtual time.
    public init(clock: any HostClock = MonotonicClock()) {
        let timebase = SimulatedTimebase(clock: clock)
        frontCamera = SimulatedCameraUnit(position: .front, timebase: timebase)
        backCamera = SimulatedCameraUnit(position: .back, timebase: timebase)
        microphone = SimulatedMicrophoneUnit(timebase: timebase)
    }

    /// Gives every device the same script; each takes what is meant for it.
    public func play(_ script: SimulatedFaultScript) {
        (frontCamera.faultScript, backCamera.faultScript, microphone.faultScript) = (script, script, script)
    }

    public func cameras() -> [any CameraDriver] { [frontCamera, backCamera].filter(\.isConnected) }

    public func microphones() -> [any MicrophoneDriver] { [microphone].filter(\.isConnected) }

    /// Told by whoever sets a fault or, with a script, by the thread of a source that has reached that time.
    public func watch(_ changed: @escaping @Sendable () -> Void) -> AnyObject? {
        Watch([frontCamera.faults, backCamera.faults, microphone.faults], changed)
    }

    private final class Watch: Sendable {
        private let boxes: [SimulatedFaultBox]

        init(_ boxes: [SimulatedFaultBox], _ changed: @escaping @Sendable () -> Void) {
            self.boxes = boxes
            for box in boxes { box.watch(ObjectIdentifier(self), changed) }
        }

        deinit { for box in boxes { box.watch(ObjectIdentifier(self), nil) } }
    }
}
