import Glibc
import OnAirMedia
import OnAirPixels
import OnAirTestKit
import Testing

/// What is done to whole pictures, sample by sample.
struct PictureOperationsTests {
    static let color = ColorDescription(matrix: .bt709, range: .limited)
    static let sizes = [(1, 1), (2, 2), (7, 5), (64, 48), (131, 37)].map { PictureSize(width: $0.0, height: $0.1) }

    private func format(_ size: PictureSize, _ color: ColorDescription = PictureOperationsTests.color) -> PictureFormat
    {
        PictureFormat(size: size, pixels: .i420, color: color)
    }

    private func made(_ format: PictureFormat, _ body: (inout MutablePicture) throws -> Void) rethrows -> Picture {
        try changed(randomPicture(format, seed: 99), body)
    }

    @Test("A fade begins with one picture, ends with the other and mixes between", arguments: sizes)
    func fade(size: PictureSize) {
        let (first, second) = (randomPicture(format(size), seed: 1), randomPicture(format(size), seed: 2))
        for amount in [-5, 0, 1, 128, 255, 256, 999] {
            let expected = LayerKernelReference.mixed(first.bytes, second.bytes, amount: min(max(amount, 0), 256))
            let faded = made(format(size)) { PictureOperations.fade(first, second, amount: amount, into: &$0) }
            #expect(faded.bytes == expected)
            let inPlace = changed(first) { PictureOperations.fade(&$0, to: second, amount: amount) }
            #expect(inPlace.bytes == expected)
        }
        #expect(made(format(size)) { PictureOperations.copy(first, into: &$0) }.bytes == first.bytes)
    }

    @Test("A picture pushes another out to each side, without a gap", arguments: sizes)
    func push(size: PictureSize) {
        let (first, second) = (randomPicture(format(size), seed: 1), randomPicture(format(size), seed: 2))
        func sample(_ picture: Picture, _ plane: Int, _ x: Int, _ y: Int) -> UInt8 {
            picture.withPlane(plane) { $0.base[y * $0.stride + x] }
        }
        for part in [0, 1, 2, 5, 30, 4000] {
            for (x, y) in [(part, 0), (-part, 0), (0, part), (0, -part)] {
                let pushed = made(format(size)) { PictureOperations.push(first, second, x: x, y: y, into: &$0) }
                guard abs(x) < size.width, abs(y) < size.height else {
                    #expect(pushed.bytes == second.bytes)
                    continue
                }
                let (dx, dy) = (x / 2 * 2, y / 2 * 2)
                for plane in 0..<3 {
                    let grain = plane == 0 ? 1 : 2
                    let (width, height) = ((size.width + grain - 1) / grain, (size.height + grain - 1) / grain)
                    for row in 0..<height {
                        for column in 0..<width {
                            let (fromX, fromY) = (column - dx / grain, row - dy / grain)
                            let isFirst = (0..<width).contains(fromX) && (0..<height).contains(fromY)
                            let source = isFirst ? first : second
                            let (sourceX, sourceY) = ((fromX + width) % width, (fromY + height) % height)
                            #expect(
                                sample(pushed, plane, column, row) == sample(source, plane, sourceX, sourceY),
                                "\(x), \(y): plane \(plane) (\(column), \(row))")
                        }
                    }
                }
            }
        }
    }

    @Test("Brightening ends in white", arguments: PixelKernelTests.colors)
    func brighten(color: ColorDescription) {
        let size = PictureSize(width: 21, height: 13)
        let source = randomPicture(format(size, color), seed: 1)
        let white = made(format(size, color)) { PictureOperations.brighten(source, amount: 256, into: &$0) }
        let code: UInt8 = color.range == .limited ? 235 : 255
        #expect(white.bytes == flatPicture(size, code, 128, 128, color).bytes)
        #expect(
            made(format(size, color)) { PictureOperations.brighten(source, amount: 0, into: &$0) }.bytes == source.bytes
        )
        let half = made(format(size, color)) { PictureOperations.brighten(source, amount: 128, into: &$0) }
        #expect(half.bytes == LayerKernelReference.mixed(source.bytes, white.bytes, amount: 128))
    }

    @Test("A rectangle is filled by what it covers of each block", arguments: [256, 100])
    func fill(alpha: Int) throws {
        var generator = SeededGenerator(seed: 3)
        let size = PictureSize(width: 37, height: 29)
        let base = randomPicture(format(size), seed: 4)
        for _ in 0..<30 {
            let rect = PictureRect(
                x: Int.random(in: -10...40, using: &generator), y: Int.random(in: -10...30, using: &generator),
                width: Int.random(in: 1...30, using: &generator), height: Int.random(in: 1...30, using: &generator))
            let filled = changed(base) {
                PictureOperations.fill(&$0, rect, with: PictureColor(red: 255, green: 0, blue: 0), alpha: alpha)
            }
            // The same by a layer of that colour.
            let pixels = bitmap(rect.size) { _, _ in SIMD4(1, 0, 0, 1) }
            let layer = try LayerRenderer(color: Self.color).prepare(
                pixels, crop: PictureRect(rect.size), orientation: .up, frame: rect)
            #expect(filled.bytes == changed(base) { layer.blend(onto: &$0, alpha: alpha) }.bytes, "\(rect)")
        }
        let all = changed(base) { PictureOperations.fill(&$0, with: .black) }
        #expect(all.bytes == flatPicture(size, 16, 128, 128, Self.color).bytes)
    }

    @Test("Mirroring exchanges left and right as ffmpeg does", arguments: [(64, 48), (67, 45)])
    func mirror(width: Int, height: Int) throws {
        let size = PictureSize(width: width, height: height)
        let source = randomPicture(format(size), seed: 1)
        let mirrored = try made(format(size)) { try PictureOperations.mirror(source, into: &$0) }
        #expect(mirrored.bytes == (try FFmpegOracle.i420(source, through: ["hflip"])[0]))
    }

    @Test(
        "A blur keeps what is flat, the mean and the middle, and has the spread of two boxes",
        arguments: [0.5, 3, 9, 24])
    func blur(radius: Double) {
        let size = PictureSize(width: 260, height: 220)
        let blur = PictureBlur()
        let flat = flatPicture(size, 77, 90, 200, Self.color)
        #expect(made(format(size)) { blur.blur(flat, radius: radius, into: &$0) }.bytes == flat.bytes)
        // A white square in the middle.
        let side = 40
        let square = changed(flatPicture(size, 16, 128, 128, Self.color)) {
            PictureOperations.fill(
                &$0, PictureRect(x: 110, y: 90, width: side, height: side), with: .white)
        }
        let blurred = made(format(size)) { blur.blur(square, radius: radius, into: &$0) }
        let luma = blurred.bytes(ofPlane: 0).map { Double($0) - 16 }
        var (sum, x, xx) = (0.0, 0.0, 0.0)
        for index in luma.indices {
            let column = Double(index % size.width) + 0.5
            sum += luma[index]
            x += luma[index] * column
            xx += luma[index] * column * column
        }
        #expect(abs(sum / (219 * Double(side * side)) - 1) < 0.02)
        #expect(abs(x / sum - 130) < 0.3)
        // Variances add up: of the square, and of two boxes of width 2 r + 1.
        let variance = xx / sum - (x / sum) * (x / sum)
        let width = 2 * radius + 1
        let expected = (Double(side * side) - 1) / 12 + 2 * (width * width - 1) / 12
        #expect(abs(variance.squareRoot() / expected.squareRoot() - 1) < 0.04, "\(variance), \(expected)")
    }

    @Test("No blur is a copy, and small pictures and great radii are no harm", arguments: sizes)
    func blurEdges(size: PictureSize) {
        let blur = PictureBlur()
        let source = randomPicture(format(size), seed: 1)
        #expect(made(format(size)) { blur.blur(source, radius: 0, into: &$0) }.bytes == source.bytes)
        for radius in [0.01, 1, 2.5, 100, 1e9] {
            let blurred = made(format(size)) { blur.blur(source, radius: radius, into: &$0) }
            let luma = (source.bytes(ofPlane: 0), blurred.bytes(ofPlane: 0))
            #expect(luma.1.allSatisfy { $0 >= luma.0.min() ?? 0 && $0 <= luma.0.max() ?? 0 })
        }
    }

    @Test("Red, green and blue are what ffmpeg makes of a picture in its colour", arguments: PixelKernelTests.colors)
    func rgb(color: ColorDescription) throws {
        let size = PictureSize(width: 96, height: 64)
        let source = smoothPicture(format(size, color))
        let matrix = color.matrix == .bt601 ? "bt601" : "bt709"
        let range = color.range == .limited ? "tv" : "pc"
        // Back again on ffmpeg's side: what comes out as I420 is what went in.
        let ours = try RGBWriter.bitmap(of: source).asPicture
        let oracle = try FFmpegOracle.i420(
            ours,
            through: [
                "scale=out_color_matrix=\(matrix):out_range=\(range)"
                    + ":flags=area+accurate_rnd+full_chroma_inp+full_chroma_int"
            ])
        let (luma, chroma) = psnr(source, oracle[0])
        #expect(luma >= 50 && chroma >= 50, "\(luma) dB, \(chroma) dB")
        #expect(throws: PixelError.unsupportedSource(.bgra)) { try RGBWriter.bitmap(of: ours) }
    }
}
