import OnAirMedia
import OnAirPublish
import OnAirSystem

/// A destination on a thread of its own and a real socket, as the kit would run it.
struct LiveDestination {
    let queue: SendQueue
    let events = Events()
    let timed: TimedEvents
    /// An IDR picture is wanted.
    let keyframe = Flag()
    let stop: StopRequest
    let monitor = DestinationMonitor()
    let clock = MonotonicClock()

    init(
        _ address: RTMPAddress, format: ProgramFormat = Packets.format, options: DestinationOptions = .once,
        changes: NetworkChanges = .shared
    ) {
        let runner = ThreadRunner()
        let signal = runner.makeSignal()
        queue = SendQueue(format: format, isOpen: false, consumer: signal) { [keyframe] in keyframe.raise() }
        stop = StopRequest(signal: signal)
        let events = events
        let timed = TimedEvents(clock: MonotonicClock())
        self.timed = timed
        let stage = RTMPDestinationStage(
            address: address, format: format, queue: queue,
            links: SocketLinks(signal: signal, changes: changes), options: options, stop: stop,
            monitor: monitor, clock: runner.clock
        ) {
            timed.add($0)
            events.add($0)
        }
        runner.add(stage, signal: signal)
    }

    func waitUntilPublishing() async { await events.wait { $0 == .state(.publishing) } }

    /// Asks it to stop and says how many milliseconds that took.
    func stopTiming() async -> Int64 {
        let start = clock.now
        stop.request()
        await events.waitForEnd()
        return (events.end ?? clock.now).nanoseconds(since: start) / 1_000_000
    }
}

extension DestinationOptions {
    /// One attempt only.
    static var once: DestinationOptions {
        var options = DestinationOptions()
        options.reconnect.attempts = 0
        return options
    }
}
