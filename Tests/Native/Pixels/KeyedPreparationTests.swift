import OnAirMedia
import OnAirPixels
import OnAirTestKit
import Testing

@Suite("Layers prepared with a key")
struct KeyedPreparationTests {
    private static let color = ColorDescription(matrix: .bt601, range: .limited)
    private static let green = PictureColor(red: 0, green: 177, blue: 64)
    private static let rule = KeyRule(screen: green, in: color, similarity: 0.4, smoothness: 0.5, spill: 0.8)

    private static func format(_ width: Int, _ height: Int, _ pixels: PixelFormat = .i420) -> PictureFormat {
        PictureFormat(size: PictureSize(width: width, height: height), pixels: pixels, color: color)
    }

    /// A picture without colour; luma at random.
    private static func grey(_ format: PictureFormat, seed: UInt64) -> Picture {
        let random = randomPicture(format, seed: seed)
        let luma = format.size.width * format.size.height
        return picture(
            format, bytes: random.bytes.enumerated().map { $0 < luma ? 16 + $1 % 220 : 128 })
    }

    private static func laid(_ layer: PreparedLayer, on target: Picture, alpha: Int) -> [UInt8] {
        guard
            var copy = PicturePool(format: target.format, capacity: 1).take(
                captureTime: HostTime(nanoseconds: 0), sequence: 0)
        else { return [] }
        PictureOperations.copy(target, into: &copy)
        layer.blend(onto: &copy, alpha: alpha)
        return copy.freeze().bytes
    }

    @Test("At odd places of odd targets: what is grey is laid as without a key, the screen leaves everything as it is")
    func odd() throws {
        var generator = SeededGenerator(seed: 77)
        for round in 0..<200 {
            func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
            let target = randomPicture(Self.format(number(2...41), number(2...41)), seed: UInt64(round))
            let source = Self.format(number(2...50), number(2...50))
            let frame = PictureRect(
                x: number(-9...30), y: number(-9...30), width: number(1...40), height: number(1...40))
            // What lies outside altogether is no business of a key's.
            guard frame.intersection(PictureRect(target.format.size)) != nil else { continue }
            let orientations: [ImageOrientation] = [.up, .down, .left, .rightMirrored]
            let orientation = orientations[round % 4]
            let alpha = round % 3 == 0 ? 100 : 256
            let renderer = LayerRenderer(color: Self.color)
            func prepared(_ picture: Picture, _ key: KeyRule?, _ old: PreparedLayer?) throws -> PreparedLayer {
                let crop = PictureRect(picture.format.size.turned(orientation))
                return try renderer.prepare(
                    picture, crop: crop, orientation: orientation, frame: frame, rotation: 0, key: key, reusing: old)
            }
            let grey = Self.grey(source, seed: UInt64(1000 + round))
            let keyed = try prepared(grey, Self.rule, nil)
            #expect(!keyed.isOpaque)
            let expected = Self.laid(try prepared(grey, nil, nil), on: target, alpha: alpha)
            let made = Self.laid(keyed, on: target, alpha: alpha)
            // In the corner of an odd target a quarter of a block counts for all of it, and so does what was rounded of it.
            let worst = zip(made, expected).map { abs(Int($0) - Int($1)) }.max() ?? 0
            #expect(worst <= 3, "\(round): \(frame) on \(target.format.size), \(alpha)")

            let code = ColorTransform.code(of: Self.green, in: Self.color)
            let luma = source.size.width * source.size.height
            let blocks = (byteCount(source) - luma) / 2
            let bytes =
                [UInt8](repeating: code.y, count: luma) + [UInt8](repeating: code.u, count: blocks)
                + [UInt8](repeating: code.v, count: blocks)
            let gone = try prepared(picture(source, bytes: bytes), Self.rule, keyed)
            #expect(Self.laid(gone, on: target, alpha: alpha) == target.bytes, "\(round)")
        }
    }

    @Test("Rotated: inside the screen nothing shows, inside the presenter all of it does")
    func rotated() throws {
        let format = Self.format(80, 60, .bgra)
        let source = picture(
            format,
            bytes: (0..<4800).flatMap { $0 % 80 < 40 ? [64, 177, 0, 255] : [120, 120, 120, 255] as [UInt8] })
        let target = Self.grey(Self.format(100, 100), seed: 4)
        let layer = try LayerRenderer(color: Self.color).prepare(
            source, crop: PictureRect(format.size), orientation: .up,
            frame: PictureRect(x: 10, y: 20, width: 80, height: 60), rotation: 30, key: Self.rule, reusing: nil)
        let made = Self.laid(layer, on: target, alpha: 256)
        func at(_ x: Double, _ y: Double) -> (made: UInt8, below: UInt8) {
            // About the middle (50, 50), 30° clockwise.
            let (c, s) = (0.8660254, 0.5)
            let (column, row) = (Int(50 + x * c - y * s), Int(50 + x * s + y * c))
            return (made[row * 100 + column], target.bytes[row * 100 + column])
        }
        for y in stride(from: -24.0, through: 24, by: 6) {
            for x in stride(from: 6.0, through: 34, by: 4) {
                #expect(at(-x, y).made == at(-x, y).below)
                // BT.601, limited range: 16 + 219 · 120 / 255.
                #expect(abs(Int(at(x, y).made) - 119) <= 1)
            }
        }
    }

    @Test("A rule for a grey screen takes nothing away, in any colour")
    func grey() {
        for color in PixelKernelTests.colors {
            func rule(_ screen: PictureColor) -> KeyRule {
                KeyRule(screen: screen, in: color, similarity: 0.4, smoothness: 0.5, spill: 1)
            }
            #expect(rule(PictureColor(red: 128, green: 128, blue: 120)).isNothing)
            #expect(rule(.black).isNothing && rule(.white).isNothing)
            #expect(!rule(Self.green).isNothing)
            #expect(!rule(PictureColor(red: 255, green: 0, blue: 255)).isNothing)
        }
    }
}
