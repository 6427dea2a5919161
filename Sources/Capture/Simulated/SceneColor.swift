import OnAirMedia

/// A colour of the simulated scene as the codes of a limited-range picture: luma, blue and red difference, not rounded.
struct SceneColor {
    /// Luma (16…235), Cb and Cr (16…240); the fourth lane is unused.
    var codes: SIMD4<Float>

    /// The colour with these codes.
    init(luma: Float, cb: Float = 128, cr: Float = 128) { codes = SIMD4(luma, cb, cr, 0) }

    /// An RGB colour, each part 0…255, in limited range by `matrix` (ITU-T H.273, equations for MatrixCoefficients 1 and 6).
    init(_ red: Float, _ green: Float, _ blue: Float, _ matrix: ColorDescription.Matrix) {
        let (kr, kb): (Float, Float) = matrix == .bt709 ? (0.2126, 0.0722) : (0.299, 0.114)
        let luma = kr * red + (1 - kr - kb) * green + kb * blue
        codes = SIMD4(
            16 + luma * 219 / 255,
            128 + (blue - luma) / (2 * (1 - kb)) * 224 / 255,
            128 + (red - luma) / (2 * (1 - kr)) * 224 / 255, 0)
    }

    /// This colour with `amount` (0…1) of `other` laid over it.
    func mixed(with other: SceneColor, _ amount: Float) -> SceneColor {
        var mixed = self
        mixed.codes += (other.codes - codes) * amount
        return mixed
    }

    var luma: UInt8 { Self.byte(codes.x) }
    var cb: UInt8 { Self.byte(codes.y) }
    var cr: UInt8 { Self.byte(codes.z) }

    private static func byte(_ code: Float) -> UInt8 { UInt8(max(0, min(255, code + 0.5))) }
}
