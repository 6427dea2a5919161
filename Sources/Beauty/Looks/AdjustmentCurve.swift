import Glibc

/// `ColorAdjustment` made ready to be done to many colours.
struct AdjustmentCurve {
    /// The slope of brightness at black.
    private let lift: Float
    /// The slope of contrast in the middle.
    private let slope: Float
    /// Columns of what temperature, saturation and hue are together; nil where they change nothing.
    private let matrix: (red: SIMD3<Float>, green: SIMD3<Float>, blue: SIMD3<Float>)?

    /// The weights of red, green and blue in luma.
    static let luma = LumaWeights(.bt709).weights

    init(_ adjustment: ColorAdjustment) {
        func kept(_ value: Double, _ limit: Double = 1) -> Double {
            value.isFinite ? min(max(value, -limit), limit) : 0
        }
        lift = Float(pow(4, kept(adjustment.brightness)))
        slope = Float(1 + kept(adjustment.contrast))
        let (saturation, hue, temperature) = (
            kept(adjustment.saturation), kept(adjustment.hue, 180), kept(adjustment.temperature)
        )
        guard saturation != 0 || hue != 0 || temperature != 0 else {
            matrix = nil
            return
        }
        let gains = SIMD3(pow(2, temperature / 4), 1, pow(2, -temperature / 3))
        let weights = SIMD3<Double>(Self.luma)
        let balance = gains / (gains * weights).sum()
        let (cosine, sine) = (
            (1 + saturation) * cos(hue * .pi / 180), (1 + saturation) * sin(hue * .pi / 180)
        )
        /// What becomes of a colour.
        func turned(_ color: SIMD3<Double>) -> SIMD3<Float> {
            let balanced = color * balance
            let luma = (balanced * weights).sum()
            let (cb, cr) = ((balanced.z - luma) / (1 - weights.z), (balanced.x - luma) / (1 - weights.x))
            let (turnedCb, turnedCr) = (cb * cosine - cr * sine, cb * sine + cr * cosine)
            let (red, blue) = (luma + turnedCr * (1 - weights.x), luma + turnedCb * (1 - weights.z))
            let green = (luma - red * weights.x - blue * weights.z) / weights.y
            return SIMD3<Float>(SIMD3(red, green, blue))
        }
        matrix = (turned(SIMD3(1, 0, 0)), turned(SIMD3(0, 1, 0)), turned(SIMD3(0, 0, 1)))
    }

    /// Does it to colours of 0…1; none leaves that range.
    func apply(to colors: inout [SIMD3<Float>]) {
        let (zero, one) = (SIMD3<Float>(repeating: 0), SIMD3<Float>(repeating: 1))
        for index in colors.indices {
            var color = colors[index]
            if lift != 1 { color = lift * color / (1 + (lift - 1) * color) }
            if slope < 1 {
                color = 0.5 + slope * (color - 0.5)
            } else if slope > 1 {
                let side = 2 * color - 1
                let away = side.replacing(with: -side, where: side .< 0)
                let near = 1 - away
                let curved = (1 - near / (slope - (slope - 1) * near)) / 2
                color = 0.5 + curved.replacing(with: -curved, where: side .< 0)
            }
            if let matrix { color = matrix.red * color.x + matrix.green * color.y + matrix.blue * color.z }
            colors[index] = color.clamped(lowerBound: zero, upperBound: one)
        }
    }
}
