import OnAirMedia
import OnAirPixels

/// What settings come down to: numbers that can be mixed.
struct SkinEffect: Equatable {
    /// How much of what is smoothed away is gone: 0…1.
    private var strength: Double
    /// The variance of luma, in codes squared, of which half is kept in a well-lit picture of 512 lines.
    private var variance: Double
    /// Codes.
    private var lift: Double
    private var ruddy: Double

    init(_ settings: SkinSmoothing) {
        // What a family leaves of fine detail, and from which contrast on it leaves all of it.
        let (most, variance) =
            switch settings.family {
            case .light: (0.6, 200.0)
            case .natural: (0.8, 350.0)
            case .strong: (0.92, 600.0)
            }
        func within(_ value: Double, _ range: ClosedRange<Double>) -> Double {
            value.isFinite ? min(max(value, range.lowerBound), range.upperBound) : 0
        }
        strength = most * within(settings.smooth, 0...1)
        self.variance = variance
        lift = 30 * within(settings.whiten, 0...1)
        ruddy = within(settings.ruddy, -1...1)
    }

    var isSomething: Bool { strength > 0 || lift > 0 || ruddy != 0 }

    /// Part `way` (0…1) of the way to `other`.
    func mixed(with other: SkinEffect, _ way: Double) -> SkinEffect {
        func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * way }
        var result = self
        result.strength = mix(strength, other.strength)
        result.variance = mix(variance, other.variance)
        result.lift = mix(lift, other.lift)
        result.ruddy = mix(ruddy, other.ruddy)
        return result
    }

    /// The same in the pixels of a picture of `size`.
    ///
    /// The more lines a picture has, the more pixels an edge is spread over and the less variance a few cells see of it. In
    /// a picture of few lines a few cells are much of a face: less is smoothed there.
    func amounts(for size: PictureSize) -> SkinAmounts {
        let lines = Double(min(size.width, size.height)) / 512
        let factor = lines < 1 ? lines * lines : 1 / lines
        // Paler is less saturated, in skin's own hue; and what becomes lighter has less colour for its luma to look the same.
        let pale = 0.3 * max(0, -ruddy) + 0.15 * lift / 30
        return SkinAmounts(
            strength: strength, variance: variance * factor, leastVariance: (0.1 * variance + 30) * factor,
            radius: lines < 1.3 ? 1 : 2, lift: lift, blue: 0.12 * max(0, ruddy), red: 0.75 * max(0, ruddy), pale: pale)
    }
}
