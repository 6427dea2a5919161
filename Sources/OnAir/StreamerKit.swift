/// A broadcast: opens the devices, wires the stages, encodes once and sends to any number of places.
///
/// ```swift
/// let kit = StreamerKit(configuration: BroadcastConfiguration(profile: .p720n3))
/// try await kit.startCapture()
/// try await kit.startStream(to: ["rtmp://127.0.0.1/live/demo"])
/// for await event in await kit.events() { print(event) }
/// ```
///
/// Any number of kits may live in one process. Each owns its threads; the actor only decides. What runs for long
/// happens on the stages' threads, so no call here waits for an encoder or a network, except where it says so.
///
/// Calls that make no sense in the present state are typed errors and change nothing. `stopStream` and `stopCapture`
/// never wait behind a start: they cancel it. Letting go of the last reference stops everything.
public actor StreamerKit {
    /// The library's version, `major.minor.patch`.
    public static let version = "0.1.0"

    /// What the broadcast is set to. Change it with `configure`.
    public private(set) var configuration: BroadcastConfiguration

    private let log: Log
    private let hub = EventHub()
    private let notices: AsyncStream<GraphNotice>.Continuation
    private var capture = CaptureStateMachine()
    private var stream = StreamStateMachine()
    private var graph: BroadcastGraph?
    private var recordings: Set<Int> = []
    private var outputs: [Int: OutputStatus] = [:]
    private var nextOutputID = 1
    private var latestStatistics = BroadcastStatistics()
    /// Rises with each stop of capture, so that whoever waited meanwhile knows that it has been cancelled.
    private var captureStops = 0
    /// The same for the stream.
    private var streamStops = 0
    private var waiters: [CheckedContinuation<Void, Never>] = []

    /// Makes a kit; nothing is opened yet.
    ///
    /// - Parameters:
    ///   - configuration: what to broadcast; by default simulated devices at profile `540p_3`.
    ///   - log: where the kit tells what it does; by default nowhere.
    public init(configuration: BroadcastConfiguration = BroadcastConfiguration(), log: Log = .silent) {
        self.configuration = configuration
        self.log = log
        let (stream, continuation) = AsyncStream.makeStream(
            of: GraphNotice.self, bufferingPolicy: .bufferingNewest(4096))
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
        notices.finish()
        hub.finish()
    }

    // MARK: - State

    /// Whether devices are open.
    public var captureState: CaptureState { capture.state }

    /// Whether the program is being sent.
    public var streamState: StreamState { stream.state }

    /// Every destination and recording since capture started, and what it is doing.
    public var outputStatus: [OutputStatus] { outputs.values.sorted { $0.id < $1.id } }

    /// The newest numbers; a snapshot is made each second while capturing.
    public var statistics: BroadcastStatistics { latestStatistics }

    /// A new listener's events, in order, from now on. At most 256 wait for a slow listener; then it is told how many
    /// it missed. The stream ends with the kit.
    public func events() -> AsyncStream<BroadcastEvent> { hub.events() }

    // MARK: - Settings

    /// Changes settings, all at once or, where one cannot be, none.
    ///
    /// While capturing, only what the documentation of a field calls changeable while live may change: bitrate,
    /// mirroring and mute.
    ///
    /// - Throws: `BroadcastError` with code `.invalidConfiguration` or `.invalidState`, naming the field.
    public func configure(_ change: @Sendable (inout BroadcastConfiguration) -> Void) throws(BroadcastError) {
        var wanted = configuration
        change(&wanted)
        let valid = try wanted.validated()
        if let graph {
            try Self.checkLiveChange(from: graph.configuration, to: valid)
            graph.apply(valid)
        }
        configuration = valid
    }

    private static func checkLiveChange(
        from old: BroadcastConfiguration, to new: BroadcastConfiguration
    ) throws(BroadcastError) {
        var allowed = old
        allowed.video.bitrate = new.video.bitrate
        allowed.video.isStreamMirrored = new.video.isStreamMirrored
        allowed.audio.isMuted = new.audio.isMuted
        guard allowed == new else {
            throw .invalidState(
                "Only the video bitrate, mirroring and mute can change while capture runs.",
                advice: "Stop capture, change the rest, and start again.")
        }
    }

    // MARK: - Capture

    /// Opens camera and microphone and lets them run.
    ///
    /// - Throws: `BroadcastError` where the configuration cannot work, a device cannot be opened (its code names why:
    ///   `device-missing`, `device-busy`, `device-denied`, `device-unusable`), capture already runs (`.invalidState`),
    ///   or a stop came meanwhile (`.cancelled`).
    public func startCapture() async throws(BroadcastError) {
        let valid = try configuration.validated()
        try capture.start()
        configuration = valid
        let mine = captureStops
        do throws(BroadcastError) {
            let devices = try await ThreadWork.run(name: "onair-open") { () throws(BroadcastError) in
                try CaptureDevices(opening: valid)
            }
            guard mine == captureStops else {
                capture.closed()
                throw BroadcastError(code: .cancelled, message: "Capture was stopped while its devices were opening.")
            }
            let notices = notices
            let graph = BroadcastGraph(configuration: valid, runner: ThreadRunner(), log: log) { notices.yield($0) }
            graph.startCapture(devices)
            self.graph = graph
            outputs = [:]
            latestStatistics = BroadcastStatistics()
            hub.post(.capture(capture.state))
        } catch {
            if error.broadcastCode != .cancelled {
                capture.failed(error)
                hub.post(.capture(capture.state))
            }
            throw error
        }
    }

    /// Stops the stream and all recordings, then lets camera and microphone go. Returns when all is closed, at the
    /// latest after about a second. Without effect when nothing runs.
    public func stopCapture() async {
        captureStops += 1
        streamStops += 1
        guard capture.stop() == .close else { return }
        guard let graph else { return }  // still opening: the start sees the new generation and closes
        hub.post(.capture(capture.state))
        await endStream()
        for id in recordings { graph.removeOutput(id) }
        await close(graph.outputHandles)
        await close(graph.stopCapture())
        latestStatistics = graph.statistics(now: graph.now)
        self.graph = nil
        recordings = []
        capture.closed()
        hub.post(.capture(capture.state))
    }

    // MARK: - Stream

    /// Sends the program to every address and returns once the first of them takes it.
    ///
    /// A destination that fails ends with an event of its own while others go on; when the last one has failed the
    /// stream has.
    ///
    /// - Parameter addresses: such as `rtmp://host/app/key`. At least one.
    /// - Throws: `BroadcastError`: `.invalidState` when capture does not run or a stream already does,
    ///   `.invalidAddress`, `.codecOpen`, the last destination's own reason when all have failed, or `.cancelled` when
    ///   a stop came meanwhile.
    public func startStream(to addresses: [StreamAddress]) async throws(BroadcastError) {
        guard let graph, capture.state == .capturing else {
            throw .invalidState("Capture is not running.", advice: "Start capture first.")
        }
        guard !addresses.isEmpty else {
            throw BroadcastError(code: .invalidAddress, message: "A stream needs at least one address.")
        }
        let first = nextOutputID
        try stream.start(destinations: Array(first..<first + addresses.count), waitingFor: "encoder")
        nextOutputID += addresses.count
        let mine = streamStops
        hub.post(.stream(stream.state))
        do throws(BroadcastError) {
            try await openEncoders(of: graph)
        } catch {
            guard mine == streamStops else { throw Self.cancelled }
            stream.failed(error)
            hub.post(.stream(stream.state))
            throw error
        }
        guard mine == streamStops, case .connecting = stream.state, graph.hasEncoders else {
            await closeIdleEncoders()
            throw Self.cancelled
        }
        setWaiting(for: "server")
        for (offset, address) in addresses.enumerated() {
            let id = first + offset
            record(
                OutputStatus(
                    id: id, kind: .destination, name: address.displayName, state: .connecting(waitingFor: "server")))
            graph.addDestination(id: id, address: address)
        }
        graph.runEncoders()
        while mine == streamStops, case .connecting = stream.state { await stateChange() }
        switch stream.state {
        case .connected where mine == streamStops: return
        case .failed(let error) where mine == streamStops: throw error
        case .idle, .connecting, .connected, .disconnecting, .failed: throw Self.cancelled
        }
    }

    /// Ends the stream in good order; recordings go on. Returns when every destination is closed, within about a
    /// second whatever the servers do. Without effect when nothing is sent.
    public func stopStream() async {
        streamStops += 1
        await endStream()
    }

    private static let cancelled = BroadcastError(
        code: .cancelled, message: "The stream was stopped while it was starting.")

    private func endStream() async {
        guard stream.stop() == .disconnect, let graph else {
            wakeWaiters()
            return
        }
        hub.post(.stream(stream.state))
        wakeWaiters()
        let ids = outputs.values.filter { $0.kind == .destination }.map(\.id)
        for id in ids { graph.removeOutput(id) }
        await close(ids.compactMap { graph.handle(ofOutput: $0) })
        for id in ids { settle(id, .ended(nil)) }
        if recordings.isEmpty { await close(graph.closeEncoders()) }
        stream.stopped()
        hub.post(.stream(stream.state))
    }

    // MARK: - Recording

    /// Writes the program, as encoded, to a new FLV file at `path` until `stopRecording` or the end of capture.
    ///
    /// - Returns: the recording's number, for `stopRecording`.
    /// - Throws: `BroadcastError` when capture does not run or the encoders cannot be opened. What the file system
    ///   refuses later ends this recording alone, with an event.
    @discardableResult
    public func startRecording(to path: String) async throws(BroadcastError) -> Int {
        guard let graph, capture.state == .capturing else {
            throw .invalidState("Capture is not running.", advice: "Start capture first.")
        }
        let mine = captureStops
        try await openEncoders(of: graph)
        guard mine == captureStops, graph.hasEncoders else {
            throw BroadcastError(code: .cancelled, message: "Capture was stopped while the recording was starting.")
        }
        let id = nextOutputID
        nextOutputID += 1
        recordings.insert(id)
        record(OutputStatus(id: id, kind: .recording, name: path, state: .connecting(waitingFor: "first picture")))
        graph.addRecording(id: id, path: path)
        graph.runEncoders()
        return id
    }

    /// Finishes the recording `id`. Without effect when it is over already.
    public func stopRecording(_ id: Int) async {
        guard let graph, recordings.contains(id) else { return }
        graph.removeOutput(id)
        await close([graph.handle(ofOutput: id)].compactMap { $0 })
        settle(id, .ended(nil))
        recordings.remove(id)
        await closeIdleEncoders()
    }

    // MARK: - What the stages tell

    private func received(_ notice: GraphNotice) async {
        switch notice {
        case .tick(let now):
            guard let graph else { return }
            latestStatistics = graph.statistics(now: now)
            hub.post(.statistics(latestStatistics))
        case .output(let id, let state):
            await outputChanged(id, state)
        case .sourceEnded(_, let error):
            guard let error, capture.state == .capturing else { return }
            hub.post(.capture(.failed(error)))
        }
    }

    private func outputChanged(_ id: Int, _ state: OutputStatus.State) async {
        settle(id, state)
        guard outputs[id]?.kind == .destination else {
            if case .ended = state {
                recordings.remove(id)
                await closeIdleEncoders()
            }
            return
        }
        let before = stream.state
        var tearDown = false
        switch state {
        case .connecting(let what): stream.waiting(for: what)
        case .live: stream.destinationLive(id)
        case .ended(let error): tearDown = stream.destinationEnded(id, error: error) == .tearDown
        }
        if stream.state != before { hub.post(.stream(stream.state)) }
        wakeWaiters()
        if tearDown { await closeIdleEncoders() }
    }

    /// Takes note of an output's state; the first end counts, and nothing comes after it.
    private func settle(_ id: Int, _ state: OutputStatus.State) {
        guard let old = outputs[id], old.state != state else { return }
        if case .ended = old.state { return }
        record(OutputStatus(id: id, kind: old.kind, name: old.name, state: state))
    }

    private func record(_ status: OutputStatus) {
        outputs[status.id] = status
        hub.post(.output(status))
    }

    private func setWaiting(for what: String) {
        stream.waiting(for: what)
        hub.post(.stream(stream.state))
    }

    private var isStreaming: Bool {
        switch stream.state {
        case .connecting, .connected, .disconnecting: true
        case .idle, .failed: false
        }
    }

    private func openEncoders(of graph: BroadcastGraph) async throws(BroadcastError) {
        guard !graph.hasEncoders else { return }
        let settings = graph.encoderSettings
        let encoders = try await ThreadWork.run(name: "onair-encoder") { () throws(BroadcastError) in
            try ProgramEncoders(opening: settings)
        }
        // Somebody else may have opened them, or stopped capture, while this call waited.
        guard self.graph === graph, !graph.hasEncoders else { return }
        graph.startEncoders(encoders)
    }

    /// Encoders that nobody takes the program from cost and serve nothing.
    private func closeIdleEncoders() async {
        guard recordings.isEmpty, !isStreaming, let graph else { return }
        await close(graph.closeEncoders())
    }

    private func close(_ handles: [StageHandle]) async {
        let late = await StageDeadline.wait(for: handles, milliseconds: 900)
        for name in late { log.error("a stage did not end in time and is left behind", [.init("stage", name)]) }
    }

    private func stateChange() async {
        await withCheckedContinuation { waiters.append($0) }
    }

    private func wakeWaiters() {
        let waiting = waiters
        waiters = []
        for waiter in waiting { waiter.resume() }
    }
}
