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

    private let outlets = Lock<[Outlet]>([])

    public init() {}

    /// Gives everything pushed from now on to `queue` too; what it loses counts as `reason` in `ledger`.
    public func attach(_ queue: BoundedQueue<Element>, ledger: DropLedger, reason: DropLedger.Reason) {
        outlets.withLock { $0.append(Outlet(queue: queue, ledger: ledger, reason: reason)) }
    }

    /// Stops giving to `queue` and closes it.
    public func detach(_ queue: BoundedQueue<Element>) {
        outlets.withLock { $0.removeAll { $0.queue === queue } }
        queue.close()
    }

    /// Hands `element` to every attached queue.
    public func push(_ element: Element) {
        outlets.withLock { outlets in
            for outlet in outlets where outlet.queue.pushDroppingOldest(element) != nil {
                outlet.ledger.add(outlet.reason)
            }
        }
    }

    /// Closes every attached queue: the end of the stage's output.
    public func close() {
        let ended = outlets.withLock { outlets in
            defer { outlets = [] }
            return outlets
        }
        for outlet in ended { outlet.queue.close() }
    }
}
