import OnAirMedia
import OnAirTestKit

/// A picture in planes as a driver lends them: rows padded, each plane ending exactly where a guard page begins.
final class LentPicture {
    let format: PictureFormat
    private let memory: [GuardedBytes]
    private let strides: [Int]

    /// A picture of random bytes, its padding too. `padding` bytes follow each row but the last.
    init(_ format: PictureFormat, padding: Int, seed: UInt64) {
        self.format = format
        var generator = SeededGenerator(seed: seed)
        let planes = 0..<format.pixels.planeCount
        strides = planes.map { format.pixels.bytesPerRow(ofPlane: $0, width: format.size.width) + padding }
        let strides = strides
        memory = planes.map { plane in
            let rows = format.pixels.rows(ofPlane: plane, height: format.size.height)
            let memory = GuardedBytes(strides[plane] * rows - padding)
            for index in memory.bytes.indices {
                memory.bytes[index] = UInt8.random(in: 0...255, using: &generator)
            }
            return memory
        }
    }

    /// The picture, which keeps this alive.
    var picture: Picture {
        func plane(_ index: Int) -> PictureBuffer.Plane {
            let index = index < memory.count ? index : 0
            guard let base = memory[index].bytes.bindMemory(to: UInt8.self).baseAddress else {
                preconditionFailure("a plane has bytes")
            }
            return (base, strides[index])
        }
        let buffer = PictureBuffer(format: format, planes: (plane(0), plane(1), plane(2)), lentBy: self)
        return Picture(buffer: buffer, captureTime: HostTime(nanoseconds: 0), sequence: 0)
    }

    /// Byte `column` of row `row` of a plane.
    func byte(_ plane: Int, _ row: Int, _ column: Int) -> Int {
        Int(memory[plane].bytes[row * strides[plane] + column])
    }

    /// Red, green and blue, or luma and both chroma samples, of the pixel at (`x`, `y`).
    func pixel(_ x: Int, _ y: Int) -> (Int, Int, Int) {
        func packed(_ luma: Int, _ u: Int, _ v: Int) -> (Int, Int, Int) {
            let pair = x / 2 * 4
            return (byte(0, y, pair + luma + x % 2 * 2), byte(0, y, pair + u), byte(0, y, pair + v))
        }
        func three(_ step: Int, _ red: Int) -> (Int, Int, Int) {
            (byte(0, y, x * step + red), byte(0, y, x * step + 1), byte(0, y, x * step + 2 - red))
        }
        switch format.pixels {
        case .i420: return (byte(0, y, x), byte(1, y / 2, x / 2), byte(2, y / 2, x / 2))
        case .nv12: return (byte(0, y, x), byte(1, y / 2, x / 2 * 2), byte(1, y / 2, x / 2 * 2 + 1))
        case .nv21: return (byte(0, y, x), byte(1, y / 2, x / 2 * 2 + 1), byte(1, y / 2, x / 2 * 2))
        case .i422: return (byte(0, y, x), byte(1, y, x / 2), byte(2, y, x / 2))
        case .i444: return (byte(0, y, x), byte(1, y, x), byte(2, y, x))
        case .yuyv: return packed(0, 1, 3)
        case .uyvy: return packed(1, 0, 2)
        case .yvyu: return packed(0, 3, 1)
        case .bgra: return three(4, 2)
        case .rgba: return three(4, 0)
        case .bgr24: return three(3, 2)
        case .rgb24: return three(3, 0)
        }
    }

    /// The part `crop` as I420 of BT.601, limited range, one sample at a time: chroma is the mean of the four pixels
    /// under it, repeated at an odd edge. Unrounded.
    func i420(_ crop: PictureRect) -> [[Double]] {
        let isRGB = format.pixels.isPackedRGB
        func yuv(_ x: Int, _ y: Int) -> (Double, Double, Double) {
            let (a, b, c) = pixel(crop.x + min(x, crop.width - 1), crop.y + min(y, crop.height - 1))
            guard isRGB else { return (Double(a), Double(b), Double(c)) }
            // ITU-R BT.601-7, 2.5.
            let (red, green, blue) = (Double(a) / 255, Double(b) / 255, Double(c) / 255)
            let luma = 0.299 * red + 0.587 * green + 0.114 * blue
            return (16 + 219 * luma, 128 + 224 * (blue - luma) / 1.772, 128 + 224 * (red - luma) / 1.402)
        }
        let luma = (0..<crop.height).flatMap { y in (0..<crop.width).map { yuv($0, y).0 } }
        var (u, v): ([Double], [Double]) = ([], [])
        for y in stride(from: 0, to: crop.height, by: 2) {
            for x in stride(from: 0, to: crop.width, by: 2) {
                let four = [yuv(x, y), yuv(x + 1, y), yuv(x, y + 1), yuv(x + 1, y + 1)]
                u.append(four.reduce(0) { $0 + $1.1 } / 4)
                v.append(four.reduce(0) { $0 + $1.2 } / 4)
            }
        }
        return [luma, u, v]
    }
}
