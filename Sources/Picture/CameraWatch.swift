import OnAirMedia

/// Watches the pictures that come into the camera's slot: when each arrived, and how far they are apart.
struct CameraWatch: Equatable, Sendable {
    /// One grid period in nanoseconds: a slower camera counts as one as fast as the grid.
    private let longest: Int64
    private var last: GridPacer.Waiting?
    private var lastArrival = HostTime(nanoseconds: 0)
    private var mean: Int64?
    /// From capture to arrival, of the last picture whose arrival was seen.
    private var latency: Int64?

    init(longest: Int64) { self.longest = longest }

    /// The camera's period in nanoseconds, at most one grid period; that, too, until two pictures have been seen.
    var period: Int64 { min(max(mean ?? longest, 1), longest) }

    /// When `waiting` arrived.
    ///
    /// - Parameter busySince: nil where the arrival itself has led to this call. Otherwise nobody has looked since
    ///   then: the picture has come meanwhile, most likely as long after its capture as the one before.
    mutating func arrival(of waiting: GridPacer.Waiting, now: HostTime, busySince: HostTime?) -> HostTime {
        if waiting == last { return lastArrival }
        measure(waiting)
        last = waiting
        if let busySince, let latency {
            lastArrival = min(max(waiting.captureTime.advanced(byNanoseconds: latency), busySince), now)
        } else {
            lastArrival = now
            latency = now.nanoseconds(since: waiting.captureTime)
        }
        return lastArrival
    }

    private mutating func measure(_ waiting: GridPacer.Waiting) {
        guard let last else { return }
        let count = waiting.sequence - last.sequence
        let length = waiting.captureTime.nanoseconds(since: last.captureTime)
        guard count > 0, length > 0 else {
            // Another source has taken over.
            mean = nil
            latency = nil
            return
        }
        let sample = min(length / count, 2 * longest)
        mean = mean.map { $0 + (sample - $0) / 8 } ?? sample
    }
}
