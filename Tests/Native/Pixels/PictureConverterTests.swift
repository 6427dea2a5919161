import OnAirMedia
import OnAirPixels
import Testing

struct PictureConverterTests {
    static let color = ColorDescription(matrix: .bt601, range: .limited)

    private func format(_ width: Int, _ height: Int, _ pixels: PixelFormat = .i420) -> PictureFormat {
        PictureFormat(size: PictureSize(width: width, height: height), pixels: pixels, color: Self.color)
    }

    /// Luma and chroma of every pixel, read from the packed or planar bytes one at a time.
    private func sample(_ planes: [[UInt8]], _ format: PictureFormat, _ x: Int, _ y: Int) -> (y: Int, u: Int, v: Int) {
        let width = format.size.width
        let half = (width + 1) / 2
        func packed(_ y0: Int, _ u: Int, _ v: Int) -> (Int, Int, Int) {
            let at = y * 4 * half + x / 2 * 4
            return (
                Int(planes[0][at + y0 + 2 * (x % 2)]), Int(planes[0][at + u]), Int(planes[0][at + v])
            )
        }
        switch format.pixels {
        case .yuyv: return packed(0, 1, 3)
        case .yvyu: return packed(0, 3, 1)
        case .uyvy: return packed(1, 0, 2)
        case .i422:
            let at = y * half + x / 2
            return (Int(planes[0][y * width + x]), Int(planes[1][at]), Int(planes[2][at]))
        case .i444:
            let at = y * width + x
            return (Int(planes[0][at]), Int(planes[1][at]), Int(planes[2][at]))
        case .nv12, .nv21:
            let at = y / 2 * 2 * half + x / 2 * 2
            let (u, v) = format.pixels == .nv12 ? (0, 1) : (1, 0)
            return (Int(planes[0][y * width + x]), Int(planes[1][at + u]), Int(planes[1][at + v]))
        case .i420:
            let at = y / 2 * half + x / 2
            return (Int(planes[0][y * width + x]), Int(planes[1][at]), Int(planes[2][at]))
        case .bgra, .rgba, .bgr24, .rgb24: return (0, 0, 0)
        }
    }

    @Test(
        "Any part of any YUV format is the mean of the chroma under each sample, odd sizes included",
        arguments: [PixelFormat.i420, .nv12, .nv21, .i422, .i444, .yuyv, .uyvy, .yvyu],
        [(1, 1), (5, 3), (34, 18), (131, 7)])
    func anyFormat(pixels: PixelFormat, size: (Int, Int)) throws {
        let source = randomPicture(format(size.0 + 7, size.1 + 5, pixels), seed: 9)
        let made = try converted(
            source, crop: PictureRect(x: 4, y: 2, width: size.0, height: size.1), to: format(size.0, size.1))
        let planes = (0..<pixels.planeCount).map { source.bytes(ofPlane: $0) }
        let (luma, u, v) = (made.bytes(ofPlane: 0), made.bytes(ofPlane: 1), made.bytes(ofPlane: 2))
        for y in 0..<size.1 {
            for x in 0..<size.0 { #expect(Int(luma[y * size.0 + x]) == sample(planes, source.format, x + 4, y + 2).y) }
        }
        let half = (size.0 + 1) / 2
        for y in 0..<(size.1 + 1) / 2 {
            for x in 0..<half {
                var sums = (0, 0)
                for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                    let at = sample(
                        planes, source.format, min(2 * x + dx, size.0 - 1) + 4, min(2 * y + dy, size.1 - 1) + 2)
                    sums = (sums.0 + at.u, sums.1 + at.v)
                }
                #expect(abs(4 * Int(u[y * half + x]) - sums.0) <= 4)
                #expect(abs(4 * Int(v[y * half + x]) - sums.1) <= 4)
            }
        }
    }

    @Test("A flat picture stays flat through every scaling and turning", arguments: ImageOrientation.allCases)
    func flatStaysFlat(orientation: ImageOrientation) throws {
        let source = picture(
            format(45, 31),
            bytes: Array(repeating: 77, count: 45 * 31) + Array(repeating: 33, count: 23 * 16)
                + Array(repeating: 222, count: 23 * 16))
        for size in [(2, 2), (7, 90), (30, 21), (45, 31), (90, 5), (133, 97)] {
            let made = try converted(source, orientation: orientation, to: format(size.0, size.1))
            #expect(Set(made.bytes(ofPlane: 0)) == [77])
            #expect(Set(made.bytes(ofPlane: 1)) == [33])
            #expect(Set(made.bytes(ofPlane: 2)) == [222])
        }
    }

    @Test("One converter gives the same bytes as a fresh one, whatever came before")
    func reuse() throws {
        let converter = PictureConverter()
        let target = format(48, 64)
        let pool = PicturePool(format: target, capacity: 2)
        for round in 0..<12 {
            let pixels = PixelFormat.allCases[round]
            let source = randomPicture(format(100 - round, 60 + round, pixels), seed: UInt64(round))
            let orientation = ImageOrientation.allCases[round % 8]
            for _ in 0..<2 {
                guard var made = pool.take(captureTime: HostTime(nanoseconds: 0), sequence: 0) else { return }
                try converter.convert(
                    source, crop: PictureRect(source.format.size), orientation: orientation, into: &made)
                let fresh = try converted(source, orientation: orientation, to: target)
                #expect(made.freeze().bytes == fresh.bytes)
            }
        }
    }

    @Test("An odd origin is moved to the chroma sample, where the format has one for two pixels")
    func oddOrigin() throws {
        let planar = randomPicture(format(20, 20), seed: 3)
        let odd = try converted(planar, crop: PictureRect(x: 3, y: 5, width: 8, height: 8), to: format(8, 8))
        let even = try converted(planar, crop: PictureRect(x: 2, y: 4, width: 8, height: 8), to: format(8, 8))
        #expect(odd.bytes == even.bytes)
        let dense = randomPicture(format(20, 20, .i444), seed: 3)
        let kept = try converted(dense, crop: PictureRect(x: 3, y: 5, width: 8, height: 8), to: format(8, 8))
        #expect(kept.bytes(ofPlane: 0)[0] == dense.bytes(ofPlane: 0)[5 * 20 + 3])
    }

    @Test("A crop that reaches outside is clipped; one that lies outside is an error that says so")
    func cropOutside() throws {
        let source = randomPicture(format(20, 20), seed: 3)
        let clipped = try converted(source, crop: PictureRect(x: 10, y: 12, width: 90, height: 90), to: format(10, 8))
        let inside = try converted(source, crop: PictureRect(x: 10, y: 12, width: 10, height: 8), to: format(10, 8))
        #expect(clipped.bytes == inside.bytes)
        let outside = PictureRect(x: 20, y: 0, width: 4, height: 4)
        #expect(throws: PixelError.cropOutside(outside, source.format.size)) {
            try converted(source, crop: outside, to: format(10, 8))
        }
    }

    @Test("A destination that is not I420 is an error that says what to do")
    func destination() {
        let source = randomPicture(format(20, 20), seed: 3)
        let error = #expect(throws: PixelError.self) { try converted(source, to: format(20, 20, .nv12)) }
        #expect(error == .unsupportedDestination(.nv12))
        #expect(error?.advice != nil && error?.code == "destination-format-unsupported")
    }
}
