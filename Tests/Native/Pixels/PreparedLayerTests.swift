import OnAirMedia
import OnAirPixels
import OnAirTestKit
import Testing

/// What becomes of a picture under a layer, sample by sample.
struct PreparedLayerTests {
    static let color = ColorDescription(matrix: .bt709, range: .limited)
    static let colors = PixelKernelTests.colors

    private func prepared(
        _ bitmap: ImageBitmap, at frame: PictureRect, rotation: Double = 0,
        color: ColorDescription = PreparedLayerTests.color
    ) throws -> PreparedLayer {
        try LayerRenderer(color: color).prepare(
            bitmap, crop: PictureRect(bitmap.size), orientation: .up, frame: frame, rotation: rotation)
    }

    private func flat(_ size: PictureSize, _ red: Double, _ green: Double, _ blue: Double, _ alpha: Double = 1)
        -> ImageBitmap
    {
        bitmap(size) { _, _ in SIMD4(red, green, blue, alpha) }
    }

    /// Sample (x, y) of a plane.
    private func sample(_ picture: Picture, _ plane: Int, _ x: Int, _ y: Int) -> Int {
        picture.withPlane(plane) { Int($0.base[y * $0.stride + x]) }
    }

    @Test(
        "White and black have their exact codes, whatever lies below and wherever they lie", arguments: colors,
        [(0, 0), (1, 0), (0, 1), (3, 5), (-3, -1)])
    func exactCodes(color: ColorDescription, place: (x: Int, y: Int)) throws {
        let base = randomPicture(
            PictureFormat(size: PictureSize(width: 24, height: 20), pixels: .i420, color: color), seed: 4)
        let size = PictureSize(width: 12, height: 10)
        let frame = PictureRect(x: place.x, y: place.y, width: size.width, height: size.height)
        for (level, code) in [(1.0, color.range == .limited ? 235 : 255), (0, color.range == .limited ? 16 : 0)] {
            // A hair of transparency at one corner makes it a layer with opacities.
            let seeThrough = bitmap(size) { x, y in SIMD4(level, level, level, x + y == 0 ? 0.5 : 1) }
            for bitmap in [flat(size, level, level, level), seeThrough] {
                let layer = try prepared(bitmap, at: frame, color: color)
                #expect(layer.isOpaque == (bitmap !== seeThrough))
                let made = changed(base) { layer.blend(onto: &$0) }
                for y in max(frame.y, 0) + 1..<frame.maxY {
                    for x in max(frame.x, 0) + 1..<frame.maxX { #expect(sample(made, 0, x, y) == code) }
                }
                // Blocks that are covered whole, but for the corner's.
                for y in (max(frame.y, 0) + 3) / 2..<frame.maxY / 2 {
                    for x in (max(frame.x, 0) + 3) / 2..<frame.maxX / 2 {
                        #expect(sample(made, 1, x, y) == 128 && sample(made, 2, x, y) == 128)
                    }
                }
            }
        }
    }

    @Test("Nothing outside the layer's rectangle changes", arguments: [0.0, 25])
    func outside(rotation: Double) throws {
        var generator = SeededGenerator(seed: 21)
        let size = PictureSize(width: 45, height: 33)
        let base = randomPicture(PictureFormat(size: size, pixels: .i420, color: Self.color), seed: 4)
        for isOpaque in [true, false] {
            for _ in 0..<30 {
                let frame = PictureRect(
                    x: Int.random(in: -20...50, using: &generator), y: Int.random(in: -20...40, using: &generator),
                    width: Int.random(in: 1...30, using: &generator), height: Int.random(in: 1...30, using: &generator))
                let layer = try prepared(
                    randomBitmap(frame.size, seed: 2, isOpaque: isOpaque), at: frame, rotation: rotation)
                let alpha = Int.random(in: 1...256, using: &generator)
                for blend in [PreparedLayer.Blend.normal, .add] {
                    let made = changed(base) { layer.blend(onto: &$0, alpha: alpha, blend: blend) }
                    let covered = layer.frame
                    for plane in 0..<3 {
                        let grain = plane == 0 ? 1 : 2
                        let (was, now) = (base.bytes(ofPlane: plane), made.bytes(ofPlane: plane))
                        let width = (size.width + grain - 1) / grain
                        for index in was.indices where was[index] != now[index] {
                            let (x, y) = (index % width * grain, index / width * grain)
                            let block = PictureRect(x: x, y: y, width: grain, height: grain)
                            #expect(block.intersection(covered) != nil, "\(frame), plane \(plane), (\(x), \(y))")
                        }
                    }
                }
            }
        }
    }

    @Test("Each sample is the mean of what covers its block, within rounding", arguments: [true, false], [256, 100])
    func model(isOpaque: Bool, gain: Int) throws {
        var generator = SeededGenerator(seed: 31)
        // Odd sides: their last blocks are one pixel wide or high.
        let size = PictureSize(width: 37, height: 29)
        let base = flatPicture(size, 90, 100, 170, Self.color)
        for place in [(0, 0), (5, 3), (-4, -7), (20, 18), (9, 11)] {
            let frame = PictureRect(x: place.0, y: place.1, width: 17, height: 11)
            let pixels = randomBitmap(
                frame.size, seed: UInt64.random(in: 0...99, using: &generator), isOpaque: isOpaque)
            let layer = try prepared(pixels, at: frame)
            let made = changed(base) { layer.blend(onto: &$0, alpha: gain) }
            let expected = Self.composite(pixels, at: frame, over: SIMD3(90, 100, 170), of: size, gain: gain)
            for plane in 0..<3 {
                let bytes = made.bytes(ofPlane: plane)
                for index in bytes.indices {
                    // Layer, opacity and what is below are each rounded.
                    #expect(
                        abs(Double(bytes[index]) - expected[plane][index]) <= 2,
                        "\(frame), plane \(plane), sample \(index)")
                }
            }
        }
    }

    /// A bitmap over one colour of Y, Cb, Cr, in floating point (ITU-R BT.709-6, limited range).
    private static func composite(
        _ bitmap: ImageBitmap, at frame: PictureRect, over below: SIMD3<Double>, of size: PictureSize, gain: Int
    ) -> [[Double]] {
        func pixel(_ x: Int, _ y: Int) -> SIMD3<Double> {
            let (column, row) = (x - frame.x, y - frame.y)
            guard (0..<frame.width).contains(column), (0..<frame.height).contains(row) else { return below }
            let rgba = bitmap.withPixels { base in
                (0..<4).map { Double(base[row * bitmap.stride + 4 * column + $0]) / 255 * Double(gain) / 256 }
            }
            let (red, green, blue, alpha) = (rgba[2], rgba[1], rgba[0], rgba[3])
            let luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue
            let light = SIMD3(219 * luma, 224 * (blue - luma) / 1.8556, 224 * (red - luma) / 1.5748)
            return light + alpha * SIMD3(16, 128, 128) + (1 - alpha) * below
        }
        let luma = (0..<size.height).flatMap { y in (0..<size.width).map { pixel($0, y).x } }
        var chroma: [[Double]] = [[], []]
        for y in stride(from: 0, to: size.height, by: 2) {
            for x in stride(from: 0, to: size.width, by: 2) {
                let columns = [x, min(x + 1, size.width - 1)]
                let rows = [y, min(y + 1, size.height - 1)]
                let sum = rows.reduce(SIMD3<Double>()) { sum, row in
                    columns.reduce(sum) { $0 + pixel($1, row) }
                }
                chroma[0].append(sum.y / 4)
                chroma[1].append(sum.z / 4)
            }
        }
        return [luma] + chroma
    }

    @Test("A layer that stands out shows the part that a larger picture would show there")
    func clipped() throws {
        var generator = SeededGenerator(seed: 41)
        let (margin, size) = (64, PictureSize(width: 50, height: 40))
        let large = PictureSize(width: size.width + 2 * margin, height: size.height + 2 * margin)
        let base = randomPicture(PictureFormat(size: large, pixels: .i420, color: Self.color), seed: 5)
        let window = PictureRect(x: margin, y: margin, width: size.width, height: size.height)
        let part = try converted(
            base, crop: window, to: PictureFormat(size: size, pixels: .i420, color: Self.color))
        for round in 0..<24 {
            let frame = PictureRect(
                x: Int.random(in: -30...45, using: &generator), y: Int.random(in: -30...35, using: &generator),
                width: Int.random(in: 20...64, using: &generator), height: Int.random(in: 20...64, using: &generator))
            let inside = PictureRect(
                x: frame.x + margin, y: frame.y + margin, width: frame.width, height: frame.height)
            let pixels = randomBitmap(frame.size, seed: UInt64(round), isOpaque: round % 3 == 0)
            let rotation = round % 2 == 0 ? 0 : Double(round) * 17
            let whole = try prepared(pixels, at: inside, rotation: rotation)
            let clipped = try prepared(pixels, at: frame, rotation: rotation)
            let wanted = try converted(
                changed(base) { whole.blend(onto: &$0) }, crop: window,
                to: PictureFormat(size: size, pixels: .i420, color: Self.color))
            #expect(changed(part) { clipped.blend(onto: &$0) }.bytes == wanted.bytes, "\(frame), \(rotation)")
        }
    }

    @Test("An even way moves a layer without preparing it, an odd one does not")
    func moved() throws {
        let base = randomPicture(
            PictureFormat(size: PictureSize(width: 40, height: 40), pixels: .i420, color: Self.color), seed: 6)
        let pixels = randomBitmap(PictureSize(width: 13, height: 9), seed: 7)
        let layer = try prepared(pixels, at: PictureRect(x: 3, y: 4, width: 13, height: 9))
        #expect(!layer.move(toX: 4, y: 4) && !layer.move(toX: 3, y: 5) && layer.frame.x == 3)
        #expect(layer.move(toX: -5, y: 20))
        let there = try prepared(pixels, at: PictureRect(x: -5, y: 20, width: 13, height: 9))
        #expect(
            changed(base) { layer.blend(onto: &$0) }.bytes == changed(base) { there.blend(onto: &$0) }.bytes)
    }

    @Test("A quarter turn moves pixels as they are, for bitmaps and pictures")
    func quarterTurns() throws {
        let base = randomPicture(
            PictureFormat(size: PictureSize(width: 60, height: 60), pixels: .i420, color: Self.color), seed: 6)
        let (frame, upright) = (
            PictureRect(x: 10, y: 21, width: 30, height: 16), PictureRect(x: 17, y: 14, width: 16, height: 30)
        )
        let renderer = LayerRenderer(color: Self.color)
        let pixels = randomBitmap(frame.size, seed: 7)
        let source = randomPicture(PictureFormat(size: frame.size, pixels: .yuyv, color: Self.color), seed: 8)
        for (degrees, orientation, there) in [
            (90.0, ImageOrientation.right, upright), (180, .down, frame), (270, .left, upright), (-90, .left, upright),
            (360, .up, frame), (450, .right, upright),
        ] {
            let turned = try renderer.prepare(
                pixels, crop: PictureRect(frame.size), orientation: .up, frame: frame, rotation: degrees)
            let oriented = try renderer.prepare(
                pixels, crop: PictureRect(there.size), orientation: orientation, frame: there)
            #expect(turned.frame == there)
            #expect(
                changed(base) { turned.blend(onto: &$0) }.bytes == changed(base) { oriented.blend(onto: &$0) }.bytes)
            let turnedPicture = try renderer.prepare(
                source, crop: PictureRect(frame.size), orientation: .up, frame: frame, rotation: degrees)
            let orientedPicture = try renderer.prepare(
                source, crop: PictureRect(there.size), orientation: orientation, frame: there)
            #expect(
                changed(base) { turnedPicture.blend(onto: &$0) }.bytes
                    == changed(base) { orientedPicture.blend(onto: &$0) }.bytes)
        }
    }

    @Test("Light that is added stays within the codes, and black adds nothing")
    func added() throws {
        let size = PictureSize(width: 16, height: 16)
        let frame = PictureRect(size)
        let grey = flatPicture(size, 150, 128, 128, Self.color)
        func laid(_ level: Double, _ alpha: Double) throws -> Int {
            let layer = try prepared(flat(size, level, level, level, alpha), at: frame)
            let made = changed(grey) { layer.blend(onto: &$0, blend: .add) }
            #expect(Set(made.bytes(ofPlane: 1) + made.bytes(ofPlane: 2)) == [128])
            #expect(Set(made.bytes(ofPlane: 0)).count == 1)
            return sample(made, 0, 5, 5)
        }
        #expect(try laid(0, 1) == 150)
        #expect(try laid(0, 0.5) == 150)
        #expect(try laid(1, 1) == 235)
        // A fifth of 219 more.
        #expect(abs(try laid(0.2, 1) - 194) <= 1)
        #expect(abs(try laid(0.4, 0.5) - 194) <= 1)
    }

    @Test("Every format lies the same when it is lent with padded rows, and nothing behind it is read")
    func lent() throws {
        let base = randomPicture(
            PictureFormat(size: PictureSize(width: 60, height: 50), pixels: .i420, color: Self.color), seed: 6)
        let renderer = LayerRenderer(color: Self.color)
        let format = ColorDescription(matrix: .bt601, range: .limited)
        for pixels in PixelFormat.allCases {
            for size in [PictureSize(width: 1, height: 1), PictureSize(width: 33, height: 21)] {
                let lent = LentPicture(
                    PictureFormat(size: size, pixels: pixels, color: format), padding: 5, seed: 9)
                let own = changedCopy(of: lent.picture)
                for orientation in ImageOrientation.allCases {
                    let upright = size.turned(orientation)
                    let crop = PictureRect(
                        x: upright.width / 3, y: upright.height / 4, width: upright.width, height: upright.height)
                    for frame in [
                        PictureRect(x: 3, y: 7, width: 21, height: 40), PictureRect(x: -2, y: 4, width: 9, height: 5),
                        PictureRect(x: 1, y: 1, width: 1, height: 1),
                    ] {
                        for rotation in [0.0, 33] {
                            func laid(_ picture: Picture) throws -> [UInt8] {
                                let layer = try renderer.prepare(
                                    picture, crop: crop, orientation: orientation, frame: frame, rotation: rotation)
                                return changed(base) { layer.blend(onto: &$0, alpha: 200) }.bytes
                            }
                            #expect(try laid(lent.picture) == laid(own), "\(pixels) \(orientation) \(frame)")
                        }
                    }
                }
            }
        }
    }

    /// The same picture in memory of its own.
    private func changedCopy(of picture: Picture) -> Picture {
        OnAirPixelsTests.picture(picture.format, bytes: picture.bytes)
    }

    @Test("Memory that was another layer's makes the same layer")
    func reused() throws {
        var generator = SeededGenerator(seed: 51)
        let base = randomPicture(
            PictureFormat(size: PictureSize(width: 90, height: 70), pixels: .i420, color: Self.color), seed: 6)
        let renderer = LayerRenderer(color: Self.color)
        var layer: PreparedLayer?
        for round in 0..<40 {
            let frame = PictureRect(
                x: Int.random(in: -30...80, using: &generator), y: Int.random(in: -30...60, using: &generator),
                width: Int.random(in: 1...80, using: &generator), height: Int.random(in: 1...80, using: &generator))
            let pixels = randomBitmap(PictureSize(width: 25, height: 19), seed: UInt64(round), isOpaque: round % 4 == 0)
            let rotation = round % 3 == 0 ? 0 : Double(round * 31)
            let again = try renderer.prepare(
                pixels, crop: PictureRect(pixels.size), orientation: .right, frame: frame, rotation: rotation,
                reusing: layer)
            layer = again
            let fresh = try LayerRenderer(color: Self.color).prepare(
                pixels, crop: PictureRect(pixels.size), orientation: .right, frame: frame, rotation: rotation)
            #expect(again.frame == fresh.frame && again.isOpaque == fresh.isOpaque)
            #expect(
                changed(base) { again.blend(onto: &$0) }.bytes == changed(base) { fresh.blend(onto: &$0) }.bytes)
        }
    }

    @Test("What cannot be a layer is refused")
    func refused() throws {
        let renderer = LayerRenderer(color: Self.color)
        let pixels = randomBitmap(PictureSize(width: 4, height: 4), seed: 1)
        func prepare(_ crop: PictureRect, _ frame: PictureRect) throws -> PreparedLayer {
            try renderer.prepare(pixels, crop: crop, orientation: .up, frame: frame)
        }
        let whole = PictureRect(x: 0, y: 0, width: 4, height: 4)
        for frame in [
            PictureRect(x: 0, y: 0, width: 0, height: 4), PictureRect(x: 0, y: 0, width: 4, height: -1),
            PictureRect(x: 0, y: 0, width: 20000, height: 4), PictureRect(x: 0, y: 0, width: 9000, height: 9000),
            PictureRect(x: .max, y: 0, width: 4, height: 4), PictureRect(x: 0, y: .min, width: 4, height: 4),
        ] {
            #expect(throws: PixelError.layerFrame(frame)) { try prepare(whole, frame) }
        }
        let outside = PictureRect(x: 4, y: 0, width: 4, height: 4)
        #expect(throws: PixelError.cropOutside(outside, pixels.size)) { try prepare(outside, whole) }
        for degrees in [Double.nan, .infinity, 1e300] {
            let layer = try renderer.prepare(pixels, crop: whole, orientation: .up, frame: whole, rotation: degrees)
            #expect(layer.frame.width >= 4)
        }
    }
}
