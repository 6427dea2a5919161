/// An instant on the host's monotonic clock, in nanoseconds since that clock's own origin.
public struct HostTime: Hashable, Comparable, Sendable {
    /// Nanoseconds since the clock's origin (on Linux, boot).
    public let nanoseconds: Int64

    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    public static func < (left: HostTime, right: HostTime) -> Bool { left.nanoseconds < right.nanoseconds }

    /// The instant `time` after this one, rounded to the nanosecond.
    public func advanced(by time: MediaTime) -> HostTime { HostTime(nanoseconds: nanoseconds + time.nanoseconds) }

    /// The instant `nanoseconds` after this one.
    public func advanced(byNanoseconds nanoseconds: Int64) -> HostTime {
        HostTime(nanoseconds: self.nanoseconds + nanoseconds)
    }

    /// The instant `milliseconds` after this one.
    public func advanced(byMilliseconds milliseconds: Int64) -> HostTime {
        HostTime(nanoseconds: nanoseconds + milliseconds * 1_000_000)
    }

    /// Nanoseconds from `earlier` to this instant; negative when this one is earlier.
    public func nanoseconds(since earlier: HostTime) -> Int64 { nanoseconds - earlier.nanoseconds }

    /// The length from `earlier` to this instant.
    public func time(since earlier: HostTime) -> MediaTime { .nanoseconds(nanoseconds - earlier.nanoseconds) }
}
