/// Notices that a camera gives nothing: its rate is measured from picture to picture, and without pictures it would stay
/// what it was. A pure value.
struct CameraSilence {
    /// How many pictures there were, and since when there have been no more.
    private var last: (captured: Int64, time: HostTime)?

    /// `measured`, or 0 where no picture has come for two seconds.
    mutating func rate(_ measured: Double, captured: Int64, at now: HostTime) -> Double {
        guard let last, last.captured == captured else {
            last = (captured, now)
            return measured
        }
        return now.nanoseconds(since: last.time) < 2_000_000_000 ? measured : 0
    }
}
