/// A first-in first-out queue with a fixed capacity in items and one serial consumer, which each push wakes.
///
/// Storage is allocated once. What happens when it is full is the pusher's choice: `push` refuses and returns false,
/// `pushDroppingOldest` makes room and returns what it displaced, for the caller to count.
public final class BoundedQueue<Element: Sendable>: Outlet {
    /// The most items it holds.
    public let capacity: Int
    private let consumer: WakeSignal?
    private let ring: Lock<Ring>

    private struct Ring {
        var slots: [Element?]
        var head = 0
        var count = 0
        var openProducers: Int
        var isClosed: Bool { openProducers <= 0 }

        mutating func removeFirst() -> Element? {
            guard count > 0 else { return nil }
            let element = slots[head]
            slots[head] = nil
            head = (head + 1) % slots.count
            count -= 1
            return element
        }

        mutating func append(_ element: Element) {
            slots[(head + count) % slots.count] = element
            count += 1
        }
    }

    /// Makes an empty queue.
    ///
    /// - Parameters:
    ///   - capacity: the most items, at least 1.
    ///   - consumer: woken by every push and by `close()`.
    ///   - producers: how many share it; it is closed once `close()` was called so often.
    public init(capacity: Int, consumer: WakeSignal? = nil, producers: Int = 1) {
        precondition(capacity >= 1, "a queue holds at least one item")
        self.capacity = capacity
        self.consumer = consumer
        ring = Lock(Ring(slots: Array(repeating: nil, count: capacity), openProducers: producers))
    }

    /// Appends `element`; false when the queue is full or closed, and then nothing has changed.
    public func push(_ element: Element) -> Bool {
        let taken = ring.withLock { ring in
            guard !ring.isClosed, ring.count < capacity else { return false }
            ring.append(element)
            return true
        }
        if taken { consumer?.wake() }
        return taken
    }

    /// First come, first kept: when full the newest is refused.
    public func accept(_ element: Element) -> Element? { push(element) ? nil : element }

    /// Appends `element`, removing the oldest item when full. Returns what did not stay: the removed item, or
    /// `element` itself when the queue is closed.
    public func pushDroppingOldest(_ element: Element) -> Element? {
        let displaced: Element? = ring.withLock { ring in
            guard !ring.isClosed else { return element }
            let oldest = ring.count == capacity ? ring.removeFirst() : nil
            ring.append(element)
            return oldest
        }
        consumer?.wake()
        return displaced
    }

    /// Takes the oldest item; nil when there is none.
    public func pop() -> Element? { ring.withLock { $0.removeFirst() } }

    /// Items waiting now.
    public var count: Int { ring.withLock { $0.count } }

    /// The end of one producer. At the last one's the queue refuses everything and wakes the consumer; what is queued
    /// can still be taken.
    public func close() {
        ring.withLock { $0.openProducers -= 1 }
        consumer?.wake()
    }

    /// Closed, and nothing left to take: the consumer's sign that its input has ended.
    public var isFinished: Bool { ring.withLock { $0.isClosed && $0.count == 0 } }
}
