import COnAirJPEGMaker
import OnAirJPEG
import OnAirMedia
import Testing

/// Pictures as cameras send them, against ffmpeg's decoder. The two round their transforms differently, by one code; two
/// where a mean comes on top.
@Suite struct MJPEGDecoderTests {
    static let sizes = [(320, 240), (322, 241), (1, 1), (3, 5), (641, 481), (17, 16)].map {
        PictureSize(width: $0.0, height: $0.1)
    }

    private func expectAsFFmpeg(_ coded: CodedPicture, _ subsampling: JPEGSubsampling) throws {
        let ours = try decoder(coded.size).decode(coded.bytes).planes
        let theirs = try FFmpegDecoding.i420(coded, subsampling)
        let difference = try #require(largestDifference(ours, theirs))
        #expect(difference <= 2)
        #expect(meanSquare(ours, theirs) < 0.2)
    }

    @Test("Every subsampling becomes I420, odd sizes included", arguments: JPEGSubsampling.all, sizes)
    func subsamplings(subsampling: JPEGSubsampling, size: PictureSize) throws {
        try expectAsFFmpeg(CodedPicture(size, subsampling), subsampling)
    }

    @Test("A grey picture has no colour", arguments: sizes)
    func grey(size: PictureSize) throws {
        let coded = CodedPicture(size) { $0.components = 1 }
        let ours = try decoder(size).decode(coded.bytes).planes
        let theirs = try FFmpegDecoding.run(
            ["-f", "mjpeg", "-i", "in", "-pix_fmt", "gray", "-f", "rawvideo", "out"], input: coded.bytes)
        #expect(try #require(largestDifference([ours[0]], [theirs])) <= 1)
        #expect(Set(ours[1] + ours[2]) == [128])
    }

    @Test("Without Huffman tables the standard ones hold, whatever a picture before had")
    func motionJPEG() throws {
        let size = PictureSize(width: 322, height: 241)
        let plain = CodedPicture(size)
        let camera = CodedPicture(size) { $0.is_avi1 = 1 }
        let own = CodedPicture(size) { $0.optimized = 1 }
        #expect(camera.marker(0xC4) == nil && plain.marker(0xC4) != nil)
        let decoder = try decoder(size)
        let expected = try decoder.decode(plain.bytes).planes
        #expect(try decoder.decode(camera.bytes).planes == expected)
        #expect(try decoder.decode(own.bytes).planes == expected)
        #expect(try decoder.decode(camera.bytes).planes == expected)
        try expectAsFFmpeg(camera, .s422)
    }

    @Test("Quantisation tables of the picture before do not serve the next")
    func tablesAreForgotten() throws {
        let size = PictureSize(width: 64, height: 48)
        let good = CodedPicture(size)
        var without = good
        while let at = without.marker(0xDB) {
            without.bytes.removeSubrange(at..<at + 2 + Int(without.bytes[at + 2]) << 8 + Int(without.bytes[at + 3]))
        }
        let decoder = try decoder(size)
        _ = try decoder.decode(good.bytes)
        #expect(throws: JPEGError.corrupt) { try decoder.decode(without.bytes) }
    }

    @Test("Restart markers, progressive pictures and a scan for each component make no difference")
    func codings() throws {
        let size = PictureSize(width: 322, height: 241)
        let decoder = try decoder(size)
        let plain = try decoder.decode(CodedPicture(size).bytes).planes
        for change: (inout onair_jpeg_recipe) -> Void in [
            { $0.restart = 1 }, { $0.restart = 7 }, { $0.progressive = 1 }, { $0.separate_scans = 1 },
            {
                $0.progressive = 1
                $0.restart = 3
            },
        ] {
            let coded = CodedPicture(size, .s422, change)
            #expect(try decoder.decode(coded.bytes).planes == plain)
        }
    }

    @Test("What ffmpeg encodes is decoded as ffmpeg decodes it", arguments: ["yuvj420p", "yuvj422p", "yuvj444p"])
    func encodedByFFmpeg(pixels: String) throws {
        let size = PictureSize(width: 322, height: 242)
        let subsampling = try #require(JPEGSubsampling.all.first { $0.ffmpeg == pixels })
        var coded = CodedPicture(size)
        coded.bytes = try FFmpegDecoding.run(
            [
                "-f", "lavfi", "-i", "testsrc2=size=\(size):rate=1", "-frames:v", "1", "-pix_fmt", pixels, "-c:v",
                "mjpeg", "-q:v", "3", "-f", "mjpeg", "out",
            ], input: [])
        try expectAsFFmpeg(coded, subsampling)
    }

    @Test("The picture carries time, number and the pool's format")
    func identity() throws {
        let size = PictureSize(width: 64, height: 48)
        let picture = try decoder(size).decode(CodedPicture(size).bytes, sequence: 7)
        #expect(picture.sequence == 7 && picture.captureTime == HostTime(nanoseconds: 7_000_000))
        #expect(picture.format == PictureFormat(size: size, pixels: .i420, color: .jpeg))
    }

    @Test("A pool that is not I420, or too large, is refused")
    func unusablePool() {
        for (pixels, width) in [(PixelFormat.nv12, 64), (.i420, 65501), (.i420, 0)] {
            let format = PictureFormat(
                size: PictureSize(width: width, height: 48), pixels: pixels, color: .jpeg)
            #expect(throws: JPEGError.unusablePool(format)) {
                try MJPEGDecoder(pool: PicturePool(format: format, capacity: 1))
            }
        }
    }
}
