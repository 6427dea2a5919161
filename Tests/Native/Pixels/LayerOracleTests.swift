import Glibc
import OnAirMedia
import OnAirPixels
import OnAirTestKit
import Testing

/// Layers against ffmpeg, which works in RGB or 4:4:4, so that odd positions are exact there: 45 dB, where a layer that lies
/// one pixel off has less than 30.
struct LayerOracleTests {
    static let color = ColorDescription(matrix: .bt709, range: .limited)
    static let canvas = PictureSize(width: 192, height: 128)
    /// ffmpeg's way from RGB to a stream's picture: chroma is the mean of four pixels.
    static let toStream =
        "scale=out_color_matrix=bt709:out_range=tv:flags=area+accurate_rnd+full_chroma_inp+full_chroma_int"
    static let turns: [(ImageOrientation, String)] = PictureConverterOracleTests.filters

    /// A layer to be laid, in our words and in ffmpeg's.
    private struct Case {
        var crop: PictureRect
        var orientation = ImageOrientation.up
        var frame: PictureRect
        var rotation = 0.0
        /// How far ffmpeg's picture stands out of the frame, left and top.
        var margin = (x: 0, y: 0)
        var filter: String
    }

    private func check(_ bitmap: ImageBitmap, _ cases: [Case], least: Double = 45, label: String) throws {
        let base = smoothPicture(PictureFormat(size: Self.canvas, pixels: .bgra, color: .jpeg))
        let made = try converted(base, to: PictureFormat(size: Self.canvas, pixels: .i420, color: Self.color))
        let graphs = cases.map { test in
            "[0:v]format=gbrp[base];[1:v]format=gbrap\(test.filter),unpremultiply=inplace=1[layer];"
                + "[base][layer]overlay=\(test.frame.x - test.margin.x):\(test.frame.y - test.margin.y):format=gbrp,\(Self.toStream)"
        }
        let oracles = try FFmpegOracle.i420([base, bitmap.asPicture], through: graphs)
        let renderer = LayerRenderer(color: Self.color)
        var layer: PreparedLayer?
        for (test, oracle) in zip(cases, oracles) {
            let prepared = try renderer.prepare(
                bitmap, crop: test.crop, orientation: test.orientation, frame: test.frame, rotation: test.rotation,
                reusing: layer)
            layer = prepared
            let (luma, chroma) = psnr(changed(made) { prepared.blend(onto: &$0) }, oracle)
            #expect(luma >= least && chroma >= least, "\(label) \(test): \(luma) dB, \(chroma) dB")
        }
    }

    @Test("A layer lies where ffmpeg lays it, at odd positions and half outside too", arguments: [true, false])
    func overlay(isOpaque: Bool) throws {
        var generator = SeededGenerator(seed: 11)
        let size = PictureSize(width: 61, height: 47)
        let cases = (0..<12).map { _ in
            let frame = PictureRect(
                x: Int.random(in: -40...170, using: &generator), y: Int.random(in: -30...110, using: &generator),
                width: size.width, height: size.height)
            return Case(crop: PictureRect(size), frame: frame, filter: "")
        }
        try check(randomBitmap(size, seed: 3, isOpaque: isOpaque), cases, label: "overlay")
    }

    @Test("A layer is cut, turned and scaled as ffmpeg cuts, turns and scales")
    func scaled() throws {
        var generator = SeededGenerator(seed: 12)
        let size = PictureSize(width: 120, height: 90)
        let cases = (0..<8).map { index in
            let (orientation, turn) = Self.turns[index]
            let upright = size.turned(orientation)
            let (width, height) = (
                Int.random(in: 30...upright.width, using: &generator),
                Int.random(in: 30...upright.height, using: &generator)
            )
            let crop = PictureRect(
                x: Int.random(in: 0...upright.width - width, using: &generator),
                y: Int.random(in: 0...upright.height - height, using: &generator), width: width, height: height)
            // Both sides smaller, or both larger: ffmpeg has one way for both.
            let factor = index < 4 ? Double.random(in: 0.3...0.95, using: &generator) : 1.7
            let frame = PictureRect(
                x: Int.random(in: -20...100, using: &generator), y: Int.random(in: -20...60, using: &generator),
                width: Int(Double(width) * factor), height: Int(Double(height) * factor))
            let scale = "scale=\(frame.width):\(frame.height):flags=\(factor < 1 ? "area" : "bilinear")+accurate_rnd"
            let filter =
                ",\(turn),crop=\(width):\(height):\(crop.x):\(crop.y):exact=1,extractplanes=r+g+b+a[r][g][b][a];"
                + ["g", "b", "r", "a"].map { "[\($0)]\(scale)[s\($0)];" }.joined()
                + "[sg][sb][sr][sa]mergeplanes=0x00102030:gbrap"
            return Case(crop: crop, orientation: orientation, frame: frame, filter: filter)
        }
        try check(smoothBitmap(size), cases, label: "scaled")
    }

    @Test("A layer is rotated as ffmpeg rotates, with a soft edge")
    func rotated() throws {
        let size = PictureSize(width: 71, height: 50)
        let cases = [3.0, 30, 45.5, 100, 181, 275, -20, 359.5].enumerated().map { index, degrees in
            // ffmpeg is given transparent pixels around the bitmap to soften its edge with, and room for the corners.
            let filter =
                ",pad=\(size.width + 8):\(size.height + 8):4:4:black@0,"
                + "rotate=\(degrees)*PI/180:ow=\(size.width + 40):oh=\(size.height + 60):c=black@0:bilinear=1"
            return Case(
                crop: PictureRect(size),
                frame: PictureRect(x: 37 + 3 * index, y: 31 - index, width: size.width, height: size.height),
                rotation: degrees, margin: (20, 30), filter: filter)
        }
        try check(smoothBitmap(size, isOpaque: true), cases, label: "rotated")
    }

    @Test(
        "A picture in the corner is cut, turned, scaled and laid as ffmpeg does it",
        arguments: [PixelFormat.i444, .i420, .yuyv])
    func picture(pixels: PixelFormat) throws {
        var generator = SeededGenerator(seed: 13)
        let size = PictureSize(width: 150, height: 110)
        let source = smoothPicture(PictureFormat(size: size, pixels: pixels, color: Self.color))
        let base = smoothPicture(PictureFormat(size: Self.canvas, pixels: .i420, color: Self.color))
        let renderer = LayerRenderer(color: Self.color)
        // With shared chroma, cuts and positions between samples are ffmpeg's weakness: even there.
        let grain = pixels == .i444 ? 1 : 2
        func place(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) / grain * grain }
        let cases = (0..<8).map { index in
            let (orientation, turn) = Self.turns[index]
            let upright = size.turned(orientation)
            let (width, height) = (place(40...upright.width), place(40...upright.height))
            let crop = PictureRect(
                x: place(0...upright.width - width), y: place(0...upright.height - height), width: width,
                height: height)
            let factor = index < 4 ? 0.63 : 1.4
            let frame = PictureRect(
                x: place(-20...100), y: place(-20...60), width: Int(Double(width) * factor) / grain * grain,
                height: Int(Double(height) * factor) / grain * grain)
            let filter =
                ",format=\(pixels == .i444 ? "yuv444p" : "yuv420p"),\(turn)"
                + ",crop=\(width):\(height):\(crop.x):\(crop.y):exact=1"
                + ",scale=\(frame.width):\(frame.height):flags=\(factor < 1 ? "area" : "bilinear")+accurate_rnd"
            return Case(crop: crop, orientation: orientation, frame: frame, filter: filter)
        }
        let layout = pixels == .i444 ? "yuv444" : "yuv420"
        let oracles = try FFmpegOracle.i420(
            [base, source],
            through: cases.map { test in
                "[0:v]format=\(layout)p[base];[1:v]null\(test.filter)[layer];"
                    + "[base][layer]overlay=\(test.frame.x):\(test.frame.y):format=\(layout)"
                    + ",scale=flags=area+accurate_rnd"
            })
        var layer: PreparedLayer?
        for (test, oracle) in zip(cases, oracles) {
            let prepared = try renderer.prepare(
                source, crop: test.crop, orientation: test.orientation, frame: test.frame, reusing: layer)
            layer = prepared
            #expect(prepared.isOpaque && prepared.frame == test.frame)
            let (luma, chroma) = psnr(changed(base) { prepared.blend(onto: &$0) }, oracle)
            #expect(luma >= 45 && chroma >= 45, "\(pixels) \(test): \(luma) dB, \(chroma) dB")
        }
    }
}
