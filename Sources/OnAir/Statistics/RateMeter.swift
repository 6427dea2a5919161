import OnAirMedia

/// Turns a counter that only rises into a rate per second, from one reading to the next.
struct RateMeter {
    private var last: (count: Int64, at: HostTime)?
    /// The newest rate per second; 0 before there is one.
    private(set) var newest = 0.0

    /// A meter whose first reading is since `now`, when the counter stood at 0; without it, the first reading gives 0.
    init(startingAt now: HostTime? = nil) { last = now.map { (0, $0) } }

    /// The rate since the reading before, per second; 0 at the first.
    mutating func rate(_ count: Int64, at now: HostTime) -> Double {
        defer { last = (count, now) }
        guard let last, now > last.at else { return newest }
        newest = Double(count - last.count) * 1e9 / Double(now.nanoseconds(since: last.at))
        return newest
    }

    /// The rate at a tick; between two ticks the newest one.
    mutating func rate(_ count: Int64, at now: HostTime, isTick: Bool) -> Double {
        isTick ? rate(count, at: now) : newest
    }
}
