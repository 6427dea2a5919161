import Dispatch
import Glibc
import OnAir
import OnAirLive
import OnAirMedia
import OnAirTerminal

/// The broadcast behind the window: starts it, hears everything in one order, does what the window asks for, and ends it.
/// Runs in tasks of its own; the window sends to it and reads the mailbox.
package final class WindowDesk: Sendable {
    /// What the window asks for.
    package enum Request: Sendable {
        case action(WindowAction)
        /// A point of the window's surface, and the surface.
        case tapped(LayerPoint, LayerSize)
        /// Somebody sees the window, or no longer.
        case looks(Bool)
        /// Something could not be shown.
        case trouble(String)
        case closed
    }

    private enum Input: Sendable {
        case request(Request)
        case event(BroadcastEvent)
        case started(BroadcastError?, captureBegan: Bool)
        case outcome(WindowActions.Outcome)
        case answer(String)
        /// Told already by the output that failed.
        case failed(String)
        case warning(String)
        case interrupted
        case durationOver
        case stopped
    }

    /// How long an answer stands in the title.
    private static let answerTime = Duration.seconds(4)

    private let plan: LivePlan
    private let options: WindowOptions
    private let metrics: MetricsPage?
    private let mailbox: WindowMailbox
    private let inputs: AsyncStream<Input>
    private let queue: AsyncStream<Input>.Continuation

    package init(_ plan: LivePlan, options: WindowOptions, metrics: MetricsPage?, mailbox: WindowMailbox) {
        (self.plan, self.options, self.metrics, self.mailbox) = (plan, options, metrics, mailbox)
        (inputs, queue) = AsyncStream.makeStream(bufferingPolicy: .unbounded)
    }

    /// From any thread.
    package func send(_ request: Request) { queue.yield(.request(request)) }

    /// From start to end. Called once.
    package func run() async -> ExitCode {
        let queue = queue
        // What nohup and a shell without job control have it ignore stays ignored.
        let heard = [SIGTERM] + [SIGINT, SIGHUP].filter { !LiveSignals.isIgnored($0) }
        let signals = heard.map { number in LiveSignals.source(number) { queue.yield(.interrupted) } }
        defer { for source in signals { source.cancel() } }

        SimulatedBackend.shared.play(plan.faults)
        var configuration = plan.configuration
        configuration.video.isPreviewMirrored = configuration.video.isStreamMirrored
        let kit = StreamerKit(configuration: configuration, log: .standardError(options.live.logLevel))
        let events = await kit.events()
        // One long-lived task hands the kit's events over, in order; it ends with the kit.
        Task { for await event in events { queue.yield(.event(event)) } }
        // What is asked for is done one after the other beside everything else; nobody asks far ahead of what he sees.
        let (asked, work) = AsyncStream.makeStream(of: Request.self, bufferingPolicy: .bufferingOldest(16))
        defer { work.finish() }
        let keys = LiveKeyActions(kit: kit, plan: plan)
        var names = RecordingNames(plan.recordings)
        // The first ones are in use then.
        if options.startsAtOnce, !plan.recordings.isEmpty { _ = names.next(isTaken: { _ in false }, timed: "") }
        let actions = WindowActions(kit: kit, keys: keys, recordings: names)
        // What is asked for is done one after the other beside the window, as long as it is asked.
        Task {
            var actions = actions
            for await request in asked {
                switch request {
                case .action(let action): queue.yield(.outcome(await actions.perform(action)))
                case .tapped(let point, let surface):
                    queue.yield(.outcome(await actions.tapped(point, surface)))
                case .looks, .trouble, .closed: break
                }
            }
        }
        let (plan, startsAtOnce) = (plan, options.startsAtOnce)
        // Starting can take as long as a server likes, and the window must be heard meanwhile.
        Task {
            let (error, captureBegan) = await plan.start(kit, withOutputs: startsAtOnce)
            queue.yield(.started(error, captureBegan: captureBegan))
        }
        return await follow(kit, work)
    }

    private func follow(_ kit: StreamerKit, _ work: AsyncStream<Request>.Continuation) async -> ExitCode {
        var session = LiveSession(
            options: options.live, destinations: plan.addresses.count, recordings: plan.recordings.count,
            takesKeys: true, metrics: metrics, endsWithOutputs: false)
        if let metrics { session.serving(metricsOn: metrics.port) }
        var look = Look(isWanted: true)
        var facts = WindowFacts()
        (facts.isMuted, facts.isFrozen) = (plan.configuration.audio.isMuted, plan.configuration.video.isStreamFrozen)
        var answerEnds = ContinuousClock.now
        var told = facts
        var snapshot = plan.snapshot
        var timer: (any DispatchSourceTimer)?
        defer { timer?.cancel() }
        mailbox.tell(facts)

        for await input in inputs {
            switch input {
            case .event(let event):
                if case .capture(.failed(let error)) = event { session.suggestion = plan.suggestion(for: error) }
                session.received(event)
                if case .output(let status) = event { facts.update(status) }
                if case .device(let status) = event, status.mediaType == .video {
                    if case .interrupted = status.state { facts.isCameraLost = true }
                    if case .running = status.state { facts.isCameraLost = false }
                }
                if let path = snapshot, session.isLive {
                    snapshot = nil
                    // A picture is waited for and coded, while the window is heard.
                    Task { [queue] in queue.yield(await Self.save(path, kit)) }
                }
                if case .statistics(let statistics) = event {
                    facts.update(statistics)
                    if .now >= answerEnds { facts.answer = nil }
                }
                if case .capture(.capturing) = event {
                    let (camera, microphone) = (await kit.camera, await kit.microphone)
                    session.opened(
                        camera: camera.map(LiveEvent.DeviceName.init),
                        microphone: microphone.map(LiveEvent.DeviceName.init))
                    for text in plan.idleFaults(camera: camera, microphone: microphone) { session.warn(text) }
                    plan.explain(camera, microphone) { [queue] in queue.yield(.warning($0)) }
                    facts.camera = camera?.localizedName
                    look.canLook = plan.configuration.camera != .off
                    await look.update(kit, mailbox)
                }
            case .request(let request):
                switch request {
                case .closed, .action(.live(.quit)): session.stopRequested()
                case .action(.send): if !session.isStopping { changeSending(kit) }
                case .action, .tapped: if !session.isStopping { work.yield(request) }
                case .looks(let isLooking):
                    look.isWanted = isLooking
                    await look.update(kit, mailbox)
                case .trouble(let text): if look.notes(text) { session.warn(text) }
                }
            case .outcome(let outcome):
                (facts.isMuted, facts.isFrozen, facts.camera) = (outcome.isMuted, outcome.isFrozen, outcome.camera)
                if let answer = outcome.answer {
                    session.answer(answer)
                    (facts.answer, answerEnds) = (answer, .now + Self.answerTime)
                }
            case .answer(let text):
                session.answer(text)
                (facts.answer, answerEnds) = (text, .now + Self.answerTime)
            case .failed(let text): (facts.answer, answerEnds) = (text, .now + Self.answerTime)
            case .warning(let text): session.warn(text)
            case .started(let error, let captureBegan): session.started(error, captureBegan: captureBegan)
            case .interrupted:
                guard !session.isStopping else {
                    session.finish(.interrupted, await kit.statistics)
                    return .interrupted
                }
                session.stopRequested()
            case .durationOver: session.stopRequested()
            case .stopped: session.stopped()
            }
            if session.isOver { return session.finish(nil, await kit.statistics) }
            if timer == nil, session.isLive, let duration = options.live.duration {
                timer = after(duration) { [queue] in queue.yield(.durationOver) }
            }
            facts.isStopping = session.isStopping
            if facts != told {
                told = facts
                mailbox.tell(facts)
            }
            if session.shouldStopNow() {
                look.end()
                // Stopping may take a second, and a second ctrl-C must be heard meanwhile.
                Task { [queue] in
                    await kit.stopCapture()
                    queue.yield(.stopped)
                }
            }
        }
        return .fault
    }

    /// Sends the program, or stops that, also while it is still on the way to a server; so it waits for nothing else.
    private func changeSending(_ kit: StreamerKit) {
        let destinations = plan.destinations
        // Connecting can take as long as a server likes, and the window must be heard meanwhile.
        Task { [queue] in
            switch await kit.streamState {
            case .idle, .failed:
                guard !destinations.isEmpty else {
                    queue.yield(.answer("There is nowhere to send: start it with --to rtmp://SERVER/APP/KEY."))
                    return
                }
                do throws(BroadcastError) {
                    try await kit.startStream(to: destinations)
                    queue.yield(.answer("live"))
                } catch {
                    if error.broadcastCode != .cancelled { queue.yield(.failed(error.description)) }
                }
            case .connecting, .connected, .reconnecting, .disconnecting:
                await kit.stopStream()
                queue.yield(.answer("no longer live"))
            }
        }
    }

    /// Writes a picture of the program, and says so.
    private static func save(_ path: String, _ kit: StreamerKit) async -> Input {
        do throws(BroadcastError) {
            try await kit.saveSnapshot(to: path)
            return .answer("snapshot: \(path)")
        } catch {
            return .warning("there is no snapshot: \(error)")
        }
    }

    private func after(_ duration: MediaTime, _ fire: @escaping @Sendable () -> Void) -> any DispatchSourceTimer {
        let timer = DispatchSource.makeTimerSource(queue: .global())
        timer.setEventHandler(handler: fire)
        timer.schedule(deadline: .now() + .nanoseconds(Int(duration.nanoseconds)))
        timer.resume()
        return timer
    }

    /// The look at the preview, which costs something only while somebody sees the window.
    private struct Look {
        var isWanted: Bool
        var canLook = false
        private var preview: ProgramPreview?
        private var trouble: String?

        init(isWanted: Bool) { self.isWanted = isWanted }

        mutating func update(_ kit: StreamerKit, _ mailbox: WindowMailbox) async {
            guard isWanted, canLook else {
                end()
                return
            }
            guard preview == nil else { return }
            // Capture may have ended meanwhile, and then there is nothing to look at.
            preview = try? await kit.addPreview { mailbox.show($0) }
        }

        mutating func end() {
            preview?.cancel()
            preview = nil
        }

        /// Whether this is another trouble than the last.
        mutating func notes(_ text: String) -> Bool {
            defer { trouble = text }
            return trouble != text
        }
    }
}
