import OnAirMedia

/// A microphone that needs no hardware: a quiet tone, and a beep at each flash of the simulated camera (see
/// `SimulatedSound` and `FlashSchedule`).
///
/// Sample s is captured at `epoch + s / rate`. Blocks of 10 ms are pushed when their last sample is due. A step that
/// comes late pushes all blocks that have come due meanwhile, as a sound card would from its buffer; what the queue
/// cannot hold counts as `overrun`. Allocates nothing once running.
public final class SimulatedMicrophone: MicrophoneSource {
    /// What there is to hear.
    public enum Signal: String, CaseIterable, Hashable, Sendable, Codable {
        /// A quiet tone of 440 Hz, and a beep of 1 kHz at each flash of the camera.
        case toneAndClicks = "tone"
        /// Somebody who talks, with pauses: a voice of pulses through vowels' formants. No beeps.
        case speech
    }

    /// What to simulate.
    public struct Configuration: Hashable, Sendable {
        /// Samples per second: 44100 or 48000.
        public var sampleRate: Int
        /// 1 or 2; both carry the same sound.
        public var channels: Int
        /// The rate of the camera whose flashes the beeps accompany.
        public var cameraFrameRate: FrameRate
        /// What there is to hear; the tone with its beeps by default.
        public var signal: Signal

        public init(
            sampleRate: Int = 48000, channels: Int = 2, cameraFrameRate: FrameRate = FrameRate(30),
            signal: Signal = .toneAndClicks
        ) {
            self.sampleRate = sampleRate
            self.channels = channels
            self.cameraFrameRate = cameraFrameRate
            self.signal = signal
        }
    }

    public let format: SoundFormat
    public let end = SourceEnd()
    public var name: String { "sim-microphone" }
    /// 2 s: after that long without a block it counts as lost. For ever where no unit has opened it.
    public var patience: MediaTime? { lease == nil ? nil : MediaTime(value: 2, timescale: 1) }

    /// Keeps the unit for this source; nil where there is none, or this has ended.
    private var lease: SimulatedFaultBox.Lease?
    private let faults: SimulatedFaultBox?
    private let sound: SimulatedSound
    private let speech: SimulatedSpeech?
    private let samplesPerBlock: Int
    private var running: Running?

    private struct Running {
        let output: any Outlet<SoundBlock>
        let ledger: DropLedger
        let stop: StopRequest
        let pool: SoundPool
        /// Sample s is due at `samples.due(s)`.
        let samples: FrameGrid
        /// The block to push next; nil until the first step says when the microphone was started.
        var next: Int64?
    }

    /// Opens the microphone.
    ///
    /// - Throws: `CaptureError` of kind `unusable` where the sample rate is neither 44100 nor 48000, there are not 1
    ///   or 2 channels, or the camera's rate is below 1.
    public convenience init(_ configuration: Configuration = Configuration()) throws(CaptureError) {
        try self.init(configuration, lease: nil, faults: nil)
    }

    /// Opens a microphone that is held by `lease` and fails as `faults` say.
    init(
        _ configuration: Configuration, lease: SimulatedFaultBox.Lease?, faults: SimulatedFaultBox?
    ) throws(CaptureError) {
        guard [44100, 48000].contains(configuration.sampleRate), (1...2).contains(configuration.channels) else {
            throw CaptureError(
                .unusable,
                "The simulated microphone cannot give \(configuration.channels) channels at \(configuration.sampleRate) Hz.",
                advice: "Choose 1 or 2 channels at 44100 or 48000 Hz.")
        }
        guard configuration.cameraFrameRate.framesPerSecond >= Rational(1) else {
            throw CaptureError(
                .unusable,
                "The simulated microphone cannot beep beside a camera of \(configuration.cameraFrameRate) frames per second.",
                advice: "Give the rate of the camera it accompanies, above 1.")
        }
        format = SoundFormat(sampleRate: configuration.sampleRate, channels: configuration.channels)
        samplesPerBlock = configuration.sampleRate / 100
        sound = SimulatedSound(
            sampleRate: configuration.sampleRate, flashes: FlashSchedule(frameRate: configuration.cameraFrameRate))
        speech = configuration.signal == .speech ? SimulatedSpeech(sampleRate: configuration.sampleRate) : nil
        (self.lease, self.faults) = (lease, faults)
    }

    deinit { if running != nil { faults?.timebase.end() } }

    public func start(
        into output: any Outlet<SoundBlock>, ledger: DropLedger, stop: StopRequest, at epoch: HostTime
    ) {
        faults?.timebase.begin(at: epoch)
        running = Running(
            output: output, ledger: ledger, stop: stop,
            // What is held behind it, and what the stages behind hold on to.
            pool: SoundPool(format: format, blockCapacity: samplesPerBlock, capacity: output.capacity + 8),
            samples: FrameGrid(frameRate: FrameRate(Int64(format.sampleRate)), epoch: epoch))
    }

    public func step(now: HostTime) -> StageWait {
        guard let running else { return .finished }
        guard !running.stop.isRequested else { return finish(running) }
        let fault = faults?.fault(at: now)
        guard fault != .unplug else {
            end.fail(.simulatedLost("Simulated Microphone"))
            return finish(running)
        }
        let length = Int64(samplesPerBlock)
        var next = running.next ?? (running.samples.firstFrame(dueAtOrAfter: now) + length - 1) / length
        // Block b is due with its last sample, number (b + 1) · length − 1.
        let end = (running.samples.newestFrame(dueAt: now) + 1) / length
        if fault == .freeze { next = max(next, end) }
        while next < end {
            guard push(next, running) else {
                // Whatever else is due finds the queue just as full.
                running.ledger.add(.overrun, count: end - next)
                next = end
                break
            }
            next += 1
        }
        self.running?.next = next
        return .event(until: running.samples.due((next + 1) * length - 1))
    }

    private func finish(_ running: Running) -> StageWait {
        lease = nil
        faults?.timebase.end()
        self.running = nil
        running.output.close()
        return .finished
    }

    /// False when the queue is full.
    private func push(_ block: Int64, _ running: Running) -> Bool {
        let first = block * Int64(samplesPerBlock)
        let captureTime = running.samples.due(first)
        guard var samples = running.pool.take(captureTime: captureTime, sampleCount: samplesPerBlock) else {
            running.ledger.add(.poolEmpty)
            return true
        }
        for channel in 0..<format.channels {
            samples.withMutableChannel(channel) { channel in
                if let speech {
                    speech.render(from: first, into: channel)
                } else {
                    sound.render(from: first, into: channel)
                }
            }
        }
        return running.output.accept(samples.freeze()) == nil
    }
}
