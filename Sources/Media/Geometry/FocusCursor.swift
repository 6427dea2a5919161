/// The mark at the point that was tapped to focus. A pure value: whoever draws asks it for each picture.
///
/// Appears at the point half as large again as it is in the end, settles to its size within a second, and is gone. A
/// second tap starts it again at its own point.
public struct FocusCursor: Hashable, Sendable {
    /// The mark as it is to be drawn.
    public struct Mark: Hashable, Sendable {
        /// Its middle.
        public let point: LayerPoint
        /// 1.5 at first, 1 in the end.
        public let scale: Double
        /// 1: it shows fully until it is gone.
        public let opacity: Double
    }

    private struct Tap: Hashable, Sendable {
        let point: LayerPoint
        let time: HostTime
    }

    /// How long it shows.
    public static let duration = MediaTime.milliseconds(1000)
    /// How large it appears.
    public static let firstScale = 1.5

    private var tap: Tap?

    /// A cursor that does not show yet.
    public init() {}

    /// Shows the cursor at `point` from `now` on, also where it still shows elsewhere.
    public mutating func tap(at point: LayerPoint, now: HostTime) { tap = Tap(point: point, time: now) }

    /// The mark at `now`; nil where there is none to draw.
    public func mark(at now: HostTime) -> Mark? {
        guard let tap else { return nil }
        let age = max(0, now.nanoseconds(since: tap.time))
        guard age <= Self.duration.nanoseconds else { return nil }
        // Starts and ends gently: the cubic with no slope at either end.
        let progress = Double(age) / Double(Self.duration.nanoseconds)
        let eased = progress * progress * (3 - 2 * progress)
        return Mark(point: tap.point, scale: Self.firstScale + (1 - Self.firstScale) * eased, opacity: 1)
    }

    /// Whether there is a mark to draw at `now`.
    public func isShowing(at now: HostTime) -> Bool { mark(at: now) != nil }
}
