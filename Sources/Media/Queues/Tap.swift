/// Where a stage's output leaves it: hands each item to every queue attached at that moment, so that encoders and
/// previews come and go without the stage noticing.
///
/// A full queue loses its oldest item, which is counted against that queue's own ledger.
public final class Tap<Element: Sendable>: Sendable {
    private struct Outlet {
        let queue: BoundedQueue<Element>
        let ledger: DropLedger
        let reason: DropLedger.Reason
    }

    private struct State {
        var outlets: [Outlet] = []
        var isClosed = false
    }

    private let state = Lock(State())

    public init() {}

    /// Gives everything pushed from now on to `queue` too; what it loses counts as `reason` in `ledger`. When the
    /// output has already ended, closes `queue`, so that its consumer ends too.
    public func attach(_ queue: BoundedQueue<Element>, ledger: DropLedger, reason: DropLedger.Reason) {
        let isClosed = state.withLock { state in
            if !state.isClosed { state.outlets.append(Outlet(queue: queue, ledger: ledger, reason: reason)) }
            return state.isClosed
        }
        if isClosed { queue.close() }
    }

    /// Stops giving to `queue` and closes it.
    public func detach(_ queue: BoundedQueue<Element>) {
        state.withLock { $0.outlets.removeAll { $0.queue === queue } }
        queue.close()
    }

    /// Whether any queue is attached: whether it is worth making anything.
    public var isAttached: Bool { state.withLock { !$0.outlets.isEmpty } }

    /// Hands `element` to every attached queue.
    public func push(_ element: Element) {
        state.withLock { state in
            for outlet in state.outlets where outlet.queue.pushDroppingOldest(element) != nil {
                outlet.ledger.add(outlet.reason)
            }
        }
    }

    /// Closes every attached queue: the end of the stage's output.
    public func close() {
        let ended = state.withLock { state in
            defer { state = State(isClosed: true) }
            return state.outlets
        }
        for outlet in ended { outlet.queue.close() }
    }
}
