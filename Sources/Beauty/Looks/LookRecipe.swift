/// What a built-in look is made of: done in the order of its parts, each of them smooth and none of them a copied table.
struct LookRecipe: Hashable, Sendable {
    /// How much red, green and blue weigh in a picture without colour; nil where colour stays. Their sum is 1.
    var grey: SIMD3<Float>?
    var adjustment = ColorAdjustment()
    /// How much stronger dull colours become, −1…1; strong ones, and what is nearly black or white, hardly change.
    var vibrance: Float = 0
    /// What is added to dark colours: all of it at a third of the way to white, nothing to black and white.
    var shadows = SIMD3<Float>(repeating: 0)
    /// What is added to light colours: all of it at two thirds, nothing to black and white.
    var highlights = SIMD3<Float>(repeating: 0)
    /// What black becomes.
    var black = SIMD3<Float>(repeating: 0)
    /// What white becomes.
    var white = SIMD3<Float>(repeating: 1)

    /// Does it to colours of 0…1; none leaves that range.
    func apply(to colors: inout [SIMD3<Float>]) {
        if let grey {
            for index in colors.indices { colors[index] = SIMD3(repeating: (colors[index] * grey).sum()) }
        }
        AdjustmentCurve(adjustment).apply(to: &colors)
        for index in colors.indices {
            var color = colors[index]
            let luma = (color * AdjustmentCurve.luma).sum()
            let spread = color.max() - color.min()
            color = luma + (color - luma) * (1 + vibrance * (1 - spread) * 4 * luma * (1 - luma))
            let (dark, light) = (1 - luma, luma)
            color += shadows * (6.75 * dark * dark * light) + highlights * (6.75 * light * light * dark)
            colors[index] = (black + color * (white - black))
                .clamped(lowerBound: SIMD3(repeating: 0), upperBound: SIMD3(repeating: 1))
        }
    }
}
