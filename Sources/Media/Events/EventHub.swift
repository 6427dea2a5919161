/// Hands events to any number of listeners, each in order and with a bounded buffer of its own.
///
/// A listener that does not keep up loses the oldest it has not read, is told `missed(n)` in their place at its next
/// read, and so always ends up knowing the present.
public final class EventHub<Event: Sendable>: Sendable {
    private struct State {
        var listeners: [Int: EventBuffer<Event>] = [:]
        var nextID = 0
        var isFinished = false
    }

    /// Events a listener may lag behind: 256.
    public static var capacity: Int { 256 }

    private let missed: @Sendable (Int) -> Event
    private let state = Lock(State())

    /// - Parameter missed: the event that tells a listener how many it has missed.
    public init(missed: @escaping @Sendable (Int) -> Event) { self.missed = missed }

    /// A new listener's events, from now on.
    public func events() -> AsyncStream<Event> {
        let buffer = EventBuffer(capacity: Self.capacity, missed: missed)
        let id: Int? = state.withLock { state in
            guard !state.isFinished else { return nil }
            defer { state.nextID += 1 }
            state.listeners[state.nextID] = buffer
            return state.nextID
        }
        if id == nil { buffer.finish() }
        let listening = Listening(hub: self, id: id, buffer: buffer)
        return AsyncStream(unfolding: { await listening.buffer.next() }, onCancel: { listening.buffer.finish() })
    }

    /// Tells every listener.
    public func post(_ event: Event) {
        let resumptions = state.withLock { state in state.listeners.values.compactMap { $0.add(event) } }
        // After the lock: what resumes may well post again.
        for resumption in resumptions { resumption() }
    }

    /// Ends every listener's stream, once it has read what is there.
    public func finish() {
        let listeners = state.withLock { state in
            state.isFinished = true
            defer { state.listeners = [:] }
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.finish() }
    }

    private func remove(_ id: Int) { _ = state.withLock { $0.listeners.removeValue(forKey: id) } }

    /// Leaves the hub when its listener's stream is let go.
    private final class Listening: Sendable {
        let buffer: EventBuffer<Event>
        private let id: Int?
        private weak let hub: EventHub?

        init(hub: EventHub, id: Int?, buffer: EventBuffer<Event>) {
            self.hub = hub
            self.id = id
            self.buffer = buffer
        }

        deinit {
            if let id { hub?.remove(id) }
        }
    }
}
