import Dispatch
import Glibc
import OnAir
import OnAirHTTP
import OnAirLive
import OnAirTerminal

/// `onair live`: one broadcast from start to end, told on the terminal.
struct LiveCommand {
    private let plan: LivePlan
    private let options: LiveOptions

    init(_ plan: LivePlan, options: LiveOptions) {
        self.plan = plan
        self.options = options
    }

    /// Whatever the command reacts to, in one order.
    private enum Input: Sendable {
        case event(BroadcastEvent)
        case started(BroadcastError?, captureBegan: Bool)
        case warning(String)
        case interrupted
        /// Ctrl-Z, or SIGTSTP from elsewhere.
        case suspended
        case pressed(KeyPress)
        case answer(String)
        /// The snapshot that was asked for is written, or why not.
        case snapshot(String, BroadcastError?)
        case durationOver
        case stopped
    }

    func run() async -> ExitCode {
        // What was asked for and cannot be is told before anything starts.
        var metrics: MetricsPage?
        do throws(HTTPServerError) {
            if let port = options.metricsPort { metrics = try MetricsPage(port: port) }
        } catch {
            Console.write("onair: --metrics: \(error)\n", to: .standardError)
            return .settings
        }
        defer { metrics?.stop() }
        let (inputs, queue) = AsyncStream.makeStream(of: Input.self, bufferingPolicy: .unbounded)
        // Before anything is said: what is typed from now on is not shown.
        let keyboard = takesKeys ? Keyboard { queue.yield(.pressed($0)) } : nil
        // What nohup and a shell without job control have it ignore stays ignored.
        let heard = [SIGTERM] + [SIGINT, SIGHUP].filter { !LiveSignals.isIgnored($0) }
        var signals = heard.map { number in LiveSignals.source(number) { queue.yield(.interrupted) } }
        // Without a terminal to give back, the signal does by itself what it should.
        if keyboard != nil, !LiveSignals.isIgnored(SIGTSTP) {
            signals.append(LiveSignals.source(SIGTSTP) { queue.yield(.suspended) })
        }
        defer {
            keyboard?.stop()
            for source in signals { source.cancel() }
        }

        SimulatedBackend.shared.play(plan.faults)
        let kit = StreamerKit(configuration: plan.configuration, log: .standardError(options.logLevel))
        let events = await kit.events()
        // One long-lived task hands the kit's events over, in order; it ends with the kit.
        Task { for await event in events { queue.yield(.event(event)) } }
        // Keys are done one after the other beside everything else; nobody types far ahead of what he sees.
        let (pressed, keys) = AsyncStream.makeStream(of: LiveKey.self, bufferingPolicy: .bufferingOldest(16))
        defer { keys.finish() }
        let actions = LiveKeyActions(kit: kit, plan: plan)
        // The one that does them, as long as keys are pressed.
        Task { for await key in pressed { queue.yield(.answer(await actions.perform(key))) } }
        let plan = plan
        // Starting can take as long as a server likes, and ctrl-C must be heard meanwhile.
        Task {
            let (error, captureBegan) = await plan.start(kit)
            queue.yield(.started(error, captureBegan: captureBegan))
        }

        var session = LiveSession(
            options: options, destinations: plan.addresses.count, recordings: plan.recordings.count,
            takesKeys: keyboard?.takesKeys == true, metrics: metrics)
        if let metrics { session.serving(metricsOn: metrics.port) }
        for address in plan.addresses where !address.hasKey {
            session.warn("\(address) has no stream key; most servers want rtmp://HOST/APP/KEY, or --key-file")
        }
        var timer: (any DispatchSourceTimer)?
        var hint = KeyHint()
        var snapshot = plan.snapshot
        var waitsForSnapshot = false
        let began = ContinuousClock.now
        for await input in inputs {
            switch input {
            case .event(let event):
                if case .capture(.failed(let error)) = event { session.suggestion = plan.suggestion(for: error) }
                session.received(event)
                if session.isLive, let path = snapshot {
                    (snapshot, waitsForSnapshot) = (nil, true)
                    // A picture is waited for and coded, while other things go on.
                    Task { queue.yield(.snapshot(path, await Self.saveSnapshot(of: kit, to: path))) }
                }
                if case .capture(.capturing) = event {
                    let (camera, microphone) = (await kit.camera, await kit.microphone)
                    session.opened(
                        camera: camera.map(LiveEvent.DeviceName.init),
                        microphone: microphone.map(LiveEvent.DeviceName.init))
                    for text in plan.idleFaults(camera: camera, microphone: microphone) { session.warn(text) }
                    plan.explain(camera, microphone) { queue.yield(.warning($0)) }
                    if keyboard?.takesKeys == true { session.answer(await actions.help()) }
                }
            case .warning(let text): session.warn(text)
            case .pressed(.key(.quit)): session.stopRequested()
            case .pressed(.key(let key)): if !session.isStopping { keys.yield(key) }
            case .pressed(.stranger):
                let time = began.duration(to: .now).components
                if hint.isDue(now: Double(time.seconds) + Double(time.attoseconds) / 1e18) {
                    session.answer(KeyHint.text)
                }
            case .answer(let text): session.answer(text)
            case .snapshot(let path, let error):
                waitsForSnapshot = false
                session.snapshotEnded(path, error)
            case .suspended:
                session.clearLine()
                keyboard?.suspend()
                session.redraw()
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
            if session.isOver {
                timer?.cancel()
                return session.finish(nil, await kit.statistics)
            }
            if timer == nil, session.isLive, let duration = options.duration {
                let clock = DispatchSource.makeTimerSource(queue: .global())
                clock.setEventHandler { queue.yield(.durationOver) }
                clock.schedule(deadline: .now() + .nanoseconds(Int(duration.nanoseconds)))
                clock.resume()
                timer = clock
            }
            // It takes two seconds at most.
            if !waitsForSnapshot, session.shouldStopNow() {
                // Stopping may take a second, and a second ctrl-C must be heard meanwhile.
                Task {
                    await kit.stopCapture()
                    queue.yield(.stopped)
                }
            }
        }
        return .fault
    }

    /// Keys are for people: a program that reads JSON lines, and a quiet log, have the terminal to themselves.
    private var takesKeys: Bool { Keyboard.isThere && !options.json && !options.quiet }

    private static func saveSnapshot(of kit: StreamerKit, to path: String) async -> BroadcastError? {
        do throws(BroadcastError) {
            try await kit.saveSnapshot(to: path)
            return nil
        } catch {
            return error
        }
    }
}
