import Dispatch
import OnAirDrawing
import OnAirMedia
import Testing

@Suite("Drawing texts")
struct TextRendererTests {
    /// A line of DejaVu's fonts is 2384 of 2048 units high: ascent 1901, descent 483 in their `hhea` tables.
    private static let linePerPixel = 2384.0 / 2048

    @Test(
        "Every script comes out as Pango's own program draws it",
        arguments: [
            "Hello Ágq jĚ", "Γειά σου Привет", "مرحبا بالعالم", "שלום עולם 123", "हिन्दी में पाठ", "สวัสดีชาวโลก", "漢字かな", "😀🎉👩‍👩‍👧",
            "On Air: ‎العربية‎ and 😀", "two\nlines of\ntext", "12:34:56",
        ])
    func scripts(_ text: String) throws {
        let size = 40.0
        let ours = try TextRenderer().render(
            text, TextStyle(font: "DejaVu Sans", extent: .natural(lineHeight: size * Self.linePerPixel)))
        let theirs = try PangoView.draw(text, font: "DejaVu Sans", fontSize: size)
        // A coloured glyph's samples are divided by its opacity in the file, and rounded.
        #expect(theirs.smallestDifference(to: ours) <= 1)
    }

    @Test(
        "Lines wrap and stand where Pango's own program has them",
        arguments: [(TextStyle.Alignment.start, "left"), (.center, "center"), (.end, "right")])
    func wrapping(_ alignment: TextStyle.Alignment, _ name: String) throws {
        let text = "The quick brown fox jumps over the lazy dog; averyverylongwordthatfitsnowhere."
        let ours = try TextRenderer().render(
            text,
            TextStyle(
                font: "DejaVu Sans", extent: .natural(lineHeight: 20 * Self.linePerPixel), alignment: alignment,
                wrapWidth: 200))
        let theirs = try PangoView.draw(
            text, font: "DejaVu Sans", fontSize: 20, ["--width=200", "--wrap=word-char", "--align=\(name)"])
        #expect(theirs.smallestDifference(to: ours) == 0)
        #expect(ours.size.width <= 204)
    }

    @Test("A text fills the height, the width or the box it is to fill")
    func extents() throws {
        let renderer = try TextRenderer()
        for text in ["On Air", "two\nlines", "العربية"] {
            for outline in [nil, DrawingColor(red: 0, green: 0, blue: 0)] {
                func render(_ extent: TextStyle.Extent) throws -> ImageBitmap {
                    try renderer.render(text, TextStyle(font: "DejaVu Sans", extent: extent, outline: outline))
                }
                let high = try render(.height(90))
                #expect(high.size.height == 90)
                let wide = try render(.width(300))
                #expect(wide.size.width == 300)
                // Nothing is cut, and little is left free.
                let bare = try render(.natural(lineHeight: 30)).size
                let shape = Double(bare.width) / Double(bare.height)
                #expect(abs(Double(high.size.width) / 90 / shape - 1) < 0.1)
                #expect(abs(300 / Double(wide.size.height) / shape - 1) < 0.1)
                #expect(
                    try render(.box(PictureSize(width: 123, height: 77), lineHeight: nil)).size.description == "123x77")
            }
        }
    }

    @Test("In a box, a text stands at its side, in the middle of the height")
    func box() throws {
        let box = PictureSize(width: 400, height: 100)
        func columns(_ text: String, _ alignment: TextStyle.Alignment) throws -> ClosedRange<Int> {
            let bitmap = try TextRenderer().render(
                text,
                TextStyle(font: "DejaVu Sans", extent: .box(box, lineHeight: 30), alignment: alignment))
            let inked = (0..<400).filter { x in (0..<100).contains { bitmap.pixel(x, $0)[3] > 0 } }
            let rows = (0..<100).filter { y in (0..<400).contains { bitmap.pixel($0, y)[3] > 0 } }
            #expect(abs((rows.first ?? 0) + (rows.last ?? 0) - 99) < 16)
            return (inked.first ?? 0)...(inked.last ?? 0)
        }
        #expect(try columns("left", .start).upperBound < 100)
        #expect(try columns("right", .end).lowerBound > 300)
        let middle = try columns("mmm", .center)
        #expect(abs(middle.lowerBound + middle.upperBound - 399) <= 4)
        #expect(try columns("שלום", .start).lowerBound > 300)
        #expect(try columns("שלום", .end).upperBound < 100)
    }

    @Test("A clock in the usual font does not jitter")
    func clock() throws {
        let renderer = try TextRenderer()
        let sizes = try Set(
            ["00:00:00", "11:11:11", "23:59:58", "17:47:47"].map {
                try renderer.render($0, TextStyle(extent: .height(40))).size
            })
        #expect(sizes.count == 1)
    }

    @Test("An outline goes around the letters, in its colour and width, and is not cut")
    func outline() throws {
        let red = DrawingColor(red: 255, green: 0, blue: 0)
        let style = TextStyle(font: "DejaVu Sans", extent: .natural(lineHeight: 80), outline: red, outlineWidth: 0.1)
        let bitmap = try TextRenderer().render("l", style)
        // The letter is an upright bar: from its left, red for the outline's width, then white, then red.
        let row = bitmap.size.height / 2
        let colors = (0..<bitmap.size.width).map { bitmap.pixel($0, row) }
        let reds = colors.count { $0 == [255, 0, 0, 255] }
        let whites = colors.count { $0 == [255, 255, 255, 255] }
        #expect((14...16).contains(reds))
        #expect((4...8).contains(whites))
        for x in 0..<bitmap.size.width {
            #expect(bitmap.pixel(x, 0)[3] == 0 || bitmap.pixel(x, 0)[0] < 255)
        }
    }

    @Test("A shadow is the letters' own shape, moved, behind them")
    func shadow() throws {
        let blue = DrawingColor(red: 0, green: 0, blue: 255)
        let plain = try TextRenderer().render("Ag", TextStyle(font: "DejaVu Sans", extent: .natural(lineHeight: 40)))
        let bitmap = try TextRenderer().render(
            "Ag",
            TextStyle(font: "DejaVu Sans", extent: .natural(lineHeight: 40), shadow: blue, shadowOffset: 0.25))
        for y in 0..<plain.size.height {
            for x in 0..<plain.size.width where plain.pixel(x, y)[3] == 255 {
                #expect(bitmap.pixel(x, y) == [255, 255, 255, 255])
                let below = bitmap.pixel(x + 10, y + 10)
                #expect(below[3] == 255 && below[2] == 255)
            }
        }
        #expect(bitmap.bytes.count > plain.bytes.count)
    }

    @Test("The text's opacity is that of all of it, background and shadow too")
    func opacity() throws {
        let style = TextStyle(
            font: "DejaVu Sans", extent: .natural(lineHeight: 40),
            color: DrawingColor(red: 255, green: 255, blue: 255, alpha: 51),
            background: DrawingColor(red: 0, green: 255, blue: 0))
        let bitmap = try TextRenderer().render("M", style)
        #expect(bitmap.pixel(0, 0) == [0, 51, 0, 51])
        #expect(stride(from: 3, to: bitmap.bytes.count, by: 4).allSatisfy { abs(Int(bitmap.bytes[$0]) - 51) <= 1 })
    }

    @Test("A text too large for a picture is an error that tells how large")
    func tooLarge() throws {
        let renderer = try TextRenderer()
        func kind(_ text: String, _ extent: TextStyle.Extent) -> DrawingError.Kind? {
            do throws(DrawingError) {
                _ = try renderer.render(text, TextStyle(extent: extent))
                return nil
            } catch { return error.kind }
        }
        #expect(kind(String(repeating: "long ", count: 2000), .natural(lineHeight: 50)) == .tooLarge)
        #expect(kind("x", .natural(lineHeight: 1e9)) == .tooLarge)
        #expect(kind("x", .natural(lineHeight: .nan)) == .tooLarge)
        #expect(kind("x", .height(100_000)) == .tooLarge)
        #expect(kind("x", .box(PictureSize(width: 8000, height: 8000), lineHeight: nil)) == .tooLarge)
        #expect(kind(String(repeating: "\n", count: 900), .natural(lineHeight: 50)) == .tooLarge)
    }

    @Test("Empty texts, zero bytes, controls and unknown fonts are drawn as well as can be")
    func oddities() throws {
        let renderer = try TextRenderer()
        for text in ["", "\n", "a\0b", "\u{7}\u{1B}[31m", "\u{200F}\u{202E}abc", "e\u{301}\u{302}\u{303}", "\u{FFFF}"] {
            for font in ["DejaVu Sans", "No Such Font", "", "123"] {
                for extent in [TextStyle.Extent.natural(lineHeight: 20), .height(20), .width(50)] {
                    let bitmap = try renderer.render(text, TextStyle(font: font, extent: extent))
                    #expect(bitmap.size.width >= 1)
                }
            }
        }
    }

    @Test("Threads draw at the same time, each with its own renderer, the same")
    func threads() throws {
        let style = TextStyle(
            font: "DejaVu Sans", extent: .natural(lineHeight: 30), outline: .init(red: 9, green: 9, blue: 9))
        let expected = try TextRenderer().render("مرحبا 😀 On Air", style).bytes
        let same = Lock(0)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            guard let renderer = try? TextRenderer(), let bitmap = try? renderer.render("مرحبا 😀 On Air", style) else {
                return
            }
            if bitmap.bytes == expected { same.withLock { $0 += 1 } }
        }
        #expect(same.withLock { $0 } == 8)
    }
}
