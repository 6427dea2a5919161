/// A position or a length on a media timeline, exact: `value / timescale` seconds.
///
/// Frame k of a 30000/1001 stream is `MediaTime(value: k * 1001, timescale: 30000)`; sample s of a 48 kHz track is
/// `MediaTime(value: s, timescale: 48000)`. Arithmetic and comparison go through 128 bits, so they neither round nor
/// overflow within centuries of broadcast.
public struct MediaTime: Sendable {
    /// How many units of `1 / timescale` second.
    public let value: Int64
    /// Units in a second; always at least 1.
    public let timescale: Int64

    /// Makes the time `value / timescale` seconds.
    ///
    /// - Precondition: `timescale` is at least 1.
    public init(value: Int64, timescale: Int64) {
        precondition(timescale >= 1, "a timescale counts units in a second, so it is at least 1")
        self.value = value
        self.timescale = timescale
    }

    /// The start of the timeline.
    public static let zero = MediaTime(value: 0, timescale: 1)

    /// Whole milliseconds as a time.
    public static func milliseconds(_ count: Int64) -> MediaTime { MediaTime(value: count, timescale: 1000) }

    /// Whole nanoseconds as a time.
    public static func nanoseconds(_ count: Int64) -> MediaTime { MediaTime(value: count, timescale: 1_000_000_000) }

    /// The time in units of `1 / timescale` second, rounded to the nearest unit, halves away from zero; clamped to
    /// what 64 bits hold.
    public func value(inTimescale timescale: Int64) -> Int64 {
        Int64(clamping: Self.divideRounding(Int128(value) * Int128(timescale), by: Int128(self.timescale)))
    }

    /// Whole milliseconds, rounded to nearest: the time an RTMP or FLV message carries.
    public var milliseconds: Int64 { value(inTimescale: 1000) }

    /// Whole nanoseconds, rounded to nearest.
    public var nanoseconds: Int64 { value(inTimescale: 1_000_000_000) }

    /// Seconds as the nearest `Double`; for people and plots, never for arithmetic.
    public var seconds: Double { Double(value) / Double(timescale) }

    private static func divideRounding(_ dividend: Int128, by divisor: Int128) -> Int128 {
        let half = divisor / 2
        return dividend >= 0 ? (dividend + half) / divisor : -((-dividend + half) / divisor)
    }

    /// `value / timescale` seconds in nanoseconds, without overflow for any two products of 64-bit numbers.
    private static func nanoseconds(_ value: Int128, _ timescale: Int128) -> Int128 {
        let (whole, rest) = value.quotientAndRemainder(dividingBy: timescale)
        guard whole.magnitude < Int128(Int64.max).magnitude else { return whole }
        let scale = max(timescale / (Int128(1) << 90), 1)
        return whole * 1_000_000_000 + divideRounding(rest / scale * 1_000_000_000, by: timescale / scale)
    }

    private static func reduced(_ value: Int128, _ timescale: Int128) -> MediaTime {
        var (a, b) = (value.magnitude, timescale.magnitude)
        while b != 0 { (a, b) = (b, a % b) }
        let divisor = Int128(max(a, 1))
        if let value = Int64(exactly: value / divisor), let timescale = Int64(exactly: timescale / divisor) {
            return MediaTime(value: value, timescale: timescale)
        }
        // Only timescales that no device uses, but a file may, end here: the sum is right to half a nanosecond.
        return .nanoseconds(Int64(clamping: nanoseconds(value, timescale)))
    }
}

extension MediaTime: Comparable, Hashable {
    public static func == (left: MediaTime, right: MediaTime) -> Bool {
        Int128(left.value) * Int128(right.timescale) == Int128(right.value) * Int128(left.timescale)
    }

    public static func < (left: MediaTime, right: MediaTime) -> Bool {
        Int128(left.value) * Int128(right.timescale) < Int128(right.value) * Int128(left.timescale)
    }

    public func hash(into hasher: inout Hasher) {
        Rational(value, timescale).hash(into: &hasher)
    }
}

extension MediaTime: AdditiveArithmetic {
    public static func + (left: MediaTime, right: MediaTime) -> MediaTime {
        if left.timescale == right.timescale {
            let (sum, overflow) = left.value.addingReportingOverflow(right.value)
            if !overflow { return MediaTime(value: sum, timescale: left.timescale) }
        }
        return reduced(
            Int128(left.value) * Int128(right.timescale) + Int128(right.value) * Int128(left.timescale),
            Int128(left.timescale) * Int128(right.timescale))
    }

    public static func - (left: MediaTime, right: MediaTime) -> MediaTime {
        left + MediaTime(value: Int64(clamping: -Int128(right.value)), timescale: right.timescale)
    }
}

extension MediaTime: CustomStringConvertible {
    /// Seconds as an exact fraction, such as `1001/30000 s`.
    public var description: String { "\(Rational(value, timescale)) s" }
}
