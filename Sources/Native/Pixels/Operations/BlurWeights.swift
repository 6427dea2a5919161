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
    /// They sum to 256 and are the same from both ends.
    let shares: [UInt16]

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
    private static func weights(width: Double) -> (Int, [UInt16]) {
        func box(_ index: Int) -> Double {
            max(0, min(width / 2, Double(index) + 0.5) - max(-width / 2, Double(index) - 0.5)) / width
        }
        let boxReach = Int((width / 2 - 0.5).rounded(.up))
        let reach = min(2 * boxReach, mostTaps / 2)
        func share(_ index: Int) -> Double {
            (-boxReach...boxReach).reduce(0) { $0 + box($1) * box(index - $1) }
        }
        // Each sum from the end inwards is rounded, so that what is lost in one weight comes back in the next.
        var half: [UInt16] = []
        var (exact, given) = (0.0, 0)
        for index in stride(from: reach, to: 0, by: -1) {
            exact += share(index) * 256
            let whole = Int(exact.rounded()) - given
            half.append(UInt16(whole))
            given += whole
        }
        return (2 * reach + 1, half + [UInt16(256 - 2 * given)] + half.reversed())
    }
}
