import Glibc
import OnAirMedia

/// Where in its course an effect is, exactly: program times are whole nanoseconds here, so that hours change nothing.
struct EffectTime {
    private let nanoseconds: Int64

    init(_ time: MediaTime) { nanoseconds = time.nanoseconds }

    /// Which round of `period` milliseconds it is, from 0, and how far that is: 0 ..< 1. Rounds before the start are
    /// negative.
    func round(of period: Int64) -> (number: Int64, phase: Double) {
        let length = period * 1_000_000
        let rest = (nanoseconds % length + length) % length
        return ((nanoseconds - rest) / length, Double(rest) / Double(length))
    }

    /// A sine that takes `period` milliseconds: −1…1.
    func sine(of period: Int64) -> Double { sin(2 * Double.pi * round(of: period).phase) }

    /// A cosine of so many turns: −1…1.
    static func wave(_ turns: Double) -> Double { cos(2 * Double.pi * turns) }

    /// A number of −1…1 that is always the same for the same `number` and `lane`.
    static func noise(_ number: Int64, _ lane: Int) -> Double {
        // SplitMix64 (Steele, Lea, Flood 2014).
        var state = UInt64(bitPattern: number) &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(lane) &* 0xD1B5_4A32_D192_ED03
        state = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        state = (state ^ state >> 27) &* 0x94D0_49BB_1331_11EB
        state ^= state >> 31
        return Double(state >> 11) / Double(1 << 52) - 1
    }
}
