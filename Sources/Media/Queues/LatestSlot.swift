/// Holds only the newest item: where a slow consumer should see the present, not the past.
public final class LatestSlot<Element: Sendable>: Outlet {
    private struct State {
        var element: Element?
        var isClosed = false
    }

    private let consumer: WakeSignal?
    private let state = Lock(State())

    public var capacity: Int { 1 }

    /// Makes an empty slot whose `consumer` is woken by every `replace` and by `close()`.
    public init(consumer: WakeSignal? = nil) { self.consumer = consumer }

    /// Puts `element` in and returns the one it displaced, for the caller to count.
    public func replace(_ element: Element) -> Element? {
        let displaced: Element? = state.withLock { state in
            guard !state.isClosed else { return element }
            let old = state.element
            state.element = element
            return old
        }
        consumer?.wake()
        return displaced
    }

    /// Newest wins: what was waiting is displaced.
    public func accept(_ element: Element) -> Element? { replace(element) }

    /// Takes the item out; nil when nothing came since the last take.
    public func take() -> Element? {
        state.withLock { state in
            let element = state.element
            state.element = nil
            return element
        }
    }

    /// The item that waits, left where it is; nil when nothing came since the last take.
    public func peek() -> Element? { state.withLock { $0.element } }

    /// Refuses everything from now on and wakes the consumer.
    public func close() {
        state.withLock { $0.isClosed = true }
        consumer?.wake()
    }

    /// Closed, and nothing left to take.
    public var isFinished: Bool { state.withLock { $0.isClosed && $0.element == nil } }
}
