import Glibc
import OnAirBeauty
import OnAirImages
import OnAirMedia
import OnAirPixels
import OnAirTestKit
import Testing

/// Pictures for filters, and what comes out of them.
enum FilterBed {
    /// A picture's planes, row after row without padding.
    struct Planes: Equatable {
        var size: PictureSize
        var y: [UInt8]
        var u: [UInt8]
        var v: [UInt8]

        var columns: Int { (size.width + 1) / 2 }

        init(_ size: PictureSize, y: [UInt8], u: [UInt8], v: [UInt8]) {
            (self.size, self.y, self.u, self.v) = (size, y, u, v)
        }

        /// Luma of `body`, grey.
        init(_ width: Int, _ height: Int, _ body: (_ x: Int, _ y: Int) -> Double) {
            size = PictureSize(width: width, height: height)
            y = []
            for row in 0..<height { for column in 0..<width { y.append(UInt8(body(column, row).rounded())) } }
            u = [UInt8](repeating: 128, count: (width + 1) / 2 * ((height + 1) / 2))
            v = u
        }

        /// Random codes of limited range.
        static func random(_ size: PictureSize, seed: UInt64) -> Planes {
            var generator = SeededGenerator(seed: seed)
            func codes(_ count: Int, _ range: ClosedRange<UInt8>) -> [UInt8] {
                (0..<count).map { _ in UInt8.random(in: range, using: &generator) }
            }
            let blocks = (size.width + 1) / 2 * ((size.height + 1) / 2)
            return Planes(
                size, y: codes(size.width * size.height, 16...235), u: codes(blocks, 16...240),
                v: codes(blocks, 16...240))
        }

        var isLegal: Bool {
            y.allSatisfy { (16...235).contains($0) } && (u + v).allSatisfy { (16...240).contains($0) }
        }

        func at(_ x: Int, _ y: Int) -> Int { Int(self.y[y * size.width + x]) }
    }

    static func format(_ size: PictureSize, _ matrix: ColorDescription.Matrix = .bt601) -> PictureFormat {
        PictureFormat(size: size, pixels: .i420, color: ColorDescription(matrix: matrix, range: .limited))
    }

    /// What `filter` makes of `planes` at `milliseconds`, in memory whose rows are padded and behind which nothing may be
    /// touched.
    static func apply(
        _ filter: any PictureFilter, _ planes: Planes, at milliseconds: Int64 = 0,
        matrix: ColorDescription.Matrix = .bt601, padding: Int = 5
    ) -> Planes {
        let memory = PaddedPlanes(planes, padding: padding)
        var picture = memory.picture(format(planes.size, matrix))
        filter.process(&picture, at: .milliseconds(milliseconds))
        _ = consume picture
        return memory.planes
    }

    /// A picture of the pool's.
    static func picture(_ planes: Planes, _ matrix: ColorDescription.Matrix = .bt601) -> Picture {
        let pool = PicturePool(format: format(planes.size, matrix), capacity: 1)
        guard var target = pool.take(captureTime: HostTime(nanoseconds: 0), sequence: 0) else {
            preconditionFailure("a new pool has a picture")
        }
        for (index, bytes) in [planes.y, planes.u, planes.v].enumerated() {
            target.withMutablePlane(index) { plane in
                for row in 0..<plane.rows {
                    for column in 0..<plane.bytesPerRow {
                        plane.base[row * plane.stride + column] = bytes[row * plane.bytesPerRow + column]
                    }
                }
            }
        }
        return target.freeze()
    }

    /// The portrait of these tests, 512x512.
    static func portrait() throws -> Planes {
        let path = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
        let bitmap = try ImageReader.read(path: "/\(path)/Pictures/astronaut.png").frames[0].bitmap
        var planes = Planes(bitmap.size.width, bitmap.size.height) { _, _ in 0 }
        bitmap.withPixels { pixels in
            for y in 0..<bitmap.size.height {
                for x in 0..<bitmap.size.width {
                    let at = pixels + y * bitmap.stride + 4 * x
                    let code = yuv(Double(at[2]), Double(at[1]), Double(at[0]))
                    planes.y[y * bitmap.size.width + x] = UInt8(code.y.rounded())
                    let block = y / 2 * planes.columns + x / 2
                    if y % 2 == 0, x % 2 == 0 {
                        (planes.u[block], planes.v[block]) = (UInt8(code.u.rounded()), UInt8(code.v.rounded()))
                    }
                }
            }
        }
        return planes
    }

    /// Codes of limited-range BT.601 for red, green and blue of 0…255 (ITU-R BT.601-7, 2.5).
    static func yuv(_ r: Double, _ g: Double, _ b: Double) -> (y: Double, u: Double, v: Double) {
        let luma = 0.299 * r + 0.587 * g + 0.114 * b
        return (
            16 + 219 * luma / 255, 128 + 224 * (b - luma) / 1.772 / 255, 128 + 224 * (r - luma) / 1.402 / 255
        )
    }

    /// A number of a normal distribution.
    static func normal(_ generator: inout SeededGenerator) -> Double {
        let first = Double.random(in: 1e-12...1, using: &generator)
        return (-2 * log(first)).squareRoot() * cos(2 * .pi * Double.random(in: 0...1, using: &generator))
    }
}
