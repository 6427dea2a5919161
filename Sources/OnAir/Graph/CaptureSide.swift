import OnAirCapture
import OnAirPicture
import OnAirSound

/// The part of the graph that runs from the start of capture to its end: the capture session, mixer, sound.
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
    private let sounds = VideoSounds()
    private(set) var pictureControls: PictureControls?
    private let filters = ProgramFilters()
    private(set) var pictureMeter: PictureMeter?
    /// How the preview is turned when it is shown.
    let previewTurn = PreviewTurn()
    /// Where the preview's pictures leave; nil in a program without pictures.
    private(set) var preview: Tap<Picture>?
    /// The camera is faster than the program, so that leaving pictures out is no loss.
    private(set) var decimates = false
    private(set) var handles: [StageHandle] = []
    private(set) var camera: CaptureDeviceInput?
    private(set) var microphone: CaptureDeviceInput?
    let session: CaptureSession
    private let pictureDelay = PictureDelay()
    private var pictureOutput: CaptureStageOutput?
    private var soundOutput: CaptureStageOutput?
    private let runner: any StageRunner
    private let epoch: HostTime
    private let log: Log

    /// Microphone blocks of 10 ms and more: at least 200 ms.
    private static let soundCapacity = 20

    init(runner: any StageRunner, epoch: HostTime, log: Log, tell: @escaping @Sendable (GraphNotice) -> Void) {
        self.runner = runner
        self.epoch = epoch
        self.log = log
        session = CaptureSession(
            runner: runner, epoch: epoch, log: log, ledgers: .init(pictures: pictureLedger, sound: soundLedger)
        ) { event in
            if let status = DeviceStatus(event) { tell(.device(status)) }
        }
    }

    /// Puts the devices and the program's stages on the runner.
    func start(
        _ devices: CaptureDevices, _ configuration: BroadcastConfiguration, _ change: PictureChange
    ) throws(CaptureError) {
        soundControl.isMuted = configuration.audio.isMuted
        if let scene = change.scene, devices.microphone != nil {
            sounds.show(scene.scene, opened: change.sounds, runner: runner, ledger: soundLedger)
        }
        if devices.microphone != nil { startSound(configuration.audio) }
        if let camera = devices.camera {
            startPictures(configuration.video, change)
            decimates = camera.device.isFaster(than: configuration.video.frameRate)
        } else {
            pictureDelay.set(.zero)
        }
        let (pictures, sound) = (pictureOutput, soundOutput)
        try session.configure { session throws(CaptureError) in
            // Consumers first: by the time a source runs, whoever it feeds is there.
            if let sound { try session.addOutput(sound) }
            if let pictures { try session.addOutput(pictures) }
            if let microphone = devices.microphone { try session.addInput(microphone) }
            if let camera = devices.camera { try session.addInput(camera) }
        }
        (camera, microphone) = (devices.camera, devices.microphone)
        warnOfDelay(devices.microphone)
        session.startRunning()
    }

    /// Lets an opened camera run beside the one in use, until `exchange` or `dismiss`; nil where `devices` has none.
    func prepare(_ devices: CaptureDevices) throws(CaptureError) -> CaptureArrival? {
        guard let camera = devices.camera else { return nil }
        return try session.prepare(camera)
    }

    /// Lets a camera go that was prepared and is not to be used.
    func dismiss(_ devices: CaptureDevices) {
        if let camera = devices.camera { session.dismiss(camera) }
    }

    /// Lets the camera in use go, for a while in which the program has none.
    func suspendCamera() { if let camera { session.removeInput(camera) } }

    /// Takes the camera that was let go again; it is opened anew.
    func resumeCamera() throws(CaptureError) {
        guard let camera, !session.inputs.contains(where: { $0 === camera }) else { return }
        try session.addInput(camera)
    }

    /// Lets opened devices take the place of those in use, in one step. Returns the new ones.
    ///
    /// - Parameter keepingOld: the old camera goes on, as one that was prepared.
    func exchange(
        _ devices: CaptureDevices, programRate: FrameRate, keepingOld: Bool
    ) throws(CaptureError) -> [CaptureDevice] {
        let old = [devices.camera.flatMap { _ in camera }, devices.microphone.flatMap { _ in microphone }]
        let new = [devices.camera, devices.microphone].compactMap { $0 }
        try session.configure { session throws(CaptureError) in
            for input in old {
                guard let input else { continue }
                if keepingOld, input.device.mediaType == .video {
                    session.setAsideInput(input)
                } else {
                    session.removeInput(input)
                }
            }
            for input in new { try session.addInput(input) }
        }
        if let camera = devices.camera {
            self.camera = camera
            decimates = camera.device.isFaster(than: programRate)
        }
        if let microphone = devices.microphone { self.microphone = microphone }
        warnOfDelay(devices.microphone)
        return new.map(\.device)
    }

    /// Tells where sound will be later than its pictures, whatever is done.
    private func warnOfDelay(_ microphone: CaptureDeviceInput?) {
        guard let device = microphone?.device, device.soundDelay > .zero else { return }
        log.warning(
            "the microphone's sound is late: its source gathers that much before it gives any",
            [
                .init("microphone", device.localizedName),
                .init("milliseconds", "\(device.soundDelay.nanoseconds / 1_000_000)"),
            ])
    }

    /// Asks the devices to end; what is behind them then drains and ends too. Returns all that is to be waited for.
    func stop() -> [StageHandle] {
        let ending = session.requestStop()
        sounds.close()
        close(pictureOutput, after: ending.filter { $0.mediaType == .video }.map(\.stage))
        close(soundOutput, after: ending.filter { $0.mediaType == .audio }.map(\.stage))
        return handles + ending.map(\.stage)
    }

    private func close(_ output: CaptureStageOutput?, after stages: [StageHandle]) {
        guard let output else { return }
        StageDeadline.whenAllFinished(stages) { output.close() }
    }

    /// Applies what may change while live; all of it lands on one picture.
    func apply(_ configuration: BroadcastConfiguration, _ change: PictureChange) {
        if let scene = change.scene {
            sounds.show(scene.scene, opened: change.sounds, runner: runner, ledger: soundLedger)
        }
        soundControl.isMuted = configuration.audio.isMuted
        if let prepared = change.filters { filters.use(prepared) }
        let filters = filters.all
        pictureControls?.set { values in
            values.apply(configuration.video, change)
            values.filters = filters
        }
        previewTurn.set(configuration.video.previewTurn)
    }

    /// What changes pictures beside the configuration; all of it lands on one picture.
    func apply(_ hooks: PictureHooks) {
        filters.own = hooks.filters
        let filters = filters.all
        pictureControls?.set { values in
            values.filters = filters
            values.rawCallback = hooks.callback
        }
    }

    private func startPictures(_ video: VideoConfiguration, _ change: PictureChange) {
        let signal = runner.makeSignal()
        let slot = LatestSlot<Picture>(consumer: signal)
        var initial = PictureControls.Values(streamSize: video.program)
        initial.apply(video, change)
        if let prepared = change.filters { filters.use(prepared) }
        initial.filters = filters.all
        previewTurn.set(video.previewTurn)
        let mixer = PictureStage(
            settings: .init(initial, rate: video.frameRate),
            input: slot, output: pictures, epoch: epoch, clock: runner.clock, pictureDelay: pictureDelay,
            ledger: pictureLedger)
        pictureControls = mixer.controls
        preview = mixer.preview
        pictureMeter = mixer.meter
        pictureOutput = CaptureStageOutput(slot, ledger: pictureLedger)
        handles.append(runner.add(mixer, signal: signal))
    }

    private func startSound(_ audio: AudioConfiguration) {
        let signal = runner.makeSignal()
        let queue = BoundedQueue<SoundBlock>(capacity: Self.soundCapacity, consumer: signal)
        let mixer = SoundStage(
            input: queue, output: sound, format: audio.format, epoch: epoch, pictureDelay: pictureDelay,
            control: soundControl, ledger: soundLedger, meter: soundMeter, tracks: sounds.tracks)
        soundOutput = CaptureStageOutput(queue, ledger: soundLedger)
        handles.append(runner.add(mixer, signal: signal))
    }
}
