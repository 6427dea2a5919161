import OnAirMedia
import OnAirSound

/// A sound stage on virtual time, fed block by block, and all that came out of it.
final class SoundStageHarness {
    static let epoch = HostTime(nanoseconds: 5_000_000_000)

    let runner: StepRunner
    let input: BoundedQueue<SoundBlock>
    let control = SoundControl()
    let delay: PictureDelay
    let ledger = DropLedger()
    let meter = SoundMeter()
    let tracks = SoundTracks()
    let handle: StageHandle
    private(set) var blocks: [ProgramSound] = []
    private let output: BoundedQueue<ProgramSound>
    private let source: SoundPool

    /// - Parameters:
    ///   - rate, channels: of the microphone.
    ///   - delay: nil for one that is not known yet.
    init(
        rate: Int = 48000, channels: Int = 1, program: SoundFormat = SoundFormat(sampleRate: 48000, channels: 2),
        delay: MediaTime? = .zero, startsAt start: HostTime = epoch
    ) {
        runner = StepRunner(start: start)
        let signal = runner.makeSignal()
        input = BoundedQueue(capacity: 20, consumer: signal)
        output = BoundedQueue(capacity: 4096)
        self.delay = PictureDelay(delay)
        source = SoundPool(format: SoundFormat(sampleRate: rate, channels: channels), blockCapacity: 8192, capacity: 32)
        let tap = Tap<ProgramSound>()
        tap.attach(output, ledger: ledger, reason: .skipped)
        handle = runner.add(
            SoundStage(
                input: input, output: tap, format: program, epoch: Self.epoch, pictureDelay: self.delay,
                control: control, ledger: ledger, meter: meter, tracks: tracks), signal: signal)
    }

    /// `milliseconds` after the epoch.
    static func time(_ milliseconds: Double) -> HostTime {
        epoch.advanced(byNanoseconds: Int64((milliseconds * 1_000_000).rounded()))
    }

    /// Runs to `milliseconds` and takes what came out.
    func run(to milliseconds: Double) {
        runner.run(until: Self.time(milliseconds))
        drain()
    }

    /// Gives a block captured at `time`, at the moment its last sample is there (or `late` ms after it). Each sample is
    /// `wave` of its own capture time in seconds after the epoch.
    @discardableResult
    func feed(at time: Double, count: Int = 480, late: Double = 0, wave: (Double) -> Float = { _ in 0.5 }) -> Bool {
        let rate = Double(source.format.sampleRate)
        run(to: time + Double(count) * 1000 / rate + late)
        guard var block = source.take(captureTime: Self.time(time), sampleCount: count) else { return false }
        for channel in 0..<source.format.channels {
            block.withMutableChannel(channel) { samples in
                for index in 0..<count { samples[index] = wave(time / 1000 + Double(index) / rate) }
            }
        }
        return input.push(block.freeze())
    }

    /// Ends the input and takes the rest.
    func finish() {
        input.close()
        runner.runUntilFinished(limit: runner.clock.now)
        drain()
    }

    /// One channel of all that came out, from the first block's first sample on.
    func samples(_ channel: Int = 0) -> [Float] {
        blocks.flatMap { $0.block.withChannel(channel) { Array($0) } }
    }

    var isEnded: Bool { output.isFinished }

    private func drain() {
        while let sound = output.pop() {
            // A copy: the stage's pool is small, as in life.
            let pool = SoundPool(format: sound.block.format, blockCapacity: sound.block.sampleCount, capacity: 1)
            guard var copy = pool.take(captureTime: sound.block.captureTime, sampleCount: sound.block.sampleCount)
            else {
                continue
            }
            for channel in 0..<sound.block.format.channels {
                sound.block.withChannel(channel) { from in
                    copy.withMutableChannel(channel) { to in _ = to.update(fromContentsOf: from) }
                }
            }
            blocks.append(ProgramSound(block: copy.freeze(), sampleIndex: sound.sampleIndex))
        }
    }
}
