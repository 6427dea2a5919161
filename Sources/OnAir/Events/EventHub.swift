/// Hands events to any number of listeners, each in order and with a bounded buffer of its own.
///
/// A listener that does not keep up loses the newest events, never the order, and is told `missed(n)` at the place.
package final class EventHub: Sendable {
    private struct Listener {
        let continuation: AsyncStream<BroadcastEvent>.Continuation
        var missed = 0
    }

    private struct State {
        var listeners: [Int: Listener] = [:]
        var nextID = 0
        var isFinished = false
    }

    /// Events a listener may lag behind.
    package static let capacity = 256

    private let state = Lock(State())

    package init() {}

    /// A new listener's events, from now on.
    package func events() -> AsyncStream<BroadcastEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: BroadcastEvent.self, bufferingPolicy: .bufferingOldest(Self.capacity))
        let id: Int? = state.withLock { state in
            guard !state.isFinished else { return nil }
            let id = state.nextID
            state.nextID += 1
            state.listeners[id] = Listener(continuation: continuation)
            return id
        }
        guard let id else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.listeners.removeValue(forKey: id) }
        }
        return stream
    }

    /// Tells every listener.
    package func post(_ event: BroadcastEvent) {
        // Yielding under the lock keeps the order between posters; a yield never runs a listener's code.
        state.withLock { state in
            for (id, var listener) in state.listeners {
                Self.deliver(event, to: &listener)
                state.listeners[id] = listener
            }
        }
    }

    private static func deliver(_ event: BroadcastEvent, to listener: inout Listener) {
        if listener.missed > 0 {
            guard case .enqueued = listener.continuation.yield(.missed(listener.missed)) else {
                listener.missed += 1
                return
            }
            listener.missed = 0
        }
        if case .dropped = listener.continuation.yield(event) { listener.missed += 1 }
    }

    /// Ends every listener's stream.
    package func finish() {
        let listeners = state.withLock { state in
            state.isFinished = true
            defer { state.listeners = [:] }
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.continuation.finish() }
    }
}
