/// Decides when somebody who types what means nothing is told of the keys: at first, and then not again for a while. A
/// pure value.
public struct KeyHint: Sendable {
    /// Seconds between two hints.
    public static let interval = 10.0
    /// What is said.
    public static let text = "press ? for the keys"

    private var last: Double?

    public init() {}

    /// Whether to say it for what was typed at `now`, in seconds.
    public mutating func isDue(now: Double) -> Bool {
        if let last, now - last < Self.interval { return false }
        last = now
        return true
    }
}
