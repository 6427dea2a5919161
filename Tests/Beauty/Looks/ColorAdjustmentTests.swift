import Foundation
import OnAirBeauty
import OnAirMedia
import Testing

@Suite("Brightness, contrast, saturation, hue and temperature")
struct ColorAdjustmentTests {
    private func adjusted(_ adjustment: ColorAdjustment, _ color: SIMD3<Float>) -> SIMD3<Float> {
        ColorStack([.adjustment(adjustment)]).color(color)
    }

    private func luma(_ color: SIMD3<Float>) -> Float { (color * [0.2126, 0.7152, 0.0722]).sum() }

    private static let samples: [SIMD3<Float>] = [
        [0, 0, 0], [1, 1, 1], [0.5, 0.5, 0.5], [0.9, 0.2, 0.1], [0.1, 0.7, 0.3], [0.2, 0.3, 0.8], [0.85, 0.65, 0.55],
    ]

    @Test("Everything at 0 is no table, and no picture is touched")
    func neutral() {
        let stack = ColorStack([
            .adjustment(ColorAdjustment()), .look(Look.builtIn[0], intensity: 0), .adjustment(ColorAdjustment()),
        ])
        #expect(stack.isNeutral && stack.table() == nil)
        let size = PictureSize(width: 31, height: 17)
        var before = noisePicture(size)
        #expect(filtered(noisePicture(size), ColorFilter(stack.table())) == planes(&before))
        for color in Self.samples { #expect(stack.color(color) == color) }
    }

    @Test("Brightness is the curve it says, keeps black and white, and undoes its opposite")
    func brightness() {
        for value in stride(from: -1.0, through: 1, by: 0.25) {
            let k = pow(4, value)
            for x in stride(from: 0.0, through: 1, by: 0.05) {
                let out = adjusted(ColorAdjustment(brightness: value), SIMD3(repeating: Float(x)))
                #expect(abs(Double(out.x) - k * x / (1 + (k - 1) * x)) < 1e-5)
                let back = adjusted(ColorAdjustment(brightness: -value), out)
                #expect(abs(Double(back.y) - x) < 1e-5)
            }
        }
        #expect(abs(adjusted(ColorAdjustment(brightness: 1), [0.5, 0.5, 0.5]).x - 0.8) < 1e-6)
    }

    @Test("Contrast has the slope it says in the middle, keeps black and white above 0, and is grey at −1")
    func contrast() {
        for value in [-1, -0.5, 0.25, 0.5, 1] {
            let adjustment = ColorAdjustment(contrast: value)
            let (low, high) = (
                adjusted(adjustment, [0.499, 0.499, 0.499]).x, adjusted(adjustment, [0.501, 0.501, 0.501]).x
            )
            #expect(abs(Double(high - low) / 0.002 - (1 + value)) < 0.01, "\(value)")
            for x in stride(from: Float(0), through: 1, by: 0.1) {
                let out = adjusted(adjustment, SIMD3(repeating: x)).x
                if value > 0 {
                    let mirrored = adjusted(adjustment, SIMD3(repeating: 1 - x)).x
                    #expect(abs(out + mirrored - 1) < 1e-5)
                    // By the formula of the documentation, from below.
                    let s = Float(1 + value)
                    let u = 1 - abs(2 * x - 1)
                    let curved = (1 - u / (s - (s - 1) * u)) / 2
                    #expect(abs(out - (x < 0.5 ? 0.5 - curved : 0.5 + curved)) < 1e-5)
                } else {
                    #expect(abs(out - (0.5 + Float(1 + value) * (x - 0.5))) < 1e-5)
                }
            }
        }
    }

    @Test("Saturation scales what is not luma, temperature keeps the luma of grey")
    func saturationAndTemperature() {
        for color in Self.samples {
            for value in [-1, -0.4, 0.2] {
                let expected = luma(color) + Float(1 + value) * (color - luma(color))
                let clamped = expected.clamped(lowerBound: SIMD3(repeating: 0), upperBound: SIMD3(repeating: 1))
                let out = adjusted(ColorAdjustment(saturation: value), color)
                #expect((out - clamped).max() < 1e-5 && (clamped - out).max() < 1e-5)
            }
        }
        for value in [-1, -0.5, 0.5, 1] {
            let grey = adjusted(ColorAdjustment(temperature: value), [0.5, 0.5, 0.5])
            #expect(abs(luma(grey) - 0.5) < 1e-5)
            #expect(value > 0 ? grey.x > grey.z : grey.x < grey.z)
            let gains = SIMD3<Float>(Float(pow(2, value / 4)), 1, Float(pow(2, -value / 3)))
            #expect(abs(grey.x / grey.z - gains.x / gains.z) < 1e-4)
        }
    }

    @Test("Hue turns colours by the angle, keeps luma and grey, and comes round")
    func hue() {
        func angle(_ color: SIMD3<Float>) -> Double {
            let luma = luma(color)
            return atan2(Double((color.x - luma) / (1 - 0.2126)), Double((color.z - luma) / (1 - 0.0722))) * 180 / .pi
        }
        let color: SIMD3<Float> = [0.55, 0.45, 0.4]
        for degrees in stride(from: -180.0, through: 180, by: 30) {
            let out = adjusted(ColorAdjustment(hue: degrees), color)
            #expect(abs(luma(out) - luma(color)) < 1e-5)
            let turned = (angle(out) - angle(color) - degrees).truncatingRemainder(dividingBy: 360)
            #expect(abs(turned) < 0.01 || abs(abs(turned) - 360) < 0.01, "\(degrees): \(turned)")
            #expect((adjusted(ColorAdjustment(hue: degrees), [0.3, 0.3, 0.3]) - 0.3).max() < 1e-6)
        }
        // From red by way of yellow to green.
        let yellow = adjusted(ColorAdjustment(hue: 60), [0.7, 0.3, 0.3])
        #expect(yellow.z < yellow.x && yellow.z < yellow.y)
    }

    @Test("Lighter stays lighter whatever is set, and what is no number counts as 0")
    func monotone() {
        for brightness in [-1.0, -0.3, 0.4, 1] {
            for contrast in [-0.9, -0.2, 0.5, 1] {
                let adjustment = ColorAdjustment(brightness: brightness, contrast: contrast, temperature: 0.4)
                var last = SIMD3<Float>(repeating: -1)
                for step in 0...219 {
                    let out = adjusted(adjustment, SIMD3(repeating: Float(step) / 219))
                    #expect((out - last).min() >= 0)
                    last = out
                }
            }
        }
        let odd = ColorAdjustment(
            brightness: .nan, contrast: .infinity, saturation: -.infinity, hue: .nan, temperature: .nan)
        for color in Self.samples { #expect(adjusted(odd, color) == color) }
    }
}
