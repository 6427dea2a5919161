import OnAirMedia
import Testing

struct PictureTests {
    private let start = HostTime(nanoseconds: 5)

    @Test("Planes have the rows and bytes of their format, odd sizes rounded up", arguments: PixelFormat.allCases)
    func planeSizes(pixels: PixelFormat) {
        // 5x3, by hand from the formats' definitions.
        let expected: [PixelFormat: [(bytes: Int, rows: Int)]] = [
            .i420: [(5, 3), (3, 2), (3, 2)], .nv12: [(5, 3), (6, 2)], .nv21: [(5, 3), (6, 2)],
            .i422: [(5, 3), (3, 3), (3, 3)], .i444: [(5, 3), (5, 3), (5, 3)], .yuyv: [(12, 3)], .uyvy: [(12, 3)],
            .yvyu: [(12, 3)], .bgra: [(20, 3)], .rgba: [(20, 3)], .bgr24: [(15, 3)], .rgb24: [(15, 3)],
        ]
        let planes = expected[pixels] ?? []
        #expect(pixels.planeCount == planes.count)
        for (index, plane) in planes.enumerated() {
            #expect(pixels.bytesPerRow(ofPlane: index, width: 5) == plane.bytes)
            #expect(pixels.rows(ofPlane: index, height: 3) == plane.rows)
        }
    }

    @Test(
        "Every row starts on a 64-byte boundary and no two planes share a byte", arguments: PixelFormat.allCases,
        [1, 2, 63, 64, 65, 1280])
    func layout(pixels: PixelFormat, width: Int) {
        let format = PictureFormat(size: PictureSize(width: width, height: 7), pixels: pixels, color: .jpeg)
        guard var picture = PicturePool(format: format, capacity: 1).take(captureTime: start, sequence: 3) else {
            return
        }
        for index in 0..<pixels.planeCount {
            picture.withMutablePlane(index) { plane in
                #expect(Int(bitPattern: plane.base) % 64 == 0 && plane.stride % 64 == 0)
                #expect(plane.stride >= plane.bytesPerRow)
                for row in 0..<plane.rows {
                    for x in 0..<plane.bytesPerRow { plane.base[row * plane.stride + x] = UInt8(index + 1) }
                }
            }
        }
        let frozen = picture.freeze()
        #expect(frozen.captureTime == start && frozen.sequence == 3 && frozen.format == format)
        for index in 0..<pixels.planeCount {
            frozen.withPlane(index) { plane in
                for row in 0..<plane.rows {
                    #expect(
                        (0..<plane.bytesPerRow).allSatisfy { plane.base[row * plane.stride + $0] == UInt8(index + 1) })
                }
            }
        }
    }

    @Test("A pool gives each picture to one owner and gets it back at the last release")
    func pool() {
        let pool = PicturePool(format: .working(PictureSize(width: 16, height: 16)), capacity: 2)
        func take() -> Picture? {
            guard let picture = pool.take(captureTime: start, sequence: 0) else { return nil }
            return picture.freeze()
        }
        var first = take()
        var copy = first
        #expect(pool.inUse == 1)
        do {
            let second = pool.take(captureTime: start, sequence: 1)
            let none = pool.take(captureTime: start, sequence: 2)
            let (hasSecond, hasNone) = (second != nil, none == nil)
            #expect(hasSecond && hasNone)
        }
        #expect(pool.inUse == 1, "a picture dropped unfrozen is back")
        first = nil
        #expect(pool.inUse == 1 && copy != nil)
        copy = nil
        #expect(pool.inUse == 0 && first == nil)
    }

    @Test("A stream is BT.709 from 720 lines of the shorter side, else BT.601, always limited")
    func streamColor() {
        func matrix(_ width: Int, _ height: Int) -> ColorDescription.Matrix {
            let color = PictureFormat.working(PictureSize(width: width, height: height)).color
            #expect(color.range == .limited)
            return color.matrix
        }
        #expect(matrix(1280, 720) == .bt709 && matrix(720, 1280) == .bt709 && matrix(1920, 1080) == .bt709)
        #expect(matrix(1280, 718) == .bt601 && matrix(640, 360) == .bt601 && matrix(540, 960) == .bt601)
        #expect(ColorDescription.jpeg == ColorDescription(matrix: .bt601, range: .full))
    }

    @Test("Sizes are written and read as 1280x720")
    func sizeText() {
        #expect(PictureSize("1280x720") == PictureSize(width: 1280, height: 720))
        #expect(PictureSize(width: 1280, height: 720).description == "1280x720")
        #expect(PictureSize(width: 1280, height: 720).transposed == PictureSize(width: 720, height: 1280))
        for text in ["", "x", "1280", "1280x", "0x720", "-1x5", "1280x720x1", "1280 x 720", "ax5"] {
            #expect(PictureSize(text) == nil)
        }
    }
}
