/// An exact fraction of two 64-bit integers, always in lowest terms with a positive denominator.
///
/// Rates and aspect ratios are rational so that hours of adding never drift: 30000/1001 stays 30000/1001.
public struct Rational: Hashable, Sendable {
    /// The part above the line; carries the sign.
    public let numerator: Int64
    /// The part below the line; always at least 1.
    public let denominator: Int64

    /// Makes `numerator / denominator` in lowest terms.
    ///
    /// - Precondition: `denominator` is not zero.
    public init(_ numerator: Int64, _ denominator: Int64 = 1) {
        precondition(denominator != 0, "a fraction needs a denominator other than zero")
        let divisor = Self.greatestCommonDivisor(numerator.magnitude, denominator.magnitude)
        let sign: Int64 = denominator < 0 ? -1 : 1
        self.numerator = sign * numerator / Int64(divisor)
        self.denominator = sign * denominator / Int64(divisor)
    }

    /// The nearest `Double`.
    public var doubleValue: Double { Double(numerator) / Double(denominator) }

    /// One over this fraction.
    ///
    /// - Precondition: the fraction is not zero.
    public var reciprocal: Rational { Rational(denominator, numerator) }

    private static func greatestCommonDivisor(_ a: UInt64, _ b: UInt64) -> UInt64 {
        var (a, b) = (a, b)
        while b != 0 { (a, b) = (b, a % b) }
        return max(a, 1)
    }
}

extension Rational: Comparable {
    public static func < (left: Rational, right: Rational) -> Bool {
        Int128(left.numerator) * Int128(right.denominator) < Int128(right.numerator) * Int128(left.denominator)
    }
}

extension Rational: CustomStringConvertible {
    /// `30` or `30000/1001`.
    public var description: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }
}

extension Rational: LosslessStringConvertible {
    /// Reads `30`, `30000/1001` or a decimal of at least 0 such as `29.97` (read as the decimal says: 2997/100).
    ///
    /// Returns nil for anything else, for a zero denominator and for numbers that do not fit.
    public init?(_ description: String) {
        let halves = description.split(separator: "/", omittingEmptySubsequences: false)
        if halves.count == 2 {
            guard let top = Int64(halves[0]), let bottom = Int64(halves[1]), bottom > 0, top > Int64.min else {
                return nil
            }
            self.init(top, bottom)
            return
        }
        let parts = description.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let whole = Int64(parts[0]), whole > Int64.min else { return nil }
        guard parts.count == 2 else {
            self.init(whole)
            return
        }
        guard (1...9).contains(parts[1].count), parts[1].allSatisfy({ $0.isASCII && $0.isNumber }),
            !parts[0].hasPrefix("-"), let fraction = Int64(parts[1])
        else { return nil }
        var scale: Int64 = 1
        for _ in parts[1] { scale *= 10 }
        let (scaled, overflow) = whole.multipliedReportingOverflow(by: scale)
        guard !overflow, scaled <= Int64.max - fraction else { return nil }
        self.init(scaled + fraction, scale)
    }
}
