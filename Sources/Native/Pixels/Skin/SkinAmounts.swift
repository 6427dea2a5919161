/// What is done to skin, in numbers.
package struct SkinAmounts: Equatable, Sendable {
    /// How much of what is smoothed away is gone: 0…1.
    package var strength: Double
    /// The variance of luma, in codes squared, at which half of a place is kept as it is.
    package var variance: Double
    /// How many cells of four pixels on each side go into a mean: 1 or 2.
    package var radius: Int
    /// By how many codes the middle grey of skin becomes lighter: 0…45.
    package var lift: Double
    /// How much of what Cr is above the middle, up to 12 codes, is added to Cb: −1…1.
    package var blue: Double
    /// How much of that is added to Cr: −1…1.
    package var red: Double

    package init(strength: Double, variance: Double, radius: Int, lift: Double, blue: Double, red: Double) {
        (self.strength, self.variance, self.radius) = (strength, variance, radius)
        (self.lift, self.blue, self.red) = (lift, blue, red)
    }

    /// Whether there is nothing to do.
    package var isNothing: Bool { strength <= 0 && lift <= 0 && blue == 0 && red == 0 }

    /// As `onair_skin_maps` takes it: what a sum of nine weights is multiplied by, with 16 fraction bits.
    package var wholeStrength: Int32 { Int32(min(max(strength, 0), 1) * 58254) }
    /// As `onair_skin_weights` takes it: of a variance with 4 fraction bits.
    package var inverseVariance: Float { Float(1 / (16 * min(max(variance, 1), 65536))) }
    /// As `onair_skin_luma` takes it.
    package var wholeLift: Int32 { Int32((min(max(lift, 0), 45) * 713.5).rounded()) }
    /// As `onair_skin_chroma` takes it.
    package var wholeBlue: Int32 { Self.whole(blue) }
    /// As `onair_skin_chroma` takes it.
    package var wholeRed: Int32 { Self.whole(red) }

    private static func whole(_ part: Double) -> Int32 { Int32((min(max(part, -1), 1) * 261.1).rounded()) }
}
