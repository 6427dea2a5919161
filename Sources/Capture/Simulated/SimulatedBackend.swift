import OnAirMedia

/// The simulated devices: a front and a back camera and a microphone, on every machine.
///
/// One holder at a time has each of them, as with real ones, except for those of `shared`.
public final class SimulatedBackend: CaptureBackend {
    /// The one that every session of this process sees. Its devices let any number of holders in, so that broadcasts
    /// in one process do not need one another's leave; each gets pictures and sound of its own, but settings and faults
    /// are the device's.
    public static let shared = SimulatedBackend(isExclusive: false)

    public let name = "simulated"
    /// The camera that looks at the host.
    public let frontCamera: SimulatedCameraUnit
    /// The camera that looks at the products.
    public let backCamera: SimulatedCameraUnit
    /// The microphone beside them.
    public let microphone: SimulatedMicrophoneUnit

    /// Devices of their own.
    ///
    /// - Parameters:
    ///   - clock: says how far a script has come while no source runs. Give the runner's clock on virtual time.
    ///   - isExclusive: whether a device that is open is busy for everybody else.
    public init(clock: any HostClock = MonotonicClock(), isExclusive: Bool = true) {
        let timebase = SimulatedTimebase(clock: clock)
        frontCamera = SimulatedCameraUnit(position: .front, timebase: timebase, isExclusive: isExclusive)
        backCamera = SimulatedCameraUnit(position: .back, timebase: timebase, isExclusive: isExclusive)
        microphone = SimulatedMicrophoneUnit(timebase: timebase, isExclusive: isExclusive)
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
