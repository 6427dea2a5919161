import OnAirCapture
import OnAirMedia

/// A simulated camera and microphone in a session on virtual time, and a probe behind it.
struct SimulatedRig {
    static let size = PictureSize(width: 320, height: 180)
    let runner = StepRunner(start: CaptureRig.epoch)
    let backend: SimulatedBackend
    let session: CaptureSession
    let probe: ProbeOutput
    let events = Notes<(time: Int64, word: String)>()
    let ledgers = CaptureSession.Ledgers()
    let camera: CaptureDevice

    init(_ script: String = "", position: CaptureDevice.Position = .back) throws {
        // The clock alone: a runner that a stage's listener held would never be let go.
        let (clock, events) = (runner.clock, events)
        backend = SimulatedBackend(clock: clock)
        if !script.isEmpty { backend.play(try SimulatedFaultScript(parsing: script)) }
        probe = ProbeOutput(runner)
        session = CaptureSession(runner: runner, ledgers: ledgers) { event in
            let now = clock.now.nanoseconds(since: CaptureRig.epoch) / 1_000_000
            switch event {
            case .interrupted(let input, let error):
                events.append((now, "\(input.device.mediaType.rawValue) \(error.kind.rawValue)"))
            case .interruptionEnded(let input): events.append((now, "\(input.device.mediaType.rawValue) back"))
            case .ended: events.append((now, "ended"))
            case .started, .stopped, .missed: break
            }
        }
        camera = CaptureDevice(position == .back ? backend.backCamera : backend.frontCamera)
        let (device, probe) = (camera, probe)
        let microphone = CaptureDevice(backend.microphone)
        try session.configure { session throws(CaptureError) in
            try session.addOutput(probe.video)
            try session.addOutput(probe.audio)
            try session.addInput(
                CaptureDeviceInput(
                    device: device,
                    camera: CameraRequest(size: SimulatedRig.size, frameRate: FrameRate(30), pixels: .i420)))
            try session.addInput(CaptureDeviceInput(device: microphone))
        }
        session.startRunning()
    }

    func run(until milliseconds: Int64) { runner.run(until: CaptureRig.time(milliseconds)) }

    /// Milliseconds after the epoch at which pictures were captured.
    var pictures: [Int64] {
        probe.pictures.all.map { $0.captureTime.nanoseconds(since: CaptureRig.epoch) / 1_000_000 }
    }
    var blocks: [Int64] { probe.blocks.all.map { $0.nanoseconds(since: CaptureRig.epoch) / 1_000_000 } }
    var told: [String] { events.all.map(\.word) }
    func time(of word: String) -> Int64? { events.all.first { $0.word == word }?.time }
}
