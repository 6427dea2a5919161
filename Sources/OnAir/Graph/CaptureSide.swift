import OnAirCapture
import OnAirPicture
import OnAirSound

/// The part of the graph that runs from the start of capture to its end: devices, mixer, sound.
final class CaptureSide {
    /// Where program pictures leave for encoders and previews.
    let pictures = Tap<ProgramPicture>()
    /// Where program sound leaves.
    let sound = Tap<ProgramSound>()
    /// What pictures were lost, from camera to encoder.
    let pictureLedger = DropLedger()
    /// What sound was lost, from microphone to encoder.
    let soundLedger = DropLedger()
    let soundControl = SoundControl()
    let soundMeter = SoundMeter()
    private(set) var pictureControls: PictureControls?
    private(set) var pictureMeter: PictureMeter?
    /// The camera is faster than the program, so that leaving pictures out is no loss.
    private(set) var decimates = false
    private(set) var sources: [StopRequest] = []
    private(set) var handles: [StageHandle] = []
    private let pictureDelay = PictureDelay()
    private let runner: any StageRunner
    private let epoch: HostTime
    private let tell: @Sendable (GraphNotice) -> Void

    /// Microphone blocks of 10 ms and more: at least 200 ms.
    private static let soundCapacity = 20

    init(runner: any StageRunner, epoch: HostTime, tell: @escaping @Sendable (GraphNotice) -> Void) {
        self.runner = runner
        self.epoch = epoch
        self.tell = tell
    }

    /// Puts the devices and the program's stages on the runner.
    func start(_ devices: CaptureDevices, _ configuration: BroadcastConfiguration) {
        soundControl.isMuted = configuration.audio.isMuted
        if let microphone = devices.microphone?.take() { start(microphone, configuration.audio) }
        if let camera = devices.camera?.take() {
            start(camera, configuration.video)
        } else {
            pictureDelay.set(.zero)
        }
    }

    /// Applies what may change while live.
    func apply(_ configuration: BroadcastConfiguration) {
        soundControl.isMuted = configuration.audio.isMuted
        pictureControls?.set { $0.isMirrored = configuration.video.isStreamMirrored }
    }

    // Consumers go on the runner first: by the time a source runs, whoever it feeds is there to be woken.

    private func start(_ camera: sending any CameraSource, _ video: VideoConfiguration) {
        let signal = runner.makeSignal()
        let slot = LatestSlot<Picture>(consumer: signal)
        let turn = camera.uprightTurn.then(video.orientation.turn)
        let mixer = PictureStage(
            settings: .init(
                size: video.orientation.canvas(for: video.streamSize), rate: video.frameRate,
                initial: .init(orientation: turn, isMirrored: video.isStreamMirrored)),
            input: slot, output: pictures, epoch: epoch, clock: runner.clock, pictureDelay: pictureDelay,
            ledger: pictureLedger)
        pictureControls = mixer.controls
        pictureMeter = mixer.meter
        decimates = camera.frameRate.framesPerSecond > video.frameRate.framesPerSecond
        handles.append(runner.add(mixer, signal: signal))

        let sourceSignal = runner.makeSignal()
        let stop = StopRequest(signal: sourceSignal)
        camera.start(into: slot, ledger: pictureLedger, stop: stop, at: epoch)
        let end = camera.end
        watch(runner.add(camera, signal: sourceSignal), end, .video, stop)
    }

    private func start(_ microphone: sending any MicrophoneSource, _ audio: AudioConfiguration) {
        let signal = runner.makeSignal()
        let queue = BoundedQueue<SoundBlock>(capacity: Self.soundCapacity, consumer: signal)
        let mixer = SoundStage(
            input: queue, output: sound, format: audio.format, epoch: epoch, pictureDelay: pictureDelay,
            control: soundControl, ledger: soundLedger, meter: soundMeter)
        handles.append(runner.add(mixer, signal: signal))

        let sourceSignal = runner.makeSignal()
        let stop = StopRequest(signal: sourceSignal)
        microphone.start(into: queue, ledger: soundLedger, stop: stop, at: epoch)
        let end = microphone.end
        watch(runner.add(microphone, signal: sourceSignal), end, .audio, stop)
    }

    private func watch(_ handle: StageHandle, _ end: SourceEnd, _ track: EncodedPacket.Track, _ stop: StopRequest) {
        sources.append(stop)
        handles.append(handle)
        let tell = tell
        handle.whenFinished { tell(.sourceEnded(track, end.error.map { BroadcastError($0) })) }
    }
}
