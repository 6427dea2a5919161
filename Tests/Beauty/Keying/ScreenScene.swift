import Glibc
import OnAirBeauty
import OnAirMedia
import OnAirTestKit

/// A foreground whose opacity is known, before a screen: a head of skin with hair, a grey beard and a white shirt, edges of
/// some pixels, mixed with the screen in red, green and blue; light that falls off by 15 % each way, and noise.
struct ScreenScene {
    /// What a pixel of the foreground is.
    enum Part: CaseIterable { case skin, darkSkin, hair, grey, shirt }

    static let size = PictureSize(width: 320, height: 240)
    let planes: FilterBed.Planes
    /// Of each pixel: 0…1.
    let alpha: [Double]
    /// What the foreground is at each pixel.
    let parts: [Part]

    static func color(_ part: Part) -> SIMD3<Double> {
        switch part {
        case .skin: SIMD3(214, 163, 136)
        case .darkSkin: SIMD3(108, 68, 48)
        case .hair: SIMD3(52, 38, 30)
        case .grey: SIMD3(128, 128, 128)
        case .shirt: SIMD3(238, 238, 236)
        }
    }

    /// - Parameters:
    ///   - unevenness: how much the light on the screen differs from the middle.
    ///   - noise: standard deviation in codes of 0…255.
    ///   - spill: how much of the screen's colour is added to the foreground.
    ///   - edge: pixels from 0 to full opacity.
    init(_ screen: KeyColor, unevenness: Double = 0.15, noise: Double = 2, spill: Double = 0, edge: Double = 4) {
        var generator = SeededGenerator(seed: 21)
        let (width, height) = (Self.size.width, Self.size.height)
        let key = SIMD3(Double(screen.red), Double(screen.green), Double(screen.blue))
        var (alpha, parts, codes) = ([Double](), [Part](), [SIMD3<Double>]())
        for y in 0..<height {
            for x in 0..<width {
                let (dx, dy) = (Double(x) - 160, Double(y) - 120)
                let distance = (dx * dx / 1.1 + dy * dy).squareRoot()
                let opacity = min(max((90 - distance) / edge + 0.5, 0), 1)
                let part: Part =
                    dy < -50 ? .hair : dy > 50 ? .shirt : dx < -30 ? .darkSkin : dx > 40 ? .grey : .skin
                let light = 1 + unevenness * (2 * Double(x) / Double(width - 1) - 1)
                let front = Self.color(part) + spill * key
                var mixed = opacity * front + (1 - opacity) * light * key
                for channel in 0..<3 {
                    mixed[channel] = min(max(mixed[channel] + noise * FilterBed.normal(&generator), 0), 255)
                }
                let code = FilterBed.yuv(mixed[0], mixed[1], mixed[2])
                codes.append(SIMD3(code.y, code.u, code.v))
                alpha.append(opacity)
                parts.append(part)
            }
        }
        (self.alpha, self.parts) = (alpha, parts)
        var planes = FilterBed.Planes(width, height) { x, y in codes[y * width + x].x }
        for y in stride(from: 0, to: height, by: 2) {
            for x in stride(from: 0, to: width, by: 2) {
                let at = y * width + x
                let mean = (codes[at] + codes[at + 1] + codes[at + width] + codes[at + width + 1]) / 4
                planes.u[y / 2 * planes.columns + x / 2] = UInt8(mean.y.rounded())
                planes.v[y / 2 * planes.columns + x / 2] = UInt8(mean.z.rounded())
            }
        }
        self.planes = planes
    }

    /// The opacity that a filter has found, from what it makes over black and over white.
    static func found(_ key: ChromaKey, _ planes: FilterBed.Planes, matrix: ColorDescription.Matrix = .bt601)
        -> [Double]
    {
        var (dark, light) = (key, key)
        (dark.background, light.background) = ("#000000", "#FFFFFF")
        let black = FilterBed.apply(ChromaKeyFilter(dark), planes, matrix: matrix)
        let white = FilterBed.apply(ChromaKeyFilter(light), planes, matrix: matrix)
        return zip(black.y, white.y).map { 1 - (Double($1) - Double($0)) / 219 }
    }

    /// The mean difference of `found` to the truth: over all pixels, and over those that are partly transparent.
    func error(_ found: [Double]) -> (all: Double, edge: Double) {
        let errors = zip(found, alpha).map { abs($0 - $1) }
        let edge = zip(errors, alpha).filter { $0.1 > 0 && $0.1 < 1 }.map(\.0)
        return (errors.reduce(0, +) / Double(errors.count), edge.reduce(0, +) / Double(max(edge.count, 1)))
    }
}
