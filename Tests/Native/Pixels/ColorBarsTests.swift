import OnAirMedia
import OnAirPixels
import Testing

/// Colour bars whose codes are written down in the standards: what any receiver expects of red, white and the rest.
struct ColorBarsTests {
    struct Bar: Sendable {
        var name: String
        var rgb: (UInt8, UInt8, UInt8)
        var yuv: (Int, Int, Int)
    }

    struct Bars: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var color: ColorDescription
        var bars: [Bar]
    }

    /// 100/0/100/0 bars as in ITU-R BT.709-6 and BT.601-7 with 8-bit quantisation; 75 % as in SMPTE RP 219 and EG 1.
    static let tables: [Bars] = [
        Bars(
            testDescription: "100 % BT.709 limited", color: ColorDescription(matrix: .bt709, range: .limited),
            bars: [
                Bar(name: "white", rgb: (255, 255, 255), yuv: (235, 128, 128)),
                Bar(name: "yellow", rgb: (255, 255, 0), yuv: (219, 16, 138)),
                Bar(name: "cyan", rgb: (0, 255, 255), yuv: (188, 154, 16)),
                Bar(name: "green", rgb: (0, 255, 0), yuv: (173, 42, 26)),
                Bar(name: "magenta", rgb: (255, 0, 255), yuv: (78, 214, 230)),
                Bar(name: "red", rgb: (255, 0, 0), yuv: (63, 102, 240)),
                Bar(name: "blue", rgb: (0, 0, 255), yuv: (32, 240, 118)),
                Bar(name: "black", rgb: (0, 0, 0), yuv: (16, 128, 128)),
            ]),
        Bars(
            testDescription: "100 % BT.601 limited", color: ColorDescription(matrix: .bt601, range: .limited),
            bars: [
                Bar(name: "white", rgb: (255, 255, 255), yuv: (235, 128, 128)),
                Bar(name: "yellow", rgb: (255, 255, 0), yuv: (210, 16, 146)),
                Bar(name: "cyan", rgb: (0, 255, 255), yuv: (170, 166, 16)),
                Bar(name: "green", rgb: (0, 255, 0), yuv: (145, 54, 34)),
                Bar(name: "magenta", rgb: (255, 0, 255), yuv: (106, 202, 222)),
                Bar(name: "red", rgb: (255, 0, 0), yuv: (81, 90, 240)),
                Bar(name: "blue", rgb: (0, 0, 255), yuv: (41, 240, 110)),
                Bar(name: "black", rgb: (0, 0, 0), yuv: (16, 128, 128)),
            ]),
        Bars(
            testDescription: "75 % BT.709 limited", color: ColorDescription(matrix: .bt709, range: .limited),
            bars: [
                Bar(name: "white", rgb: (191, 191, 191), yuv: (180, 128, 128)),
                Bar(name: "yellow", rgb: (191, 191, 0), yuv: (168, 44, 136)),
                Bar(name: "cyan", rgb: (0, 191, 191), yuv: (145, 147, 44)),
                Bar(name: "green", rgb: (0, 191, 0), yuv: (134, 63, 52)),
                Bar(name: "magenta", rgb: (191, 0, 191), yuv: (63, 193, 204)),
                Bar(name: "red", rgb: (191, 0, 0), yuv: (51, 109, 212)),
                Bar(name: "blue", rgb: (0, 0, 191), yuv: (28, 212, 120)),
            ]),
        Bars(
            testDescription: "75 % BT.601 limited", color: ColorDescription(matrix: .bt601, range: .limited),
            bars: [
                Bar(name: "white", rgb: (191, 191, 191), yuv: (180, 128, 128)),
                Bar(name: "yellow", rgb: (191, 191, 0), yuv: (162, 44, 142)),
                Bar(name: "cyan", rgb: (0, 191, 191), yuv: (131, 156, 44)),
                Bar(name: "green", rgb: (0, 191, 0), yuv: (112, 72, 58)),
                Bar(name: "magenta", rgb: (191, 0, 191), yuv: (84, 184, 198)),
                Bar(name: "red", rgb: (191, 0, 0), yuv: (65, 100, 212)),
                Bar(name: "blue", rgb: (0, 0, 191), yuv: (35, 212, 114)),
            ]),
        // JFIF 1.02: Y = 0.299 R + 0.587 G + 0.114 B and so on, 0…255.
        Bars(
            testDescription: "100 % JPEG", color: .jpeg,
            bars: [
                Bar(name: "white", rgb: (255, 255, 255), yuv: (255, 128, 128)),
                Bar(name: "red", rgb: (255, 0, 0), yuv: (76, 85, 255)),
                Bar(name: "green", rgb: (0, 255, 0), yuv: (150, 44, 21)),
                Bar(name: "blue", rgb: (0, 0, 255), yuv: (29, 255, 107)),
                Bar(name: "black", rgb: (0, 0, 0), yuv: (0, 128, 128)),
            ]),
    ]

    private let size = PictureSize(width: 6, height: 4)

    private func flat(_ picture: Picture) -> (Int, Int, Int) {
        let planes = (0..<3).map { picture.bytes(ofPlane: $0) }
        for plane in planes { #expect(Set(plane).count == 1) }
        return (Int(planes[0][0]), Int(planes[1][0]), Int(planes[2][0]))
    }

    private func expectClose(_ found: (Int, Int, Int), _ bar: Bar, within tolerance: Int, _ what: String) {
        let farthest = max(
            abs(found.0 - bar.yuv.0), abs(found.1 - bar.yuv.1), abs(found.2 - bar.yuv.2))
        #expect(farthest <= tolerance, "\(what) \(bar.name): \(found), written down \(bar.yuv)")
    }

    @Test("RGB bars get the codes of the standards, in every RGB format", arguments: tables)
    func rgb(table: Bars) throws {
        for bar in table.bars {
            let orders: [(PixelFormat, [UInt8])] = [
                (.bgra, [bar.rgb.2, bar.rgb.1, bar.rgb.0, 77]), (.rgba, [bar.rgb.0, bar.rgb.1, bar.rgb.2, 77]),
                (.bgr24, [bar.rgb.2, bar.rgb.1, bar.rgb.0]), (.rgb24, [bar.rgb.0, bar.rgb.1, bar.rgb.2]),
            ]
            for (pixels, one) in orders {
                let source = picture(
                    PictureFormat(size: size, pixels: pixels, color: .jpeg),
                    bytes: Array(repeatElement(one, count: size.width * size.height).joined()))
                let made = try converted(source, to: PictureFormat(size: size, pixels: .i420, color: table.color))
                expectClose(flat(made), bar, within: 1, pixels.rawValue)
            }
        }
    }

    @Test("Bars in one matrix and range become the bars of another", arguments: tables, tables)
    func recolored(from: Bars, to: Bars) throws {
        for bar in from.bars {
            guard let wanted = to.bars.first(where: { $0.rgb == bar.rgb }) else { continue }
            let counts = (size.width * size.height, size.width * size.height / 4)
            let source = picture(
                PictureFormat(size: size, pixels: .i420, color: from.color),
                bytes: Array(repeating: UInt8(bar.yuv.0), count: counts.0)
                    + Array(repeating: UInt8(bar.yuv.1), count: counts.1)
                    + Array(repeating: UInt8(bar.yuv.2), count: counts.1))
            let made = try converted(source, to: PictureFormat(size: size, pixels: .i420, color: to.color))
            // The source's codes are rounded already.
            expectClose(flat(made), wanted, within: 2, "\(from.testDescription) to \(to.testDescription)")
        }
    }
}
