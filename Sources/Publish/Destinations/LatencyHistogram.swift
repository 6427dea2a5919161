import OnAirMedia

/// The distribution of a latency, in a fixed space: 16 steps to each doubling from 64 µs to 67 s, so that a figure read
/// from it is off by 3 % at most.
public struct LatencyHistogram: Sendable {
    private static let lowest = 6  // 2⁶ µs
    private static let octaves = 20
    private static let steps = 16

    /// 16 counts for each doubling.
    private var counts = [320 of UInt32](repeating: 0)
    private var sum: Int64 = 0
    /// How many were measured.
    public private(set) var count: Int64 = 0
    /// The newest, in nanoseconds.
    public private(set) var last: Int64 = 0
    /// The longest, in nanoseconds.
    public private(set) var longest: Int64 = 0

    public init() {}

    /// Counts one latency in nanoseconds; below zero counts as zero.
    public mutating func add(nanoseconds: Int64) {
        let nanoseconds = max(nanoseconds, 0)
        last = nanoseconds
        longest = max(longest, nanoseconds)
        sum += nanoseconds
        count += 1
        counts[Self.bucket(of: nanoseconds / 1000)] += 1
    }

    /// The mean, in nanoseconds; nil before the first.
    public var average: Int64? { count == 0 ? nil : sum / count }

    /// The latency, in nanoseconds, that `fraction` (0…1) of all stay below or at; nil before the first.
    public func percentile(_ fraction: Double) -> Int64? {
        guard count > 0 else { return nil }
        let wanted = max(1, Int64((min(max(fraction, 0), 1) * Double(count)).rounded(.up)))
        var seen: Int64 = 0
        for bucket in 0..<(Self.octaves * Self.steps) {
            seen += Int64(counts[bucket])
            if seen >= wanted { return min(Self.middle(of: bucket), longest) }
        }
        return longest
    }

    private static func bucket(of microseconds: Int64) -> Int {
        guard microseconds >= 1 << lowest else { return 0 }
        let octave = 63 - microseconds.leadingZeroBitCount - lowest
        guard octave < octaves else { return octaves * steps - 1 }
        let step = Int(microseconds >> (octave + lowest - 4)) & (steps - 1)
        return octave * steps + step
    }

    private static func middle(of bucket: Int) -> Int64 {
        let width = Int64(1000) << (bucket / steps + lowest - 4)
        return Int64(1000) << (bucket / steps + lowest) + Int64(bucket % steps) * width + width / 2
    }
}
