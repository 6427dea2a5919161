import OnAirCapture
import OnAirMedia

/// Runs one source on virtual time.
struct CaptureRun {
    static let epoch = HostTime(nanoseconds: 7_123_456_789)

    let ledger = DropLedger()

    /// Runs `camera` from `start` nanoseconds to `end` after the epoch; returns what `note` makes of each picture and
    /// the time it came.
    func run<Camera: CameraSource & SendableMetatype, Note: Sendable>(
        _ camera: sending Camera, from start: Int64 = 0, until end: MediaTime,
        note: @escaping @Sendable (_ picture: Picture, _ now: HostTime) -> Note
    ) -> [Note] {
        let runner = StepRunner(start: Self.epoch.advanced(byNanoseconds: start))
        let (signal, taker) = (runner.makeSignal(), runner.makeSignal())
        let (slot, notes) = (LatestSlot<Picture>(consumer: taker), Notes<Note>())
        camera.start(into: slot, ledger: ledger, stop: StopRequest(signal: signal), at: Self.epoch)
        runner.add(camera, signal: signal)
        runner.add(
            Collector(notes: notes, take: { slot.take() }, isFinished: { slot.isFinished }, note: note), signal: taker)
        runner.run(until: Self.epoch.advanced(by: end))
        return notes.all
    }

    /// Runs `microphone` likewise.
    func run<Microphone: MicrophoneSource & SendableMetatype, Note: Sendable>(
        _ microphone: sending Microphone, from start: Int64 = 0, until end: MediaTime,
        note: @escaping @Sendable (_ block: SoundBlock, _ now: HostTime) -> Note
    ) -> [Note] {
        let runner = StepRunner(start: Self.epoch.advanced(byNanoseconds: start))
        let (signal, taker) = (runner.makeSignal(), runner.makeSignal())
        let (queue, notes) = (BoundedQueue<SoundBlock>(capacity: 20, consumer: taker), Notes<Note>())
        microphone.start(into: queue, ledger: ledger, stop: StopRequest(signal: signal), at: Self.epoch)
        runner.add(microphone, signal: signal)
        runner.add(
            Collector(notes: notes, take: { queue.pop() }, isFinished: { queue.isFinished }, note: note), signal: taker)
        runner.run(until: Self.epoch.advanced(by: end))
        return notes.all
    }
}
