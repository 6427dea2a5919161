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
        case durationOver
        case stopped
    }

    func run() async -> ExitCode {
        let (inputs, queue) = AsyncStream.makeStream(of: Input.self, bufferingPolicy: .unbounded)
        let signals = [SIGINT, SIGTERM, SIGHUP].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { queue.yield(.interrupted) }
            source.resume()
            return source
        }
        defer { for source in signals { source.cancel() } }

        let kit = StreamerKit(configuration: plan.configuration, log: Self.log(options.logLevel))
        let events = await kit.events()
        // One long-lived task hands the kit's events over, in order; it ends with the kit.
        Task { for await event in events { queue.yield(.event(event)) } }
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
            case .event(let event): session.received(event)
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
