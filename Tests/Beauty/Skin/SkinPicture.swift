import OnAirBeauty
import OnAirImages
import OnAirPixels
import OnAirTestKit

/// A picture to try the filter on: three planes as numbers, made of a file or of colours.
struct SkinPicture {
    var size: PictureSize
    var matrix = ColorDescription.Matrix.bt601
    /// Y, Cb, Cr, row after row.
    var planes: [[UInt8]]

    var color: ColorDescription { ColorDescription(matrix: matrix, range: .limited) }
    var luma: SkinPlane { SkinPlane(width: size.width, planes[0].map(Double.init)) }

    /// The part of one of the pictures beside these tests, at its own size or scaled to `size`.
    init(
        file: String, part: PictureRect? = nil, size: PictureSize? = nil, matrix: ColorDescription.Matrix = .bt601,
        channels: [Int] = [0, 1, 2]
    ) throws {
        let folder = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
        let bitmap = try ImageReader.read(path: "/\(folder)/Pictures/\(file).png").frames[0].bitmap
        try self.init(bitmap.size, part: part, scaledTo: size, matrix: matrix) { x, y in
            bitmap.withPixels { base in
                let pixel = base + y * bitmap.stride + 4 * x
                let rgb = [pixel[2], pixel[1], pixel[0]]
                return (rgb[channels[0]], rgb[channels[1]], rgb[channels[2]])
            }
        }
    }

    /// A picture whose red, green and blue `pixel` knows.
    init(
        _ size: PictureSize, part: PictureRect? = nil, scaledTo newSize: PictureSize? = nil,
        matrix: ColorDescription.Matrix = .bt601, _ pixel: (Int, Int) -> (UInt8, UInt8, UInt8)
    ) throws {
        self.matrix = matrix
        let part = part ?? PictureRect(size)
        self.size = newSize ?? part.size
        planes = []
        let source = PicturePool(format: PictureFormat(size: size, pixels: .rgb24, color: .jpeg), capacity: 1)
        guard var picture = source.take(captureTime: HostTime(nanoseconds: 0), sequence: 0) else { return }
        picture.withMutablePlane(0) { plane in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let at = plane.base + y * plane.stride + 3 * x
                    (at[0], at[1], at[2]) = pixel(x, y)
                }
            }
        }
        let frozen = picture.freeze()
        try withPicture { try PictureConverter().convert(frozen, crop: part, orientation: .up, into: &$0) }
    }

    /// A picture of these planes.
    init(size: PictureSize, matrix: ColorDescription.Matrix = .bt601, planes: [[UInt8]]) {
        (self.size, self.matrix, self.planes) = (size, matrix, planes)
    }

    /// What `filter` makes of it at `time`.
    func filtered(_ filter: SkinFilter, at time: MediaTime = .zero) -> SkinPicture {
        var result = self
        result.withPicture { filter.process(&$0, at: time) }
        return result
    }

    func filtered(_ settings: SkinSmoothing) -> SkinPicture { filtered(SkinFilter(settings)) }

    /// The same with normal noise of `deviation` codes in luma and half of it in chroma, as a sensor gives.
    func noisy(_ deviation: Double, seed: UInt64) -> SkinPicture {
        var dice = SeededGenerator(seed: seed)
        var result = self
        for plane in 0..<3 {
            for index in planes[plane].indices {
                // The sum of twelve equal distributions (Irwin–Hall) has variance 1.
                let normal = (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &dice) }
                let value = Double(planes[plane][index]) + normal * (plane == 0 ? deviation : deviation / 2)
                result.planes[plane][index] = UInt8(min(max(value.rounded(), 0), 255))
            }
        }
        return result
    }

    /// Calls `body` with a picture of these planes and takes what it has made of them.
    private mutating func withPicture(_ body: (inout MutablePicture) throws -> Void) rethrows {
        let format = PictureFormat(size: size, pixels: .i420, color: color)
        guard
            var picture = PicturePool(format: format, capacity: 1).take(
                captureTime: HostTime(nanoseconds: 0), sequence: 0)
        else { return }
        let given = planes
        var taken: [[UInt8]] = []
        for plane in given.indices {
            picture.withMutablePlane(plane) { target in
                for row in 0..<target.rows {
                    for x in 0..<target.bytesPerRow {
                        target.base[row * target.stride + x] = given[plane][row * target.bytesPerRow + x]
                    }
                }
            }
        }
        try body(&picture)
        for plane in 0..<3 {
            picture.withMutablePlane(plane) { source in
                taken.append(
                    (0..<source.rows).flatMap { row in
                        UnsafeBufferPointer(start: source.base + row * source.stride, count: source.bytesPerRow)
                    })
            }
        }
        planes = taken
    }
}
