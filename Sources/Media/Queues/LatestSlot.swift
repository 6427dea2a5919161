/// Holds only the newest item: where a slow consumer should see the present, not the past.
public final class LatestSlot<Element: Sendable>: Sendable {
    private struct State {
        var element: Element?
        var isClosed = false
    }

    private let consumer: WakeSignal?
    private let state = Lock(State())

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
