import OnAirCapture
import OnAirMedia

/// A session on virtual time, with a camera and a microphone that do as they are told.
struct CaptureRig {
    static let epoch = HostTime(nanoseconds: 3_000_000_000)

    let runner = StepRunner(start: epoch)
    let camera: ScriptedCamera
    let microphone = ScriptedMicrophone()
    let events = Notes<CaptureSessionEvent>()
    let session: CaptureSession

    init(_ script: (inout ScriptedCamera.Script) -> Void = { _ in }) {
        camera = ScriptedCamera(script)
        let events = events
        session = CaptureSession(runner: runner) { events.append($0) }
    }

    /// Runs until so many milliseconds after the epoch.
    func run(until milliseconds: Int64) { runner.run(until: Self.time(milliseconds)) }

    static func time(_ milliseconds: Int64) -> HostTime { epoch.advanced(byMilliseconds: milliseconds) }

    /// When picture `frame` is captured.
    static func frame(_ frame: Int64) -> HostTime { epoch.advanced(by: MediaTime(value: frame, timescale: 30)) }

    /// Lets what was asked to end do so, without time passing.
    func settle() { runner.run(until: runner.clock.now) }

    /// What the observer was told, in words.
    var told: [String] {
        events.all.map { event in
            switch event {
            case .started: "started"
            case .stopped: "stopped"
            case .interrupted(let input, let error): "\(input.device.mediaType.rawValue) \(error.kind.rawValue)"
            case .interruptionEnded(let input): "\(input.device.mediaType.rawValue) back"
            case .ended(let input): "\(input.device.mediaType.rawValue) ended"
            case .missed(let count): "missed \(count)"
            }
        }
    }
}
