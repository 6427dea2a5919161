import OnAirEncode
import OnAirFFmpeg
import OnAirPublish

/// The part of the graph that runs while somebody takes the program: encoders and fan-out.
final class EncodeSide {
    /// What every destination must know.
    let format: ProgramFormat
    /// Where finished packets leave for destinations and recordings.
    let packets = PacketTap()
    let control = EncoderControl()
    let videoMeter = EncodeMeter()
    let audioMeter = EncodeMeter()
    /// Who decides the bitrate, and what it is.
    let steering: SteeringBox
    /// What was encoded but found the fan-out's queue full.
    let ledger = DropLedger()
    private(set) var handles: [StageHandle] = []
    private var attach: [() -> Void] = []
    private var detach: [() -> Void] = []
    /// The encoders have the program.
    private(set) var isRunning = false

    /// Raw pictures waiting for the encoder: a tenth of a second at 30 a second, never more than the mixer's pool can
    /// spare.
    private static let pictureCapacity = 4
    /// Sound blocks waiting for the encoder: two seconds at 48 kHz. Sound is small, and a machine that is busy for a
    /// moment shall not cost any.
    private static let soundCapacity = 96
    /// Packets between encoders and fan-out: two seconds of both tracks.
    private static let packetCapacity = 256

    /// Puts encoders and fan-out on the runner; they have nothing to do until `run()`.
    init(
        _ encoders: ProgramEncoders, _ configuration: VideoConfiguration, from capture: CaptureSide,
        runner: any StageRunner,
        tell: @escaping @Sendable (GraphNotice) -> Void
    ) {
        format = encoders.format
        steering = SteeringBox(configuration)
        let video = encoders.video?.take()
        let audio = encoders.audio?.take()
        let fanOutSignal = runner.makeSignal()
        let queue = BoundedQueue<EncodedPacket>(
            capacity: Self.packetCapacity, consumer: fanOutSignal,
            producers: (video == nil ? 0 : 1) + (audio == nil ? 0 : 1))
        let fanOut = FanOutStage(input: queue, tap: packets, format: encoders.format)
        handles.append(runner.add(fanOut, signal: fanOutSignal))

        if let video {
            let signal = runner.makeSignal()
            let pictures = BoundedQueue<ProgramPicture>(capacity: Self.pictureCapacity, consumer: signal)
            let stage = VideoEncodeStage(
                encoder: video, input: pictures, output: queue,
                packets: PacketPool(capacity: Self.packetCapacity, initialSize: 16 << 10), control: control,
                ledger: ledger, meter: videoMeter, clock: runner.clock, skips: capture.pictureLedger,
                loadChanged: { [steering] step, rung in
                    let load = EncoderLoad(step: step, rung, frameRate: configuration.frameRate)
                    steering.note(load)
                    tell(.encoderLoad(load))
                },
                // The statistics tell the size; nothing became too slow.
                sizeChanged: { [steering] step, rung in
                    steering.note(EncoderLoad(step: step, rung, frameRate: configuration.frameRate))
                })
            let handle = runner.add(stage, signal: signal)
            watch(handle, videoMeter, tell)
            steer(until: handle, frameRate: configuration.frameRate, runner, tell)
            let (tap, lost) = (capture.pictures, capture.pictureLedger)
            attach.append { tap.attach(pictures, ledger: lost, reason: .skipped) }
            detach.append { tap.detach(pictures) }
        }
        if let audio {
            let signal = runner.makeSignal()
            let sound = BoundedQueue<ProgramSound>(capacity: Self.soundCapacity, consumer: signal)
            let stage = AudioEncodeStage(
                encoder: audio, input: sound, output: queue,
                packets: PacketPool(capacity: Self.packetCapacity, initialSize: 1 << 10), ledger: ledger,
                meter: audioMeter, clock: runner.clock)
            watch(runner.add(stage, signal: signal), audioMeter, tell)
            let (tap, lost) = (capture.sound, capture.soundLedger)
            attach.append { tap.attach(sound, ledger: lost, reason: .skipped) }
            detach.append { tap.detach(sound) }
        }
    }

    private func steer(
        until encoder: StageHandle, frameRate: FrameRate, _ runner: any StageRunner,
        _ tell: @escaping @Sendable (GraphNotice) -> Void
    ) {
        let signal = runner.makeSignal()
        let stop = StopRequest(signal: signal)
        steering.attach(signal)
        let stage = SteeringStage(
            box: steering, encoder: control, video: videoMeter, audio: audioMeter, frameRate: frameRate, stop: stop,
            tell: tell)
        handles.append(runner.add(stage, signal: signal))
        encoder.whenFinished { stop.request() }
    }

    private func watch(_ handle: StageHandle, _ meter: EncodeMeter, _ tell: @escaping @Sendable (GraphNotice) -> Void) {
        handles.append(handle)
        handle.whenFinished {
            guard let failure = meter.snapshot.failure else { return }
            tell(.encoderFailed(BroadcastError(failure)))
        }
    }

    /// Lets the encoders have the program. Whoever is to see their very first picture is attached before.
    func run() {
        isRunning = true
        for action in attach { action() }
        attach = []
    }

    /// Takes the program away: the encoders give out what they hold and end, then the fan-out, then every output.
    func close() {
        for action in detach { action() }
        detach = []
    }
}

extension EncoderLoad {
    /// The work on `rung`, of a grid of `frameRate`.
    fileprivate init(step: Int, _ rung: EncoderRung, frameRate: FrameRate) {
        self.init(
            step: step, preset: rung.preset.rawValue, frameRate: frameRate.thinned(by: rung.frameInterval),
            size: rung.size)
    }
}
