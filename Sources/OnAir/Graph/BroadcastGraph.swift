import OnAirCapture
import OnAirEncode
import OnAirPublish
import OnAirSystem

/// The stages of one broadcast on one runner, wired.
///
/// Decides nothing: the kit says when what starts and ends. Belongs to whoever made it (the kit's actor, or a test with
/// the step runner); the stages it makes live on the runner. Letting it go asks every stage to stop.
package final class BroadcastGraph {
    /// What the stages were made from.
    package private(set) var configuration: BroadcastConfiguration
    /// The program's time zero.
    package var epoch: HostTime { layers.epoch }
    /// What scenes are loaded with.
    package let layers: ProgramLayers
    let runner: any StageRunner
    private let log: Log
    private let tell: @Sendable (GraphNotice) -> Void
    let capture: CaptureSide
    private(set) var encode: EncodeSide?
    private(set) var outputs: [OutputBox] = []
    /// The last numbers of outputs that have ended, the newest 100.
    private var endedOutputs: [OutputStatistics] = []
    /// Encoders and fan-outs that are on their way out.
    private var ending: [StageHandle] = []
    private var tickStop: StopRequest?
    private var tickHandle: StageHandle?
    private var reader = StatisticsReader()

    /// A graph without stages, whose epoch is now.
    ///
    /// - Parameters:
    ///   - configuration: validated.
    ///   - runner: runs the stages.
    ///   - log: where destinations tell what they do.
    ///   - layers: those of the same runner; nil for new ones.
    ///   - tell: called on the stages' threads.
    package init(
        configuration: BroadcastConfiguration, runner: any StageRunner, log: Log = .silent,
        layers: ProgramLayers? = nil, tell: @escaping @Sendable (GraphNotice) -> Void
    ) {
        self.configuration = configuration
        self.runner = runner
        self.log = log
        self.tell = tell
        let layers = layers ?? ProgramLayers(runner: runner, log: log)
        self.layers = layers
        let epoch = layers.epoch
        capture = CaptureSide(runner: runner, epoch: epoch, log: log, tell: tell)
    }

    deinit { requestStop() }

    package var now: HostTime { runner.clock.now }

    // MARK: - Capture

    /// Lets the devices run.
    ///
    /// - Parameter picture: what the configuration shows, loaded; nothing for the camera alone.
    /// - Throws: `CaptureError` where a session cannot take them; nothing runs then.
    package func startCapture(
        _ devices: CaptureDevices, picture: PictureChange = PictureChange()
    ) throws(CaptureError) {
        try capture.start(devices, configuration, picture)
        let signal = runner.makeSignal()
        let stop = StopRequest(signal: signal)
        let tell = tell
        let tick = TickStage(interval: MediaTime(value: 1, timescale: 1), epoch: epoch, stop: stop) { tell(.tick($0)) }
        tickHandle = runner.add(tick, signal: signal)
        tickStop = stop
    }

    /// Asks the devices to end; everything behind them drains and ends too. Returns all that is to be waited for.
    package func stopCapture() -> [StageHandle] {
        tickStop?.request()
        layers.close()
        return capture.stop() + (encode?.handles ?? []) + ending + outputs.map(\.handle)
            + [tickHandle].compactMap { $0 }
    }

    /// The camera in use.
    package var camera: CaptureDeviceInput? { capture.camera }

    /// The microphone in use.
    package var microphone: CaptureDeviceInput? { capture.microphone }

    /// Lets an opened camera run beside the one in use, which goes on giving the program its pictures until `exchange`;
    /// nil where `devices` has none. Where it does not arrive, `dismiss` lets it go.
    ///
    /// - Throws: `CaptureError` where the session cannot take it.
    package func prepare(_ devices: CaptureDevices) throws(CaptureError) -> CaptureArrival? {
        try capture.prepare(devices)
    }

    /// Lets a camera go that was prepared and is not to be used.
    package func dismiss(_ devices: CaptureDevices) { capture.dismiss(devices) }

    /// Keeps an opened camera ready beside the one in use, until `exchange` or `dismiss`.
    ///
    /// - Throws: `CaptureError` where the session cannot take it.
    @discardableResult
    package func keepWarm(_ camera: CaptureDeviceInput) throws(CaptureError) -> CaptureArrival {
        try capture.session.prepare(camera, isKept: true)
    }

    /// Lets the camera in use go, so that another one finds its bus free; the program repeats its last picture.
    package func suspendCamera() { capture.suspendCamera() }

    /// Takes the camera again that `suspendCamera` has let go.
    package func resumeCamera() throws(CaptureError) { try capture.resumeCamera() }

    /// Lets opened devices take the place of those in use; what `devices` does not have stays. Returns the new ones.
    ///
    /// - Parameter keepingOld: the old camera is kept ready.
    /// - Throws: `CaptureError` where the session cannot take them; the old ones go on then.
    package func exchange(
        _ devices: CaptureDevices, keepingOld: Bool = false
    ) throws(CaptureError) -> [CaptureDevice] {
        try capture.exchange(devices, programRate: configuration.video.frameRate, keepingOld: keepingOld)
    }

    /// What takes the pictures and the sound.
    package var session: CaptureSession { capture.session }

    /// Changes what may change while live.
    ///
    /// - Parameter picture: what the configuration shows that the one before did not, loaded.
    package func apply(_ configuration: BroadcastConfiguration, picture: PictureChange = PictureChange()) {
        capture.apply(configuration, picture)
        encode?.steering.configure(configuration.video)
        for output in outputs { output.configure?(configuration) }
        self.configuration = configuration
    }

    // MARK: - Encoders

    /// What the encoders are to be opened with.
    package var encoderSettings: ProgramEncoderSettings {
        ProgramEncoderSettings(configuration, processors: ProcessorCount.available)
    }

    package var hasEncoders: Bool { encode != nil }

    /// Takes over opened encoders; `runEncoders` lets them have the program once its first outputs are there.
    package func startEncoders(_ encoders: ProgramEncoders) {
        // The bitrate may have changed while they were opening: it is steered to what the configuration says now.
        let side = EncodeSide(encoders, configuration.video, from: capture, runner: runner, tell: tell)
        encode = side
        reader.encodersStarted(at: now)
    }

    /// Lets the encoders have the program, if they do not have it yet.
    package func runEncoders() {
        guard let encode, !encode.isRunning else { return }
        encode.run()
    }

    /// Ends the encoders, and with them every output that is left. Returns what is to be waited for.
    package func closeEncoders() -> [StageHandle] {
        guard let side = encode else { return [] }
        reader.encodersEnding(side)
        encode = nil
        side.close()
        ending = ending.filter { !$0.isFinished } + side.handles
        return side.handles
    }

    // MARK: - Outputs

    /// Publishes the program to a server. The encoders must run.
    package func addDestination(id: Int, destination: StreamDestination) {
        let signal = runner.makeSignal()
        addDestination(id: id, destination: destination, signal: signal, links: SocketLinks(signal: signal))
    }

    /// The same over another transport.
    ///
    /// - Parameter signal: wakes the destination.
    package func addDestination(
        id: Int, destination: StreamDestination, signal: WakeSignal, links: any LinkMaker
    ) {
        guard let encode else { return }
        let control = encode.control
        let options = destination.settings.options(configuration)
        let queue = SendQueue(
            format: encode.format, limits: options.limits, isOpen: false, consumer: signal,
            requestRecovery: { control.requestRecovery() }, requestKeyframe: { control.requestKeyframe() })
        let stop = StopRequest(signal: signal)
        let monitor = DestinationMonitor()
        let reconnect = ReconnectControl(options.reconnect)
        let stage = RTMPDestinationStage(
            source: destination.addresses, name: destination.displayName, format: encode.format, queue: queue,
            links: links, options: options, reconnect: reconnect, stop: stop, monitor: monitor, clock: runner.clock,
            log: log, events: listener(id))
        encode.packets.attach(queue)
        let output = OutputBox(
            id: id, kind: .destination, name: destination.displayName, queue: queue, monitor: monitor, stop: stop,
            handle: runner.add(stage, signal: signal))
        output.configure = { reconnect.set(destination.settings.reconnectOptions($0)) }
        outputs.append(output)
    }

    /// Writes the program to an FLV file. The encoders must run.
    package func addRecording(id: Int, path: String) {
        guard let encode else { return }
        let signal = runner.makeSignal()
        let control = encode.control
        let queue = SendQueue(
            format: encode.format, isOpen: true, consumer: signal, requestRecovery: { control.requestRecovery() },
            requestKeyframe: { control.requestKeyframe() })
        let stop = StopRequest(signal: signal)
        let monitor = DestinationMonitor()
        let stage = FLVRecordingStage(
            path: path, format: encode.format, queue: queue, stop: stop, monitor: monitor, clock: runner.clock,
            log: log,
            events: listener(id))
        encode.packets.attach(queue)
        // The encoders' first picture is an IDR picture anyway.
        if encode.isRunning { control.requestKeyframe() }
        outputs.append(
            OutputBox(
                id: id, kind: .recording, name: path, queue: queue, monitor: monitor, stop: stop,
                handle: runner.add(stage, signal: signal)))
    }

    /// Asks an output to end in good order.
    package func removeOutput(_ id: Int) {
        guard let output = outputs.first(where: { $0.id == id }) else { return }
        encode?.packets.detach(output.queue)
        output.stop.request()
    }

    /// An output has told its end: its numbers are kept, the rest is let go.
    package func outputEnded(_ id: Int) {
        guard let index = outputs.firstIndex(where: { $0.id == id }) else { return }
        let output = outputs.remove(at: index)
        encode?.packets.detach(output.queue)
        endedOutputs.append(output.lastStatistics(now: now))
        if endedOutputs.count > 100 { endedOutputs.removeFirst() }
    }

    package func handle(ofOutput id: Int) -> StageHandle? { outputs.first { $0.id == id }?.handle }

    /// A closure that puts an output's own events into the kit's words.
    private func listener(_ id: Int) -> @Sendable (DestinationEvent) -> Void {
        let tell = tell
        let log = log
        return { event in
            event.write(to: log, output: id)
            if let notice = GraphNotice(output: id, event) { tell(notice) }
        }
    }

    // MARK: - Numbers

    /// The numbers of this moment.
    ///
    /// - Parameter isTick: rates are measured anew, since the last tick; else they are those of the last tick.
    package func statistics(now: HostTime, isTick: Bool = true) -> BroadcastStatistics {
        var result = reader.read(
            capture: capture, encode: encode,
            outputs: endedOutputs + outputs.map { $0.statistics(now: now, isTick: isTick) }, epoch: epoch, now: now,
            isTick: isTick)
        if let steering { result.encoder = EncoderStatistics(steering, configuration.video) }
        return result
    }

    /// Asks every stage to stop and does not wait.
    package func requestStop() {
        for output in outputs { output.stop.request() }
        encode?.close()
        _ = capture.stop()
        layers.close()
        tickStop?.request()
    }
}
