import OnAirMedia
import OnAirPulse

/// Tells when a sound server's sources have come or gone, and when the server has, for as long as it lives.
final class PulseWatch: Sendable {
    private let stop: StopRequest

    init(
        _ server: PulseServer, runner: any StageRunner = ThreadRunner(), changed: @escaping @Sendable () -> Void
    ) {
        let signal = runner.makeSignal()
        stop = StopRequest(signal: signal)
        runner.add(PulseWatchStage(server, stop: stop, changed: changed), signal: signal)
    }

    deinit { stop.request() }
}

/// Keeps the server's connection and passes its news on.
private final class PulseWatchStage: Stage {
    let name = "pulse-watch"

    /// News of one event come in a bunch; this long after the first it is told.
    private static let settling = MediaTime.milliseconds(50)
    private static let shortestRetry = MediaTime.milliseconds(100)
    private static let longestRetry = MediaTime.milliseconds(2000)

    private let server: PulseServer
    private let stop: StopRequest
    private let changed: @Sendable () -> Void
    private let news: News
    private let listening: AnyObject
    private var retry = PulseWatchStage.shortestRetry
    private var nextAttempt: HostTime?
    private var tellAt: HostTime?
    private var wasConnected: Bool?

    /// Whether there is something to tell.
    private final class News: Sendable {
        private let isThere = Lock(false)
        func come() { isThere.withLock { $0 = true } }
        func take() -> Bool {
            isThere.withLock { isThere in
                defer { isThere = false }
                return isThere
            }
        }
    }

    init(_ server: PulseServer, stop: StopRequest, changed: @escaping @Sendable () -> Void) {
        let news = News()
        (self.server, self.stop, self.changed, self.news) = (server, stop, changed, news)
        listening = server.listen {
            news.come()
            stop.wake()
        }
    }

    func step(now: HostTime) -> StageWait {
        guard !stop.isRequested else { return .finished }
        if news.take() { tellAt = tellAt ?? now.advanced(by: Self.settling) }
        if nextAttempt.map({ now >= $0 }) ?? true { connect(now) }
        if let due = tellAt, now >= due {
            tellAt = nil
            changed()
        }
        return .event(until: [tellAt, nextAttempt].compactMap { $0 }.min())
    }

    private func connect(_ now: HostTime) {
        let isConnected: Bool
        do {
            try server.connect()
            isConnected = true
        } catch {
            isConnected = false
        }
        if let wasConnected, wasConnected != isConnected { tellAt = tellAt ?? now.advanced(by: Self.settling) }
        wasConnected = isConnected
        if isConnected {
            (retry, nextAttempt) = (Self.shortestRetry, nil)
        } else {
            nextAttempt = now.advanced(by: retry)
            retry = min(retry + retry, Self.longestRetry)
        }
    }
}
