import OnAirMedia

/// Decides when to try which address of a host (RFC 8305, "Happy Eyeballs" version 2).
///
/// Families take turns, beginning with the one the system prefers; the next address is tried when the one before has
/// failed, or after 250 ms without an answer, while the earlier ones stay in the race.
package struct AddressRace {
    /// How long an attempt may be silent before the next one starts beside it (RFC 8305, 5: 250 ms).
    package static let stagger: Int64 = 250

    /// The addresses in the order they are tried.
    package private(set) var order: [SocketAddress]
    private var next = 0
    private var running = 0
    private var nextDue: HostTime?

    package init(_ addresses: [SocketAddress]) { order = Self.interleaved(addresses) }

    /// The address to try now; nil when it is not time yet or none is left. Ask again until nil.
    package mutating func nextAttempt(now: HostTime) -> SocketAddress? {
        guard next < order.count, nextDue.map({ now >= $0 }) ?? true else { return nil }
        defer { next += 1 }
        running += 1
        nextDue = now.advanced(byMilliseconds: Self.stagger)
        return order[next]
    }

    /// One attempt has failed; the next may start at once.
    package mutating func attemptFailed() {
        running -= 1
        nextDue = nil
    }

    /// Tries all addresses once more beside the attempts that still run; does nothing while some have not been tried yet.
    package mutating func again() {
        guard next == order.count else { return }
        next = 0
        nextDue = nil
    }

    /// Lets addresses take part that were not known before.
    package mutating func add(_ addresses: [SocketAddress]) {
        order += Self.interleaved(addresses).filter { !order.contains($0) }
    }

    /// An attempt was given up although it had not failed.
    package mutating func attemptAbandoned() { running -= 1 }

    /// When the next attempt is due; nil when none is left.
    package var deadline: HostTime? { next < order.count ? nextDue : nil }

    /// Every address has been tried and has failed.
    package var isLost: Bool { next == order.count && running == 0 }

    private static func interleaved(_ addresses: [SocketAddress]) -> [SocketAddress] {
        guard let first = addresses.first?.family else { return [] }
        let preferred = addresses.filter { $0.family == first }
        let others = addresses.filter { $0.family != first }
        var order: [SocketAddress] = []
        for index in 0..<max(preferred.count, others.count) {
            if index < preferred.count { order.append(preferred[index]) }
            if index < others.count { order.append(others[index]) }
        }
        return order
    }
}
