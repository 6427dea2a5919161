import Dispatch
import Glibc
import OnAir
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
        case started(BroadcastError?)
        case interrupted
        /// Ctrl-Z, or SIGTSTP from elsewhere.
        case suspended
        case key(LiveKey)
        case answer(String)
        case durationOver
        case stopped
    }

    func run() async -> ExitCode {
        let (inputs, queue) = AsyncStream.makeStream(of: Input.self, bufferingPolicy: .unbounded)
        var signals = [SIGINT, SIGTERM, SIGHUP].map { number in Self.source(number) { queue.yield(.interrupted) } }
        let keyboard = takesKeys ? Keyboard { queue.yield(.key($0)) } : nil
        // Without a terminal to give back, the signal does by itself what it should.
        if keyboard != nil, !Self.isIgnored(SIGTSTP) {
            signals.append(Self.source(SIGTSTP) { queue.yield(.suspended) })
        }
        defer {
            keyboard?.stop()
            for source in signals { source.cancel() }
        }

        SimulatedBackend.shared.play(plan.faults)
        let kit = StreamerKit(configuration: plan.configuration, log: Self.log(options.logLevel))
        let events = await kit.events()
        // One long-lived task hands the kit's events over, in order; it ends with the kit.
        Task { for await event in events { queue.yield(.event(event)) } }
        // Keys are done one after the other beside everything else; nobody types far ahead of what he sees.
        let (pressed, keys) = AsyncStream.makeStream(of: LiveKey.self, bufferingPolicy: .bufferingOldest(16))
        defer { keys.finish() }
        let actions = LiveKeyActions(kit: kit)
        Task { for await key in pressed { queue.yield(.answer(await actions.perform(key))) } }
        let plan = plan
        // Starting can take as long as a server likes, and ctrl-C must be heard meanwhile.
        Task { queue.yield(.started(await Self.start(kit, plan))) }

        var session = LiveSession(
            options: options, destinations: plan.addresses.count, recordings: plan.recordings.count)
        for address in plan.addresses where !address.hasKey {
            session.warn("\(address) has no stream key; most servers want rtmp://HOST/APP/KEY, or --key-file")
        }
        var timer: (any DispatchSourceTimer)?
        for await input in inputs {
            switch input {
            case .event(let event):
                session.received(event)
                if case .capture(.capturing) = event {
                    session.opened(
                        camera: await kit.camera.map(Self.name), microphone: await kit.microphone.map(Self.name))
                    if keyboard != nil { session.answer(LiveKey.line) }
                }
            case .key(.quit): session.stopRequested()
            case .key(let key): if !session.isStopping { keys.yield(key) }
            case .answer(let text): session.answer(text)
            case .suspended:
                session.clearLine()
                keyboard?.suspend()
                session.redraw()
            case .started(let error): session.started(error)
            case .interrupted:
                guard !session.isStopping else {
                    session.finish(.interrupted, await kit.statistics)
                    return .interrupted
                }
                session.stopRequested()
            case .durationOver: session.stopRequested()
            case .stopped:
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
            if session.shouldStopNow() {
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

    private static func name(_ device: CaptureDevice) -> LiveEvent.DeviceName {
        LiveEvent.DeviceName(id: device.uniqueID, name: device.localizedName)
    }

    private static func source(
        _ number: Int32, _ received: @escaping @Sendable () -> Void
    ) -> any DispatchSourceSignal {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler(handler: received)
        source.resume()
        return source
    }

    /// Whether whoever started this process has it ignore the signal.
    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0, let handler = action.__sigaction_handler.sa_handler else {
            return false
        }
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// Starts everything; the error is what kept capture, the stream or a recording from starting at all.
    private static func start(_ kit: StreamerKit, _ plan: LivePlan) async -> BroadcastError? {
        do throws(BroadcastError) {
            try await kit.startCapture()
            for path in plan.recordings { try await kit.startRecording(to: path) }
            if !plan.addresses.isEmpty { try await kit.startStream(to: plan.addresses) }
            return nil
        } catch {
            return error
        }
    }

    private static func log(_ level: LiveOptions.LogLevel) -> Log {
        switch level {
        case .error: .standardError(level: .error)
        case .warning: .standardError(level: .warning)
        case .info: .standardError(level: .info)
        case .debug: .standardError(level: .debug)
        }
    }
}
