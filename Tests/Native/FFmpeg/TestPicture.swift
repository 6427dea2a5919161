import Foundation
import OnAirMedia

/// Pictures with structure, motion and a little grain, the same every time.
enum TestPicture {
    /// The planes of picture `index`, without padding: Y, then U, then V.
    static func planes(_ index: Int, size: PictureSize, cutsEvery cut: Int? = nil) -> [UInt8] {
        let (width, height) = (size.width, size.height)
        let scene = cut.map { index / $0 } ?? 0
        var grain = UInt32(truncatingIfNeeded: index &* 2_654_435_761 &+ 12345)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(width * height * 3 / 2)
        for y in 0..<height {
            for x in 0..<width {
                grain = grain &* 1_664_525 &+ 1_013_904_223
                let tile = (((x + 3 * index) / 16 + (y + scene * 40) / 16) & 1) * 60
                let slope = (x * 90 / width + y * 40 / height + scene * 53) % 120
                bytes.append(UInt8(30 + tile + slope + Int(grain >> 29)))
            }
        }
        for plane in 0..<2 {
            for y in 0..<(height / 2) {
                for x in 0..<(width / 2) {
                    bytes.append(
                        UInt8(90 + (plane == 0 ? x * 60 / width : y * 60 / height) + (index + scene * 31) % 40))
                }
            }
        }
        return bytes
    }

    /// Fills a picture of I420 with `bytes` in the order of `planes`.
    static func fill(_ picture: inout MutablePicture, with bytes: [UInt8]) {
        var offset = 0
        for index in 0..<picture.format.pixels.planeCount {
            picture.withMutablePlane(index) { plane in
                for row in 0..<plane.rows {
                    for column in 0..<plane.bytesPerRow {
                        plane.base[row * plane.stride + column] = bytes[offset]
                        offset += 1
                    }
                }
            }
        }
    }

    /// The picture's bytes without padding, plane after plane.
    static func bytes(of picture: Picture) -> [UInt8] {
        var bytes: [UInt8] = []
        for index in 0..<picture.format.pixels.planeCount {
            picture.withPlane(index) { plane in
                for row in 0..<plane.rows {
                    bytes += UnsafeBufferPointer(start: plane.base + row * plane.stride, count: plane.bytesPerRow)
                }
            }
        }
        return bytes
    }

    /// Peak signal-to-noise ratio of `b` to `a` in dB.
    static func psnr(_ a: ArraySlice<UInt8>, _ b: ArraySlice<UInt8>) -> Double {
        var sum = 0
        for (x, y) in zip(a, b) { sum += (Int(x) - Int(y)) * (Int(x) - Int(y)) }
        return sum == 0 ? 99 : 10 * log10(255 * 255 * Double(a.count) / Double(sum))
    }
}
