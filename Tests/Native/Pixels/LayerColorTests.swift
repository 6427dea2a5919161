import Glibc
import OnAirMedia
import OnAirPixels
import Testing

/// Colours on their way from a bitmap through a layer and a stream's picture to a window: ΔE (CIE 1976) at most 1.5, half of
/// what eyes tell apart side by side; 8-bit codes of limited range alone make up to 1.2.
struct LayerColorTests {
    @Test("Known colours come out of a layer as they went in", arguments: PixelKernelTests.colors, [false, true])
    func bars(color: ColorDescription, seeThrough: Bool) throws {
        let levels: [Double] = [0, 0.25, 0.5, 0.75, 1]
        let colors = levels.flatMap { red in levels.flatMap { green in levels.map { SIMD3(red, green, $0) } } }
        // Bars of 8 x 8 pixels, each on blocks of its own.
        let size = PictureSize(width: 8 * colors.count, height: 8)
        let pixels = bitmap(size) { x, _ in SIMD4(colors[x / 8], 1) }
        // Laid half transparent onto itself it is the same again.
        let half = bitmap(size) { x, _ in SIMD4(colors[x / 8], 0.5) }
        let renderer = LayerRenderer(color: color)
        let frame = PictureRect(size)
        let base = flatPicture(size, 100, 60, 200, color)
        let made = try changed(base) { target in
            try renderer.prepare(pixels, crop: frame, orientation: .up, frame: frame).blend(onto: &target)
            if seeThrough {
                try renderer.prepare(half, crop: frame, orientation: .up, frame: frame).blend(onto: &target)
            }
        }
        let shown = try RGBWriter.bitmap(of: made)
        var worst = 0.0
        for (index, wanted) in colors.enumerated() {
            let found = shown.withPixels { base in
                let at = base + 3 * shown.stride + 4 * (8 * index + 4)
                return SIMD3(Double(at[2]), Double(at[1]), Double(at[0])) / 255
            }
            let exact = SIMD3((wanted.x * 255).rounded(), (wanted.y * 255).rounded(), (wanted.z * 255).rounded()) / 255
            worst = max(worst, Self.difference(found, exact))
        }
        #expect(worst <= (seeThrough ? 3 : 1.5), "ΔE \(worst)")
    }

    /// ΔE of CIE 1976 between two sRGB colours (IEC 61966-2-1), white D65.
    private static func difference(_ first: SIMD3<Double>, _ second: SIMD3<Double>) -> Double {
        let (a, b) = (lab(first), lab(second))
        return ((a - b) * (a - b)).sum().squareRoot()
    }

    private static func lab(_ rgb: SIMD3<Double>) -> SIMD3<Double> {
        func linear(_ code: Double) -> Double {
            code <= 0.04045 ? code / 12.92 : pow((code + 0.055) / 1.055, 2.4)
        }
        func curve(_ value: Double) -> Double {
            value > 216.0 / 24389 ? cbrt(value) : (24389.0 / 27 * value + 16) / 116
        }
        let (red, green, blue) = (linear(rgb.x), linear(rgb.y), linear(rgb.z))
        let x = curve((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505)
        let y = curve(0.2126 * red + 0.7152 * green + 0.0722 * blue)
        let z = curve((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.0890)
        return SIMD3(116 * y - 16, 500 * (x - y), 200 * (y - z))
    }
}
