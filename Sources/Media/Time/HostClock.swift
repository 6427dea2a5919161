import Glibc
import Synchronization

/// Tells the time. Everything in the house that needs the time is handed one; nothing asks the system by itself.
public protocol HostClock: Sendable {
    /// The present instant. Never goes back.
    var now: HostTime { get }
}

/// The host's monotonic clock (`CLOCK_MONOTONIC`): the master clock of a live broadcast.
public struct MonotonicClock: HostClock {
    public init() {}

    public var now: HostTime {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return HostTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
}

/// A clock that stands still until it is moved: hours of broadcast in milliseconds of test.
public final class VirtualClock: HostClock {
    private let current: Atomic<Int64>

    /// A clock standing at `start`.
    public init(start: HostTime = HostTime(nanoseconds: 0)) { current = Atomic(start.nanoseconds) }

    public var now: HostTime { HostTime(nanoseconds: current.load(ordering: .sequentiallyConsistent)) }

    /// Moves the clock to `instant`; a clock never goes back, so an earlier instant leaves it where it is.
    public func advance(to instant: HostTime) {
        current.max(instant.nanoseconds, ordering: .sequentiallyConsistent)
    }
}
