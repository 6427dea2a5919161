import Foundation
import OnAirMedia
import OnAirPicture
import OnAirPixels
import Testing

struct ColorBarsTests {
    /// Red, green, blue of the bars: the eight of full strength, and some that people wear.
    private static let bars: [(r: Double, g: Double, b: Double)] = [
        (255, 255, 255), (255, 255, 0), (0, 255, 255), (0, 255, 0), (255, 0, 255), (255, 0, 0), (0, 0, 255), (0, 0, 0),
        (128, 128, 128), (224, 172, 140), (90, 60, 40), (30, 60, 120),
    ]

    private static func bar(_ x: Int, _ width: Int) -> (r: Double, g: Double, b: Double) {
        bars[min(x * bars.count / width, bars.count - 1)]
    }

    /// Y, Cb, Cr by the formulas of ITU-R BT.601-7 and BT.709-6, in codes.
    private static func codes(_ color: (r: Double, g: Double, b: Double), _ description: ColorDescription) -> [UInt8] {
        let (kr, kb) = description.matrix == .bt601 ? (0.299, 0.114) : (0.2126, 0.0722)
        let (r, g, b) = (color.r / 255, color.g / 255, color.b / 255)
        let y = kr * r + (1 - kr - kb) * g + kb * b
        let (u, v) = ((b - y) / (2 * (1 - kb)), (r - y) / (2 * (1 - kr)))
        let values =
            description.range == .limited
            ? [16 + 219 * y, 128 + 224 * u, 128 + 224 * v] : [255 * y, 128 + 255 * u, 128 + 255 * v]
        return values.map { UInt8(min(max($0.rounded(), 0), 255)) }
    }

    /// CIE 1976 colour difference of two sRGB colours (D65).
    private static func difference(_ a: (r: Double, g: Double, b: Double), _ b: (r: Double, g: Double, b: Double))
        -> Double
    {
        func lab(_ c: (r: Double, g: Double, b: Double)) -> (Double, Double, Double) {
            func linear(_ code: Double) -> Double {
                let value = code / 255
                return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
            }
            let (r, g, b) = (linear(c.r), linear(c.g), linear(c.b))
            let x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047
            let y = 0.2126 * r + 0.7152 * g + 0.0722 * b
            let z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883
            func f(_ t: Double) -> Double { t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116 }
            return (116 * f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z)))
        }
        let (p, q) = (lab(a), lab(b))
        return (pow(p.0 - q.0, 2) + pow(p.1 - q.1, 2) + pow(p.2 - q.2, 2)).squareRoot()
    }

    /// How bars come into the house.
    enum Kind: String, CaseIterable, Sendable {
        case yuyv, nv12, i444, i420, rgb24, bgra, bitmap
        case fullRange, otherMatrix
    }

    private static func source(_ kind: Kind, _ size: PictureSize) -> TestPicture {
        let stream = ColorDescription.stream(for: size)
        var color = stream
        if kind == .fullRange { color.range = .full }
        if kind == .otherMatrix { color.matrix = stream.matrix == .bt601 ? .bt709 : .bt601 }
        let used = color
        // Y, Cb, Cr, red, green, blue, opacity of each column.
        let columns = (0..<size.width).map { x -> [UInt8] in
            let rgb = bar(x, size.width)
            return codes(rgb, used) + [UInt8(rgb.r), UInt8(rgb.g), UInt8(rgb.b), 255]
        }
        func picture(
            _ pixels: PixelFormat, _ sample: @escaping @Sendable (Int, Int, Int) -> UInt8
        ) -> TestPicture { TestPicture(size: size, pixels: pixels, color: used, sample: sample) }
        @Sendable func code(_ x: Int, _ index: Int) -> UInt8 { columns[x][index] }
        @Sendable func red(_ x: Int, _ index: Int) -> UInt8 { columns[x][3 + index] }
        switch kind {
        case .yuyv:
            return picture(.yuyv) { _, x, _ in
                let pixel = x / 4 * 2
                return x % 2 == 0 ? code(pixel + x % 4 / 2, 0) : code(pixel, x % 4 == 1 ? 1 : 2)
            }
        case .nv12: return picture(.nv12) { plane, x, _ in plane == 0 ? code(x, 0) : code(x / 2 * 2, 1 + x % 2) }
        case .i444: return picture(.i444) { plane, x, _ in code(x, plane) }
        case .i420, .fullRange, .otherMatrix, .bitmap:
            return picture(.i420) { plane, x, _ in code(plane == 0 ? x : 2 * x, plane) }
        case .rgb24: return picture(.rgb24) { _, x, _ in red(x / 3, x % 3) }
        case .bgra: return picture(.bgra) { _, x, _ in red(x / 4, [2, 1, 0, 3][x % 4]) }
        }
    }

    @Test(
        "Bars of every kind of source come out within ΔE 2 of what they are",
        arguments: Kind.allCases, [PictureSize(width: 192, height: 96), PictureSize(width: 1280, height: 720)])
    func bars(_ kind: Kind, _ size: PictureSize) throws {
        var scene = LoadedScene.camera
        if kind == .bitmap {
            let bitmap = ImageBitmap.made(size.width, 8) { x, _ in
                let color = Self.bar(x, size.width)
                return (UInt8(color.b), UInt8(color.g), UInt8(color.r), 255)
            }
            scene = .overCamera([(Layer.image("bars"), LayerCell(bitmap))])
        }
        let rig = MixRig(size, scene: scene)
        let program = try #require(rig.step(Self.source(kind, size)))
        let bitmap = try RGBWriter.bitmap(of: program)
        var worst = 0.0
        for index in 0..<Self.bars.count {
            let x = (2 * index + 1) * size.width / (2 * Self.bars.count)
            let at = size.height / 2 * bitmap.stride + 4 * x
            let found = bitmap.withPixels { (Double($0[at + 2]), Double($0[at + 1]), Double($0[at])) }
            worst = max(worst, Self.difference((found.0, found.1, found.2), Self.bars[index]))
        }
        #expect(worst <= 2, "\(kind): \(worst)")
    }
}
