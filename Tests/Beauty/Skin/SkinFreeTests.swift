import OnAirBeauty
import OnAirTestKit
import Testing

/// Pictures without skin, at the most the strong family does.
@Suite("Skin smoothing leaves what is no skin")
struct SkinFreeTests {
    private static let size = PictureSize(width: 640, height: 480)

    enum Subject: CaseIterable, Sendable { case bars, noise, text, ramp, foliage, sky }

    private func picture(_ subject: Subject, _ matrix: ColorDescription.Matrix) throws -> SkinPicture {
        var dice = SeededGenerator(seed: 7)
        func random(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &dice) }
        func byte(_ value: Int) -> UInt8 { UInt8(min(max(value, 0), 255)) }
        let bars: [(UInt8, UInt8, UInt8)] = [
            (191, 191, 191), (191, 191, 0), (0, 191, 191), (0, 191, 0), (191, 0, 191), (191, 0, 0), (0, 0, 191),
            (0, 0, 0),
        ]
        // Leaves: one green for each spot of 6x5 pixels, some bark and earth between, light and shade within.
        let leaves = (0..<110 * 100).map { _ in (random(20...90), random(60...160), random(10...50)) }
        return try SkinPicture(Self.size, matrix: matrix) { x, y in
            switch subject {
            case .bars: return bars[x * 8 / Self.size.width]
            case .noise: return (byte(random(0...255)), byte(random(0...255)), byte(random(0...255)))
            case .text:
                // Letters of black strokes on paper that is a little yellow.
                let (column, row) = (x % 14, y % 22)
                let isInk = row > 3 && row < 18 && (column < 2 || (row / 5 + x / 14) % 3 == 1 && column < 9)
                return isInk ? (25, 25, 28) : (246, 244, 236)
            case .ramp:
                let grey = byte(x * 256 / Self.size.width + random(-2...2))
                return (grey, grey, grey)
            case .foliage:
                let leaf = leaves[y / 5 * 107 + x / 6]
                let light = (x * 7 + y * 13) % 40 - 20 + random(-8...8)
                return (byte(leaf.0 + light / 2), byte(leaf.1 + light), byte(leaf.2 + light / 2))
            case .sky: return (byte(90 + y / 5), byte(140 + y / 6), byte(215 + random(-3...3)))
            }
        }
    }

    @Test(
        "Bars, noise, letters, greys, leaves and sky", arguments: Subject.allCases,
        [ColorDescription.Matrix.bt601, .bt709])
    func subject(_ subject: Subject, matrix: ColorDescription.Matrix) throws {
        let picture = try picture(subject, matrix)
        let result = picture.filtered(SkinSmoothing(family: .strong, smooth: 1, whiten: 0, ruddy: 0))
        #expect(result.luma.similarity(to: picture.luma) >= 0.99)
    }

    @Test("Greys are not touched at all")
    func greys() throws {
        for level in stride(from: 0, through: 255, by: 15) {
            let grey = UInt8(level)
            let picture = try SkinPicture(PictureSize(width: 64, height: 48)) { _, _ in (grey, grey, grey) }
            let result = picture.filtered(SkinSmoothing(family: .strong, smooth: 1, whiten: 1, ruddy: 1))
            #expect(result.planes == picture.planes)
        }
    }
}
