import OnAirMedia
import OnAirPixels
import Testing

/// The converter against ffmpeg: same bytes where the operation is exact, 50 dB where both use the same filter.
struct PictureConverterOracleTests {
    static let colors: [ColorDescription] = [
        ColorDescription(matrix: .bt601, range: .limited), ColorDescription(matrix: .bt601, range: .full),
        ColorDescription(matrix: .bt709, range: .limited), ColorDescription(matrix: .bt709, range: .full),
    ]
    static let c709 = ColorDescription(matrix: .bt709, range: .limited)

    private func format(_ width: Int, _ height: Int, _ pixels: PixelFormat = .i420, _ color: ColorDescription = c709)
        -> PictureFormat
    {
        PictureFormat(size: PictureSize(width: width, height: height), pixels: pixels, color: color)
    }

    @Test("Interleaved chroma comes apart exactly", arguments: [PixelFormat.nv12, .nv21, .i420])
    func exactFormats(pixels: PixelFormat) throws {
        let source = randomPicture(format(198, 102, pixels), seed: 1)
        let made = try converted(source, to: format(198, 102))
        let oracle = try FFmpegOracle.i420(source, through: ["null"])
        #expect(made.bytes == oracle[0])
    }

    @Test("Denser chroma is thinned out", arguments: [PixelFormat.yuyv, .uyvy, .yvyu, .i422, .i444])
    func thinnedFormats(pixels: PixelFormat) throws {
        let source = smoothPicture(format(198, 102, pixels))
        let made = try converted(source, to: format(198, 102))
        let oracle = try FFmpegOracle.i420(source, through: ["scale=flags=area+accurate_rnd"])
        let (luma, chroma) = psnr(made, oracle[0])
        #expect(luma == .infinity && chroma >= 50, "\(luma) dB, \(chroma) dB")
    }

    @Test("RGB gets the matrix and range of the destination", arguments: [PixelFormat.bgra, .rgba, .bgr24, .rgb24])
    func rgb(pixels: PixelFormat) throws {
        let source = smoothPicture(format(198, 102, pixels, .jpeg))
        let filters = Self.colors.map { color in
            let matrix = color.matrix == .bt601 ? "bt601" : "bt709"
            let range = color.range == .limited ? "tv" : "pc"
            return "scale=out_color_matrix=\(matrix):out_range=\(range)"
                + ":flags=area+accurate_rnd+full_chroma_inp+full_chroma_int"
        }
        let oracles = try FFmpegOracle.i420(source, through: filters)
        for (color, oracle) in zip(Self.colors, oracles) {
            let (luma, chroma) = psnr(try converted(source, to: format(198, 102, .i420, color)), oracle)
            #expect(luma >= 50 && chroma >= 50, "\(color): \(luma) dB, \(chroma) dB")
        }
    }

    @Test("Matrix and range change as zimg changes them", arguments: colors)
    func recolored(from: ColorDescription) throws {
        func options(_ color: ColorDescription, _ suffix: String) -> String {
            "matrix\(suffix)=\(color.matrix == .bt601 ? "170m" : "709")"
                + ":range\(suffix)=\(color.range == .limited ? "limited" : "full")"
        }
        let source = smoothPicture(format(198, 102, .i420, from))
        let others = Self.colors.filter { $0 != from }
        let oracles = try FFmpegOracle.i420(
            source,
            through: others.map { "zscale=\(options(from, "in")):\(options($0, "")):filter=bilinear:dither=none" })
        for (color, oracle) in zip(others, oracles) {
            let (luma, chroma) = psnr(try converted(source, to: format(198, 102, .i420, color)), oracle)
            #expect(luma >= 50 && chroma >= 50, "\(from) to \(color): \(luma) dB, \(chroma) dB")
        }
    }

    @Test("Shrinking is the mean over the area", arguments: [(960, 540), (480, 272)])
    func shrinks(width: Int, height: Int) throws {
        let source = smoothPicture(format(width, height))
        let sizes = [(2, 3), (3, 4), (1, 2), (4, 9), (5, 7), (1, 6)].map { top, bottom in
            PictureSize(width: width * top / bottom & ~1, height: height * top / bottom & ~1)
        }
        let oracles = try FFmpegOracle.i420(
            source, through: sizes.map { "scale=\($0.width):\($0.height):flags=area+accurate_rnd" })
        for (size, oracle) in zip(sizes, oracles) {
            let (luma, chroma) = psnr(try converted(source, to: format(size.width, size.height)), oracle)
            #expect(luma >= 50 && chroma >= 50, "\(size): \(luma) dB, \(chroma) dB")
        }
    }

    @Test("Enlarging is linear between neighbours")
    func enlarges() throws {
        let source = smoothPicture(format(480, 270))
        let sizes = [(3, 2), (2, 1), (17, 11), (4, 1)].map { top, bottom in
            PictureSize(width: 480 * top / bottom & ~1, height: 270 * top / bottom & ~1)
        }
        let oracles = try FFmpegOracle.i420(
            source, through: sizes.map { "scale=\($0.width):\($0.height):flags=bilinear+accurate_rnd" })
        for (size, oracle) in zip(sizes, oracles) {
            let (luma, chroma) = psnr(try converted(source, to: format(size.width, size.height)), oracle)
            #expect(luma >= 50 && chroma >= 50, "\(size): \(luma) dB, \(chroma) dB")
        }
    }

    static let filters: [(ImageOrientation, String)] = [
        (.up, "null"), (.right, "transpose=clock"), (.left, "transpose=cclock"), (.down, "hflip,vflip"),
        (.upMirrored, "hflip"), (.downMirrored, "vflip"), (.leftMirrored, "transpose=cclock_flip"),
        (.rightMirrored, "transpose=clock_flip"),
    ]

    @Test("All eight orientations move every byte where ffmpeg moves it", arguments: [(64, 48), (67, 45), (130, 2)])
    func turns(width: Int, height: Int) throws {
        let source = randomPicture(format(width, height), seed: 5)
        let oracles = try FFmpegOracle.i420(source, through: Self.filters.map(\.1))
        for ((orientation, _), oracle) in zip(Self.filters, oracles) {
            let size = source.format.size.turned(orientation)
            let made = try converted(source, orientation: orientation, to: format(size.width, size.height))
            #expect(made.bytes == oracle, "\(orientation)")
        }
    }

    @Test("A crop is the bytes of that part", arguments: [PixelFormat.i420, .nv12])
    func crops(pixels: PixelFormat) throws {
        let source = randomPicture(format(130, 90, pixels), seed: 6)
        let crops = [
            PictureRect(x: 0, y: 0, width: 130, height: 90), PictureRect(x: 10, y: 4, width: 64, height: 48),
            PictureRect(x: 66, y: 88, width: 64, height: 2), PictureRect(x: 2, y: 2, width: 33, height: 17),
        ]
        let oracles = try FFmpegOracle.i420(
            source, through: crops.map { "crop=\($0.width):\($0.height):\($0.x):\($0.y):exact=1" })
        for (crop, oracle) in zip(crops, oracles) {
            let made = try converted(source, crop: crop, to: format(crop.width, crop.height))
            #expect(made.bytes == oracle, "\(crop)")
        }
    }

    @Test(
        "Cut, turned, mirrored, scaled and recoloured at once is as one after the other",
        arguments: [(360, 640), (180, 320), (720, 1280)])
    func everything(width: Int, height: Int) throws {
        let source = smoothPicture(format(640, 480, .yuyv, Self.colors[0]))
        let crop = PictureRect(x: 0, y: 60, width: 640, height: 360)
        let turns = Self.filters.filter { $0.0.exchangesAxes }
        let scale = width > 360 ? "bilinear" : "area"
        let oracles = try FFmpegOracle.i420(
            source,
            through: turns.map { turn in
                "crop=640:360:0:60,format=yuv420p,\(turn.1),scale=\(width):\(height):flags=\(scale)+accurate_rnd"
                    + ",zscale=matrixin=170m:matrix=709:rangein=limited:range=limited:dither=none"
            })
        for ((orientation, _), oracle) in zip(turns, oracles) {
            let made = try converted(
                source, crop: crop, orientation: orientation, to: format(width, height, .i420, Self.c709))
            let (luma, chroma) = psnr(made, oracle)
            #expect(luma >= 50 && chroma >= 50, "\(orientation): \(luma) dB, \(chroma) dB")
        }
    }
}
