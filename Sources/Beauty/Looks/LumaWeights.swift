import OnAirMedia

/// Between colours of 0…1 and codes of limited range, by the weights of ITU-R BT.601-7 and BT.709-6.
struct LumaWeights {
    let weights: SIMD3<Float>
    /// What Cb and Cr of one code more add to red, green and blue.
    private let ofCb: SIMD3<Float>
    private let ofCr: SIMD3<Float>

    init(_ matrix: ColorDescription.Matrix) {
        let (red, blue): (Float, Float) = matrix == .bt601 ? (0.299, 0.114) : (0.2126, 0.0722)
        let green = 1 - red - blue
        weights = SIMD3(red, green, blue)
        ofCb = SIMD3(0, -2 * blue * (1 - blue) / green, 2 * (1 - blue)) / 224
        ofCr = SIMD3(2 * (1 - red), -2 * red * (1 - red) / green, 0) / 224
    }

    /// What chroma codes add to a grey.
    func tint(cb: Float, cr: Float) -> SIMD3<Float> { ofCb * (cb - 128) + ofCr * (cr - 128) }

    /// Y, Cb and Cr of a colour.
    func codes(of color: SIMD3<Float>) -> SIMD3<Float> {
        let luma = (color * weights).sum()
        return SIMD3(
            16 + 219 * luma, 128 + 112 * (color.z - luma) / (1 - weights.z),
            128 + 112 * (color.x - luma) / (1 - weights.x))
    }
}
