import Glibc

/// What a blur of a radius comes to: how much smaller a picture it is worked out in, and the weights there. A value.
struct BlurWeights {
    /// How much smaller: each way.
    static let factors = [1, 2, 4, 8, 16, 32]
    /// An odd number.
    static let mostTaps = 33

    let radius: Double
    /// Of `factors`.
    let level: Int
    /// Weights in use, an odd number.
    let taps: Int
    /// Of these, `taps` are used: they sum to 256 and are the same from both ends.
    let shares: InlineArray<33, UInt16>

    init(radius: Double) {
        self.radius = radius
        let wanted = Self.variance(ofBox: 2 * radius + 1)
        // In the smallest picture where the box is at least four pixels wide: what is linear between pixels stays unseen.
        let level = Self.factors.indices.last { Self.width(wanted, Self.factors[$0]) >= 4 } ?? 0
        self.level = level
        (taps, shares) = Self.weights(width: max(1, Self.width(wanted, Self.factors[level])))
    }

    /// Of a box `width` pixels wide.
    private static func variance(ofBox width: Double) -> Double { (width * width - 1) / 12 }

    /// How wide two boxes are, in a picture smaller by `factor`, that together with shrinking (a box) and enlarging (a
    /// triangle) have twice `variance`; 0 where these alone have more.
    private static func width(_ variance: Double, _ factor: Int) -> Double {
        let side = Double(factor)
        let scaling = factor == 1 ? 0 : Self.variance(ofBox: side) + side * side / 6
        let rest = (2 * variance - scaling) / (side * side)
        return rest > 0 ? (6 * rest + 1).squareRoot() : 0
    }

    /// Two boxes of `width` after one another: a triangle, as much of each pixel as it covers.
    private static func weights(width: Double) -> (Int, InlineArray<33, UInt16>) {
        func box(_ index: Int) -> Double {
            max(0, min(width / 2, Double(index) + 0.5) - max(-width / 2, Double(index) - 0.5)) / width
        }
        let boxReach = Int((width / 2 - 0.5).rounded(.up))
        let reach = min(2 * boxReach, mostTaps / 2)
        func share(_ index: Int) -> Double {
            var sum = 0.0
            for other in -boxReach...boxReach { sum += box(other) * box(index - other) }
            return sum
        }
        // Each sum from the end inwards is rounded, so that what is lost in one weight comes back in the next.
        var shares = InlineArray<33, UInt16>(repeating: 0)
        var (exact, given) = (0.0, 0)
        for index in 0..<reach {
            exact += share(reach - index) * 256
            let whole = Int(exact.rounded()) - given
            (shares[index], shares[2 * reach - index]) = (UInt16(whole), UInt16(whole))
            given += whole
        }
        shares[reach] = UInt16(256 - 2 * given)
        return (2 * reach + 1, shares)
    }
}
