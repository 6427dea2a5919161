import OnAirMedia

/// When a lost device is tried again: at once after 100 ms, then less and less often, but at least each half second. A
/// pure value.
struct ReopenSchedule: Equatable, Sendable {
    private var attempts = 0

    /// The longest time between two attempts: short enough that sound is back within 3 s of its source.
    static let longest = MediaTime.milliseconds(500)

    /// How long to wait before the next attempt.
    mutating func nextDelay() -> MediaTime {
        defer { attempts += 1 }
        return min(.milliseconds(100 << Int64(min(attempts, 10))), Self.longest)
    }

    /// The device gives samples again.
    mutating func reset() { attempts = 0 }
}
