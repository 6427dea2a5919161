/// What one listener has not read yet. One reader; any number of writers.
final class EventBuffer<Event: Sendable>: Sendable {
    private struct State {
        var events: [Event] = []
        var missed = 0
        var isFinished = false
        var reader: CheckedContinuation<Event?, Never>?
    }

    private let capacity: Int
    private let missed: @Sendable (Int) -> Event
    private let state = Lock(State())

    init(capacity: Int, missed: @escaping @Sendable (Int) -> Event) {
        self.capacity = capacity
        self.missed = missed
    }

    /// Adds `event`; what is returned is to be called outside every lock.
    func add(_ event: Event) -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard !state.isFinished else { return nil }
            if let reader = state.reader {
                state.reader = nil
                return { reader.resume(returning: event) }
            }
            if state.events.count == capacity {
                state.events.removeFirst()
                state.missed += 1
            }
            state.events.append(event)
            return nil
        }
    }

    /// The next event; nil at the end.
    func next() async -> Event? {
        await withCheckedContinuation { continuation in
            let ready: Event?? = state.withLock { state in
                if state.missed > 0 {
                    defer { state.missed = 0 }
                    return .some(missed(state.missed))
                }
                if !state.events.isEmpty { return .some(state.events.removeFirst()) }
                guard !state.isFinished, state.reader == nil else { return .some(nil) }
                state.reader = continuation
                return nil
            }
            if let ready { continuation.resume(returning: ready) }
        }
    }

    /// No event comes any more; what is there can still be read.
    func finish() {
        let reader = state.withLock { state in
            state.isFinished = true
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume(returning: nil)
    }
}
