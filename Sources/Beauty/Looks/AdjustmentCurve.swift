/// `ColorAdjustment` made ready to be done to many colours.
struct AdjustmentCurve {
    init(_ adjustment: ColorAdjustment) {}

    func apply(to colors: inout [SIMD3<Float>]) {}
}
