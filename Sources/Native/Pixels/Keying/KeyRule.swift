import COnAirPixelKernels
import Glibc
import OnAirMedia

/// What a key comes to in pictures of one colour. A value.
///
/// With k the screen's (Cb − 128, Cr − 128) and c a pixel's, x = c·k / |k|² and z = c×k / |k|²: along the screen's colour and
/// across it, (1, 0) at the screen and (0, 0) at grey. A weaker or stronger light on the screen only moves along x, and its luma
/// with it: with m = the pixel's luma / the screen's, at least 0.4 and at most 1, x counts 1 + 2.5 · similarity · (1 − m) times
/// in a = max(0, 1 − x). With b = 6 · max(0, |z| − x / 2), so that hues within 27° of the screen's count as its own and others
/// soon do not, the distance from the screen is the length of (a, b), taken as the larger of max and 7/8 max + 1/2 min of both, which is right to 3 %. Only up
/// to 1 it counts. Towards black (luma 26…18) and white (219…235) it goes to 1. The opacity is
/// (distance − similarity) / smoothness, kept in 0…1. Of what stays, spill · max(0, x − |z|) · k is taken off the colour;
/// luma stays.
package struct KeyRule {
    /// Colours that are nearer to grey than this, in codes, are no screen's: then nothing is taken away.
    package static let leastColor = 24.0

    package let numbers: onair_key
    /// Whether nothing is taken away.
    package let isNothing: Bool
    let color: ColorDescription

    /// - Parameters:
    ///   - screen: the colour of the screen.
    ///   - color: that of the pictures.
    ///   - similarity: the distance up to which nothing is left: 0…1.
    ///   - smoothness: how much further all is left: 0…1; at least 1/64 is taken.
    ///   - spill: how much of the screen's colour is taken off what stays: 0…1.
    package init(
        screen: PictureColor, in color: ColorDescription, similarity: Double, smoothness: Double, spill: Double
    ) {
        self.color = color
        let code = ColorTransform.code(of: screen, in: color)
        let (u, v) = (Double(code.u) - 128, Double(code.v) - 128)
        let square = u * u + v * v
        isNothing = square < Self.leastColor * Self.leastColor
        let unit = isNothing ? 0 : Double(1 << 26) / square
        func inside(_ value: Double) -> Double { value.isFinite ? min(max(value, 0), 1) : 0 }
        let width = Int32(max(16, (inside(smoothness) * 1024).rounded()))
        let shift = Int32(width.leadingZeroBitCount) - 17
        let gain = (510 * 65536 + (width << shift) - 1) / (width << shift)
        let light = max(Double(code.y) - 16, 24)
        numbers = onair_key(
            x_u: Int32((u * unit).rounded()), x_v: Int32((v * unit).rounded()), z_u: Int32((v * unit).rounded()),
            z_v: Int32((-u * unit).rounded()), key_u: Int32(u), key_v: Int32(v),
            similarity: Int16((inside(similarity) * 1024).rounded()), width: Int16(width), shift: Int16(shift),
            gain: Int16(gain), luma: Int16(code.y), lack: Int16((0.6 * light).rounded(.down)),
            dim: Int16((2.5 * inside(similarity) * 8192 / light).rounded()),
            spill: isNothing ? 0 : Int32((inside(spill) * 256).rounded()))
    }
}
