import OnAirMedia

/// Hands what one input captures to every connection of that input.
final class CaptureFeed<Element: Sendable>: Outlet {
    /// One connection.
    struct Port: Sendable {
        let take: @Sendable (Element) -> Void
        /// So many were lost by the source itself, noticed at this time.
        let lose: @Sendable (CaptureDrop.Reason, Int, HostTime) -> Void
    }

    /// Enough for two seconds of sound in blocks of 10 ms and some; pools allocate only what is really held.
    let capacity = 256

    private let ports = Lock<[Port]>([])

    /// From the next element on, these get it, in this order.
    func set(_ new: [Port]) { ports.withLock { $0 = new } }

    /// Whether anybody takes them.
    var isWanted: Bool { ports.withLock { !$0.isEmpty } }

    /// Every port counts its own losses.
    func accept(_ element: Element) -> Element? {
        let ports = ports.withLock { $0 }
        for port in ports { port.take(element) }
        return nil
    }

    /// The source itself has lost `count` samples.
    func lose(_ reason: CaptureDrop.Reason, count: Int, at time: HostTime) {
        let ports = ports.withLock { $0 }
        for port in ports { port.lose(reason, count, time) }
    }

    /// A source ends; the feed goes on with the next.
    func close() {}
}
