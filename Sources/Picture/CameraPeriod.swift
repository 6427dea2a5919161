import OnAirMedia

/// Watches the pictures that come into the camera's slot: when each was first seen, and how far they are apart.
struct CameraPeriod: Equatable, Sendable {
    /// One grid period in nanoseconds: a slower camera counts as one as fast as the grid.
    private let longest: Int64
    private var last: GridPacer.Waiting?
    private var lastArrival = HostTime(nanoseconds: 0)
    private var mean: Int64?

    init(longest: Int64) { self.longest = longest }

    /// The camera's period in nanoseconds, at most one grid period; that, too, until two pictures have been seen.
    var period: Int64 { min(max(mean ?? longest, 1), longest) }

    /// When `waiting` was first seen: `now`, unless it was there before.
    mutating func arrival(of waiting: GridPacer.Waiting, now: HostTime) -> HostTime {
        if waiting == last { return lastArrival }
        if let last {
            let count = waiting.sequence - last.sequence
            let length = waiting.captureTime.nanoseconds(since: last.captureTime)
            if count > 0, length > 0 {
                let sample = min(length / count, 2 * longest)
                mean = mean.map { $0 + (sample - $0) / 8 } ?? sample
            } else {
                // Another source has taken over.
                mean = nil
            }
        }
        (last, lastArrival) = (waiting, now)
        return now
    }
}
