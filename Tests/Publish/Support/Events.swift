import OnAirMedia
import OnAirPublish

/// Keeps the events of a destination in order, and lets a test wait for one.
final class Events: Sendable {
    private struct Waiter {
        let matches: @Sendable (DestinationEvent.Kind) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct Kept {
        var events: [DestinationEvent] = []
        var waiters: [Waiter] = []
        var end: HostTime?
    }

    private let kept = Lock(Kept())

    func add(_ event: DestinationEvent) {
        let ready = kept.withLock { kept in
            kept.events.append(event)
            if case .ended = event.kind { kept.end = MonotonicClock().now }
            let ready = kept.waiters.filter { $0.matches(event.kind) }
            kept.waiters.removeAll { $0.matches(event.kind) }
            return ready
        }
        for waiter in ready { waiter.continuation.resume() }
    }

    /// Returns once an event that `matches` has come.
    func wait(for matches: @escaping @Sendable (DestinationEvent.Kind) -> Bool) async {
        await withCheckedContinuation { continuation in
            let isThere = kept.withLock { kept in
                if kept.events.contains(where: { matches($0.kind) }) { return true }
                kept.waiters.append(Waiter(matches: matches, continuation: continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    /// Returns once it is over.
    func waitForEnd() async {
        await wait { if case .ended = $0 { true } else { false } }
    }

    /// When it ended, by the clock of the thread that ended it: whoever waits may be woken late on a busy machine.
    var end: HostTime? { kept.withLock { $0.end } }

    var all: [DestinationEvent.Kind] { kept.withLock { $0.events.map(\.kind) } }

    var states: [DestinationState] {
        all.compactMap { if case .state(let state) = $0 { state } else { nil } }
    }

    /// All endings; a right destination has exactly one, and it is the last event.
    var endings: [DestinationEnding] {
        all.compactMap { if case .ended(let ending) = $0 { ending } else { nil } }
    }

    /// The only ending's error; nil where there is another number of endings, or it is not the last event.
    var failure: DestinationError? {
        guard endings.count == 1, case .ended(.failed(let error)) = all.last else { return nil }
        return error
    }
}
