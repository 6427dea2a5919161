import OnAirCapture
import OnAirPicture

/// A broadcast: opens the devices, wires the stages, encodes once and sends to any number of places.
///
/// ```swift
/// let kit = StreamerKit(configuration: BroadcastConfiguration(profile: .p720n3))
/// let events = await kit.events()
/// try await kit.startCapture()
/// try await kit.startStream(to: [StreamAddress("rtmp://127.0.0.1/live/demo")])
/// for await event in events { print(event) }
/// ```
///
/// Any number of kits may live in one process. Each owns its threads; the actor only decides. What runs for long
/// happens on the stages' threads, so no call here waits for an encoder or a network, except where it says so.
///
/// Calls that make no sense in the present state are typed errors and change nothing. `stopStream` and `stopCapture`
/// never wait behind a start: they cancel it. Cancelling the task that waits in `startStream` stops the stream too; a
/// task that waits for devices to open is not cancelled by that, only by a stop. Letting go of the last reference stops everything.
public actor StreamerKit {
    /// The library's version, `major.minor.patch`.
    public static let version = "0.1.0"

    /// What the broadcast is set to. Change it with `configure`.
    public internal(set) var configuration: BroadcastConfiguration

    /// Where devices are looked for.
    let catalog: CaptureDeviceCatalog
    let log: Log
    let hub = EventHub<BroadcastEvent> { .missed($0) }
    private let notices: AsyncStream<KitNotice>.Continuation
    var capture = CaptureStateMachine()
    var stream = StreamStateMachine()
    var graph: BroadcastGraph?
    var outputs = OutputRegister()
    private var latestStatistics = BroadcastStatistics()
    /// Counts graphs, so that what an earlier one still tells is told apart.
    private var graphNumber = 0
    /// What the program's picture was last loaded for; nil outside capture.
    var shown: BroadcastConfiguration?
    /// What changes pictures beside the configuration.
    var hooks = PictureHooks()
    /// What live texts say by names of the app's own.
    var textVariables: [String: String] = [:]
    /// Counts stops of the stream, so that a start that was waiting knows that it has been cancelled.
    var streamStops = 0
    private var waiters: [CheckedContinuation<Void, Never>] = []
    /// Cameras that are kept ready.
    var warm = WarmCameras()
    /// Hears of devices that come, while capture runs.
    private var watch: Task<Void, Never>?
    /// One change of the configuration, and one opening of cameras to be kept ready, at a time.
    let configuring = AsyncGate()

    /// Milliseconds that all stages together may take to end.
    private static let closeDeadline = 900
    /// Of these, what encoders, fan-out and outputs may take to give out what they hold, before outputs are asked to
    /// end with what they have: a server that takes it needs some milliseconds.
    private static let flushDeadline = 300

    /// Makes a kit; nothing is opened yet.
    ///
    /// - Parameters:
    ///   - configuration: what to broadcast; by default the machine's own devices at profile `540p_3`.
    ///   - devices: where devices are looked for; by default this machine.
    ///   - log: where the kit tells what it does; by default nowhere.
    public init(
        configuration: BroadcastConfiguration = BroadcastConfiguration(), devices: CaptureDeviceCatalog = .shared,
        log: Log = .silent
    ) {
        self.configuration = configuration
        catalog = devices
        self.log = log
        // Unbounded, since losing the end of an output is no choice; there is one notice a second and a dozen for
        // each output, and nothing that handles them ever waits.
        let (stream, continuation) = AsyncStream.makeStream(of: KitNotice.self, bufferingPolicy: .unbounded)
        notices = continuation
        // The one long-lived task of a kit: it hands what the stages tell to the actor, in order.
        Task { [weak self] in
            for await notice in stream {
                guard let self else { return }
                await self.received(notice)
            }
        }
    }

    deinit {
        watch?.cancel()
        notices.finish()
        hub.finish()
    }

    // MARK: - State

    /// Whether devices are open.
    public var captureState: CaptureState { capture.state }

    /// Whether the program is being sent.
    public var streamState: StreamState { stream.state }

    /// Every destination and recording since capture started, and what it is doing. Of those that have ended, the
    /// newest 100.
    public var outputStatus: [OutputStatus] { outputs.all }

    /// The newest numbers; a snapshot is made each second while capturing.
    public var statistics: BroadcastStatistics { latestStatistics }

    /// A new listener's events, in order, from now on. At most 256 wait for a slow listener; then the oldest go, and it
    /// is told how many it missed. The stream ends with the kit.
    public func events() -> AsyncStream<BroadcastEvent> { hub.events() }

    // MARK: - Capture

    /// Opens camera and microphone and lets them run.
    ///
    /// - Throws: `BroadcastError` where the configuration cannot work, a device cannot be opened (its code names why:
    ///   `.deviceMissing`, `.deviceBusy`, `.deviceDenied`, `.deviceUnusable`), a layer cannot be shown
    ///   (`.invalidScene`), capture already runs (`.invalidState`),
    ///   or a stop came meanwhile (`.cancelled`).
    public func startCapture() async throws(BroadcastError) {
        let valid = try configuration.validated()
        try changeCapture { machine throws(BroadcastError) in try machine.start() }
        configuration = valid
        let opened: OpenedCapture
        graphNumber += 1
        let (catalog, notices, number, log) = (catalog, notices, graphNumber, log)
        let tell: @Sendable (GraphNotice) -> Void = { notices.yield(KitNotice(graph: number, notice: $0)) }
        let texts = textVariables
        do throws(BroadcastError) {
            opened = try await ThreadWork.run(name: "onair-open") { () throws(BroadcastError) in
                try OpenedCapture(opening: valid, from: catalog, texts: texts, log: log, tell: tell)
            }
        } catch {
            changeCapture { $0.openFailed(error) }
            guard case .failed = capture.state else { throw Self.captureCancelled }
            throw error
        }
        guard changeCapture({ $0.opened() }) == .run else {
            opened.layers.close()
            throw Self.captureCancelled
        }
        // With the configuration of now: live settings may have changed while the devices were opening.
        let graph = BroadcastGraph(
            configuration: configuration, runner: opened.runner, log: log, layers: opened.layers, tell: tell)
        self.graph = graph
        shown = valid
        outputs = OutputRegister(after: outputs)
        latestStatistics = BroadcastStatistics()
        do throws(CaptureError) {
            try graph.startCapture(opened.devices, picture: opened.picture)
            graph.apply(hooks)
        } catch {
            let failure = BroadcastError(error)
            changeCapture { $0.lost(failure) }
            await closeCapture(because: failure)
            throw failure
        }
        watch = watchDevices()
        warmUpSoon()
        // What was set while the devices were opening.
        guard configuration.scene != valid.scene || configuration.video != valid.video else { return }
        do throws(BroadcastError) {
            try await configure { _ in }
        } catch {
            // Capture runs all the same, with what it was started with.
            log.error("what was set while devices were opening cannot be shown", [.init("reason", error)])
        }
    }

    /// Stops the stream and all recordings, then lets camera and microphone go. Returns when all is closed, at the
    /// latest after about a second. Without effect when nothing runs.
    public func stopCapture() async {
        streamStops += 1
        switch changeCapture({ $0.stop() }) {
        case .nothing: break
        case .close: await closeCapture(because: nil)
        case .wait: while capture.state == .closing { await stateChange() }
        }
    }

    static let captureCancelled = BroadcastError(
        code: .cancelled, message: "Capture was stopped while a device was opening.")

    /// Closes from the source forward; the state is `closing` already.
    private func closeCapture(because loss: BroadcastError?) async {
        guard let graph else { return }
        watch?.cancel()
        (watch, warm) = (nil, WarmCameras())
        if let loss { changeStream { $0.failed(loss) } } else { _ = changeStream { $0.stop() } }
        // From the source forward, so that the last pictures still leave; but a server may not hold up the end.
        let handles = graph.stopCapture()
        await flush(graph)
        for output in outputs.open where output.kind == .destination { graph.removeOutput(output.id) }
        report(await StageDeadline.wait(for: handles, milliseconds: Self.closeDeadline - Self.flushDeadline))
        await settleOutputs(outputs.open.map(\.id), of: graph)
        latestStatistics = complete(graph.statistics(now: graph.now))
        self.graph = nil
        shown = nil
        changeStream { $0.stopped() }
        changeCapture { $0.closed() }
    }

    // MARK: - What the stages tell

    private func received(_ notice: KitNotice) async {
        guard let graph, notice.graph == graphNumber else { return }
        switch notice.notice {
        case .tick(let now):
            latestStatistics = complete(graph.statistics(now: now))
            graph.layers.tell(latestStatistics)
            hub.post(.statistics(latestStatistics))
        case .output(let id, let state): settle(id, state)
        case .device(let status): hub.post(.device(status))
        case .network(let event): hub.post(.network(event))
        case .encoderLoad(let load): hub.post(.encoderLoad(load))
        case .layerLost(let error): hub.post(.layerLost(error))
        case .encoderFailed(let error):
            changeStream { $0.failed(error) }
            for output in outputs.open { settle(output.id, .ended(error)) }
            _ = graph.closeEncoders()
        }
    }

    /// Takes note of an output's state; the first end counts, and nothing comes after it.
    func settle(_ id: Int, _ state: OutputStatus.State) {
        guard let old = outputs[id], old.isOpen, old.state != state || state.isReconnecting else { return }
        record(OutputStatus(id, old.kind, old.name, state))
        if case .ended = state { graph?.outputEnded(id) }
        if old.kind == .destination {
            switch state {
            case .connecting(let what): changeStream { $0.destinationWaiting(id, for: what) }
            case .live: changeStream { $0.destinationLive(id) }
            case .reconnecting(let error, _): changeStream { $0.destinationLost(id, error: error) }
            case .ended(let error): _ = changeStream { $0.destinationEnded(id, error: error) }
            }
        }
        if let graph {
            let isLive = outputs.open.contains(where: { $0.state.isOnAir })
            graph.layers.tell(isLive: isLive, now: graph.now)
        }
        wakeWaiters()
        closeIdleEncoders()
    }

    func record(_ status: OutputStatus) {
        outputs.set(status)
        hub.post(.output(status))
    }

    /// Ends the encoders, and waits until all they held has gone through the outputs, which then end by themselves.
    func flush(_ graph: BroadcastGraph) async {
        let handles = graph.closeEncoders() + outputs.open.compactMap { graph.handle(ofOutput: $0.id) }
        _ = await StageDeadline.wait(for: handles, milliseconds: Self.flushDeadline)
    }

    /// Asks outputs to end and waits until each has said how it did, or the deadline has come.
    func endOutputs(_ ids: [Int], of graph: BroadcastGraph) async {
        let handles = ids.compactMap { graph.handle(ofOutput: $0) }
        for id in ids { graph.removeOutput(id) }
        report(await StageDeadline.wait(for: handles, milliseconds: Self.closeDeadline - Self.flushDeadline))
        await settleOutputs(ids, of: graph)
    }

    /// Stages that have finished have told how, and it is on its way here; the others are left behind.
    private func settleOutputs(_ ids: [Int], of graph: BroadcastGraph) async {
        for id in ids {
            while outputs[id]?.isOpen == true, graph.handle(ofOutput: id)?.isFinished == true { await stateChange() }
            // One that had no stage yet has simply not begun.
            settle(
                id, .ended(graph.handle(ofOutput: id).map { _ in Self.leftBehind(outputs[id]?.name ?? "An output") }))
        }
    }

    private static func leftBehind(_ name: String) -> BroadcastError {
        BroadcastError(
            code: .timedOut, message: "\(name) did not end in time.",
            advice: "What it wrote or sent last may be incomplete.")
    }

    private func report(_ late: [String]) {
        for name in late { log.error("a stage did not end in time and is left behind", [.init("stage", name)]) }
    }

    func runningGraph() throws(BroadcastError) -> BroadcastGraph {
        guard let graph, capture.state == .capturing else {
            throw .invalidState("Capture is not running.", advice: "Start capture first.")
        }
        return graph
    }

    func openEncoders(of graph: BroadcastGraph) async throws(BroadcastError) {
        guard !graph.hasEncoders else { return }
        let settings = graph.encoderSettings
        let encoders = try await ThreadWork.run(name: "onair-encoder") { () throws(BroadcastError) in
            try ProgramEncoders(opening: settings)
        }
        // Somebody else may have opened them, or stopped capture, while this call waited.
        guard self.graph === graph, capture.state == .capturing, !graph.hasEncoders else { return }
        graph.startEncoders(encoders)
    }

    /// Encoders that nobody takes the program from cost and serve nothing.
    func closeIdleEncoders() {
        guard let graph, graph.hasEncoders, outputs.open.isEmpty else { return }
        switch stream.state {
        case .connecting, .connected, .reconnecting, .disconnecting: return
        case .idle, .failed: _ = graph.closeEncoders()
        }
    }

    // MARK: - Changing state

    /// Every change of state passes here, so that none goes untold.
    @discardableResult
    private func changeCapture<Result, Failure: Error>(
        _ change: (inout CaptureStateMachine) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let before = capture.state
        let result = try change(&capture)
        if capture.state != before {
            hub.post(.capture(capture.state))
            wakeWaiters()
        }
        return result
    }

    @discardableResult
    func changeStream<Result, Failure: Error>(
        _ change: (inout StreamStateMachine) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let (before, led) = (stream.state, stream.leader)
        let result = try change(&stream)
        if stream.leader != led {
            graph?.lead(stream.leader)
            hub.post(.leader(stream.leader))
        }
        if stream.state != before {
            hub.post(.stream(stream.state))
            wakeWaiters()
        }
        return result
    }

    func stateChange() async {
        await withCheckedContinuation { waiters.append($0) }
    }

    func wakeWaiters() {
        let waiting = waiters
        waiters = []
        for waiter in waiting { waiter.resume() }
    }
}

/// What a stage tells, and which graph it belongs to.
private struct KitNotice: Sendable {
    let graph: Int
    let notice: GraphNotice
}
