import Foundation
import OnAirMedia

/// A picture as lenses make them: waves of a few dozen pixels, the same scene in every pixel format and size.
func smoothPicture(_ format: PictureFormat) -> Picture {
    let (width, height) = (format.size.width, format.size.height)
    var bytes: [UInt8] = []
    /// Channel `channel` at a point in pixels, 0…1.
    func level(_ channel: Int, _ x: Double, _ y: Double) -> Double {
        let phase = Double(channel) * 1.7
        let waves =
            sin(x / 23 + phase) * cos(y / 17 - phase) + 0.6 * sin((x + 2 * y) / 41 + 2 * phase)
            + 0.4 * cos((3 * x - y) / 61 - phase)
        return 0.5 + waves / 4.2
    }
    func code(_ channel: Int, _ x: Double, _ y: Double) -> UInt8 {
        // Inside what every colour description can show of every other.
        UInt8((format.pixels.isPackedRGB ? 20 + 215 * level(channel, x, y) : 70 + 110 * level(channel, x, y)).rounded())
    }
    func plane(_ channel: Int, stepX: Int, stepY: Int) {
        for y in stride(from: 0, to: height, by: stepY) {
            for x in stride(from: 0, to: width, by: stepX) {
                bytes.append(code(channel, Double(x) + Double(stepX) / 2, Double(y) + Double(stepY) / 2))
            }
        }
    }
    func interleaved(_ first: Int, _ second: Int) {
        for y in stride(from: 0, to: height, by: 2) {
            for x in stride(from: 0, to: width, by: 2) {
                bytes.append(code(first, Double(x) + 1, Double(y) + 1))
                bytes.append(code(second, Double(x) + 1, Double(y) + 1))
            }
        }
    }
    func pixels(_ body: (Double, Double) -> Void, step: Int = 1) {
        for y in 0..<height { for x in stride(from: 0, to: width, by: step) { body(Double(x), Double(y) + 0.5) } }
    }
    func pair(_ x: Double, _ y: Double, _ order: [Int]) {
        var lumaX = x + 0.5
        for channel in order {
            bytes.append(code(channel, channel == 0 ? lumaX : x + 1, y))
            if channel == 0 { lumaX += 1 }
        }
    }
    switch format.pixels {
    case .i420:
        plane(0, stepX: 1, stepY: 1)
        plane(1, stepX: 2, stepY: 2)
        plane(2, stepX: 2, stepY: 2)
    case .nv12:
        plane(0, stepX: 1, stepY: 1)
        interleaved(1, 2)
    case .nv21:
        plane(0, stepX: 1, stepY: 1)
        interleaved(2, 1)
    case .i422:
        plane(0, stepX: 1, stepY: 1)
        plane(1, stepX: 2, stepY: 1)
        plane(2, stepX: 2, stepY: 1)
    case .i444: for channel in 0..<3 { plane(channel, stepX: 1, stepY: 1) }
    case .yuyv: pixels({ pair($0, $1, [0, 1, 0, 2]) }, step: 2)
    case .uyvy: pixels({ pair($0, $1, [1, 0, 2, 0]) }, step: 2)
    case .yvyu: pixels({ pair($0, $1, [0, 2, 0, 1]) }, step: 2)
    case .bgra: pixels { x, y in bytes += [2, 1, 0].map { code($0, x + 0.5, y) } + [200] }
    case .rgba: pixels { x, y in bytes += [0, 1, 2].map { code($0, x + 0.5, y) } + [200] }
    case .bgr24: pixels { x, y in bytes += [2, 1, 0].map { code($0, x + 0.5, y) } }
    case .rgb24: pixels { x, y in bytes += [0, 1, 2].map { code($0, x + 0.5, y) } }
    }
    return picture(format, bytes: bytes)
}

extension PixelFormat {
    /// Red, green and blue rather than luma and chroma.
    var isPackedRGB: Bool { [.bgra, .rgba, .bgr24, .rgb24].contains(self) }
}
