import OnAirMedia
import OnAirPixels
import OnAirTestKit
import Testing

/// Pictures in a driver's own memory: odd sizes, padded rows, parts cut out, and nothing readable behind the last
/// sample. A read behind a plane ends the test process.
@Suite struct LentPictureTests {
    static let color = ColorDescription(matrix: .bt601, range: .limited)
    static let sizes = [(1, 1), (3, 5), (322, 241), (641, 481)].map { PictureSize(width: $0.0, height: $0.1) }

    private func format(_ size: PictureSize, _ pixels: PixelFormat = .i420) -> PictureFormat {
        PictureFormat(size: size, pixels: pixels, color: Self.color)
    }

    /// Where the result is further from the reference than rounding explains.
    private func firstFault(_ made: Picture, _ expected: [[Double]]) -> String? {
        for plane in 0..<3 {
            let bytes = made.bytes(ofPlane: plane)
            guard bytes.count == expected[plane].count else { return "plane \(plane) has \(bytes.count) bytes" }
            // Luma is rounded once; chroma of denser formats may be rounded in both directions, one after the other.
            let tolerance = plane == 0 ? 0.51 : 1.01
            for index in bytes.indices where abs(Double(bytes[index]) - expected[plane][index]) > tolerance {
                return "plane \(plane), sample \(index): \(bytes[index]), not \(expected[plane][index])"
            }
        }
        return nil
    }

    @Test("Every format at odd sizes with padded rows is read sample by sample", arguments: PixelFormat.allCases, sizes)
    func everyFormat(pixels: PixelFormat, size: PictureSize) throws {
        for padding in [0, 1, 14, 64] {
            let lent = LentPicture(format(size, pixels), padding: padding, seed: UInt64(padding))
            let made = try converted(lent.picture, to: format(size))
            #expect(firstFault(made, lent.i420(PictureRect(size))) == nil, "padding \(padding)")
        }
    }

    @Test("A part of a lent picture, as digital zoom cuts it, is that part", arguments: PixelFormat.allCases)
    func parts(pixels: PixelFormat) throws {
        let lent = LentPicture(format(PictureSize(width: 322, height: 241), pixels), padding: 6, seed: 3)
        for crop in [
            PictureRect(x: 0, y: 0, width: 161, height: 121), PictureRect(x: 80, y: 60, width: 161, height: 121),
            PictureRect(x: 160, y: 120, width: 162, height: 121), PictureRect(x: 320, y: 240, width: 2, height: 1),
        ] {
            let made = try converted(lent.picture, crop: crop, to: format(crop.size))
            #expect(firstFault(made, lent.i420(crop)) == nil, "\(crop)")
        }
    }

    @Test(
        "Nothing behind a lent picture is read, however it is cut, turned, scaled and recoloured",
        arguments: PixelFormat.allCases)
    func bounds(pixels: PixelFormat) throws {
        for size in Self.sizes + [PictureSize(width: 33, height: 18)] {
            let lent = LentPicture(format(size, pixels), padding: size.width % 3, seed: 5)
            let corner = PictureRect(
                x: size.width / 2, y: size.height / 2, width: size.width, height: size.height)
            for orientation in ImageOrientation.allCases {
                for wanted in [size, PictureSize(width: 50, height: 38), PictureSize(width: 700, height: 500)] {
                    for crop in [PictureRect(size), corner] {
                        let target = PictureFormat(
                            size: wanted, pixels: .i420, color: ColorDescription(matrix: .bt709, range: .limited))
                        _ = try converted(lent.picture, crop: crop, orientation: orientation, to: target)
                    }
                }
            }
        }
    }

    @Test("Grey is I420 whose chroma rows are all the same row", arguments: sizes)
    func grey(size: PictureSize) throws {
        let lent = LentPicture(format(size), padding: 3, seed: 8)
        let chroma = GuardedBytes((size.width + 1) / 2)
        chroma.bytes.initializeMemory(as: UInt8.self, repeating: 128)
        let luma = lent.picture.buffer.plane(0)
        let row = try #require(chroma.bytes.bindMemory(to: UInt8.self).baseAddress)
        let buffer = PictureBuffer(
            format: format(size), planes: (luma, (row, 0), (row, 0)), lentBy: [lent, chroma] as AnyObject)
        let picture = Picture(buffer: buffer, captureTime: HostTime(nanoseconds: 0), sequence: 0)
        let same = try converted(picture, to: format(size))
        #expect(same.bytes(ofPlane: 0) == lent.picture.bytes(ofPlane: 0))
        #expect(Set(same.bytes(ofPlane: 1) + same.bytes(ofPlane: 2)) == [128])
        for orientation in ImageOrientation.allCases {
            let other = PictureFormat(
                size: PictureSize(width: 50, height: 38), pixels: .i420,
                color: ColorDescription(matrix: .bt709, range: .full))
            let made = try converted(picture, orientation: orientation, to: other)
            #expect(Set(made.bytes(ofPlane: 1) + made.bytes(ofPlane: 2)) == [128])
        }
    }
}
