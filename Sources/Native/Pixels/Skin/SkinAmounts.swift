/// What is done to skin, in numbers.
package struct SkinAmounts: Equatable, Sendable {
    /// How much of what is smoothed away is gone: 0…1.
    package var strength: Double
    /// The variance of luma, in codes squared, at which half of a place is kept as it is, where luma is `lightness` above
    /// black. It goes with the square of luma above black, as an edge's variance does when there is more or less light.
    package var variance: Double
    /// What that variance is at least, however dark: noise does not go with the light.
    package var leastVariance: Double
    /// How many cells of four pixels on each side go into a mean: 1 or 2.
    package var radius: Int
    /// By how many codes the middle grey of skin becomes lighter: 0…45.
    package var lift: Double
    /// How much of what Cr is above the middle, up to 12 codes, is added to Cb: −1…1.
    package var blue: Double
    /// How much of that is added to Cr: −1…1.
    package var red: Double
    /// How much of their distance from grey Cb and Cr lose, the hue staying: 0…1.
    package var pale: Double

    /// By how many codes what `variance` is said of is above black.
    private static let lightness = 140.0

    package init(
        strength: Double, variance: Double, leastVariance: Double, radius: Int, lift: Double, blue: Double, red: Double,
        pale: Double
    ) {
        (self.strength, self.variance, self.leastVariance) = (strength, variance, leastVariance)
        (self.radius, self.lift, self.blue, self.red, self.pale) = (radius, lift, blue, red, pale)
    }

    /// Whether there is nothing to do.
    package var isNothing: Bool { strength <= 0 && lift <= 0 && colorStays }
    /// Whether Cb and Cr stay as they are.
    package var colorStays: Bool { blue == 0 && red == 0 && pale <= 0 }

    /// As `onair_skin_maps` takes it: what a sum of nine weights is multiplied by, with 16 fraction bits.
    package var wholeStrength: Int32 { Int32(min(max(strength, 0), 1) * 58254) }
    /// As `onair_skin_weights` takes it: luma has 2 fraction bits, its variance 4.
    package var varianceSlope: Float { Float(min(max(variance, 0), 65536) / (Self.lightness * Self.lightness)) }
    /// As `onair_skin_weights` takes it.
    package var wholeLeastVariance: Float { Float(16 * min(max(leastVariance, 1), 65536)) }
    /// As `onair_skin_luma` takes it.
    package var wholeLift: Int32 { Int32((min(max(lift, 0), 45) * 713.5).rounded()) }
    /// As `onair_skin_chroma` takes it.
    package var wholeBlue: Int32 { Self.whole(blue) }
    /// As `onair_skin_chroma` takes it.
    package var wholeRed: Int32 { Self.whole(red) }

    /// As `onair_skin_chroma` takes it.
    package var wholePale: Int32 { Self.whole(max(pale, 0)) }

    private static func whole(_ part: Double) -> Int32 { Int32((min(max(part, -1), 1) * 261.1).rounded()) }
}
