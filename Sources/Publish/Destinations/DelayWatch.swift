import OnAirMedia

/// Tells whether bytes wait longer than 500 ms to be taken by the network.
///
/// It follows one byte at a time: the newest of those that wait when the one before has gone. A pure value.
package struct DelayWatch: Sendable {
    /// More than so many milliseconds of waiting are told.
    package static let limit: Int64 = 500

    private var mark: (position: UInt64, since: HostTime)?
    private var isSlow = false

    package init() {}

    /// Looks at the connection; milliseconds where bytes have come to wait too long, once until they flow again.
    ///
    /// - Parameters:
    ///   - appended: bytes made ready for the network since the beginning.
    ///   - gone: of these, bytes the network has taken.
    package mutating func observe(appended: UInt64, gone: UInt64, now: HostTime) -> Int64? {
        if let mark, gone >= mark.position {
            let waited = now.nanoseconds(since: mark.since) / 1_000_000
            self.mark = nil
            if waited <= Self.limit { isSlow = false }
        }
        if mark == nil, gone < appended { mark = (appended, now) }
        guard let mark else {
            isSlow = false
            return nil
        }
        let waited = now.nanoseconds(since: mark.since) / 1_000_000
        guard waited > Self.limit, !isSlow else { return nil }
        isSlow = true
        return waited
    }

    /// When to look again though nothing happened; nil while nothing waits or it has been told.
    package var deadline: HostTime? { isSlow ? nil : mark?.since.advanced(byMilliseconds: Self.limit + 1) }
}
