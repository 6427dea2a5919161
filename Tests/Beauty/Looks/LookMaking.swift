import OnAirBeauty
import OnAirMedia
import OnAirTestKit

/// A picture of limited range whose samples are random.
func noisePicture(
    _ size: PictureSize, _ matrix: ColorDescription.Matrix = .bt709, seed: UInt64 = 1,
    luma: ClosedRange<UInt8> = 0...255,
    chroma: ClosedRange<UInt8> = 0...255
) -> MutablePicture {
    var generator = SeededGenerator(seed: seed)
    return colorPicture(size, matrix) { plane, _, _ in
        UInt8.random(in: plane == 0 ? luma : chroma, using: &generator)
    }
}

/// An I420 picture of limited range whose samples are made one by one.
func colorPicture(
    _ size: PictureSize, _ matrix: ColorDescription.Matrix, _ sample: (_ plane: Int, _ x: Int, _ y: Int) -> UInt8
) -> MutablePicture {
    let format = PictureFormat(
        size: size, pixels: .i420, color: ColorDescription(matrix: matrix, range: .limited))
    guard
        var picture = PicturePool(format: format, capacity: 1).take(captureTime: HostTime(nanoseconds: 0), sequence: 0)
    else { preconditionFailure("a new pool has a picture") }
    for plane in 0..<3 {
        picture.withMutablePlane(plane) { target in
            for y in 0..<target.rows {
                for x in 0..<target.bytesPerRow { target.base[y * target.stride + x] = sample(plane, x, y) }
            }
        }
    }
    return picture
}

/// The samples of a picture: luma, Cb and Cr, without padding.
func planes(_ picture: inout MutablePicture) -> [[UInt8]] {
    (0..<3).map { plane in
        picture.withMutablePlane(plane) { plane in
            (0..<plane.rows).flatMap { row in
                Array(UnsafeBufferPointer(start: plane.base + row * plane.stride, count: plane.bytesPerRow))
            }
        }
    }
}

/// The samples of what a filter makes of a picture.
func filtered(_ picture: consuming MutablePicture, _ filter: ColorFilter, at time: MediaTime = .zero) -> [[UInt8]] {
    var picture = picture
    filter.process(&picture, at: time)
    return planes(&picture)
}

/// Sentences that a `.cube` file is made of.
enum CubeText {
    /// A lattice of `size` points an axis in a domain.
    static func lattice(
        _ size: Int, from low: Float = 0, to high: Float = 1, _ color: (SIMD3<Float>) -> SIMD3<Float>
    ) -> String {
        let axis = (0..<size).map { low + (high - low) * Float($0) / Float(size - 1) }
        var text = "LUT_3D_SIZE \(size)\nDOMAIN_MIN \(low) \(low) \(low)\nDOMAIN_MAX \(high) \(high) \(high)\n"
        for blue in axis {
            for green in axis {
                for red in axis {
                    let color = color(SIMD3(red, green, blue))
                    text += "\(color.x) \(color.y) \(color.z)\n"
                }
            }
        }
        return text
    }

    /// Curves of `size` values.
    static func curves(_ size: Int, _ color: (Float) -> SIMD3<Float>) -> String {
        (0..<size).reduce(into: "LUT_1D_SIZE \(size)\n") { text, index in
            let color = color(Float(index) / Float(size - 1))
            text += "\(color.x) \(color.y) \(color.z)\n"
        }
    }

    /// A smooth change of colour that is another for each seed: a few waves.
    static func smooth(_ seed: UInt64) -> (SIMD3<Float>) -> SIMD3<Float> {
        var generator = SeededGenerator(seed: seed)
        let waves = (0..<9).map { _ in Float.random(in: -0.25...0.25, using: &generator) }
        return { color in
            // Half a wave over the range, with a smooth stand-in for a sine.
            let bent = 4 * color * (1 - color)
            func mixed(_ row: Int) -> Float {
                waves[3 * row] * bent.x + waves[3 * row + 1] * bent.y + waves[3 * row + 2] * bent.z
            }
            let out = color + SIMD3(mixed(0), mixed(1), mixed(2))
            return out.clamped(lowerBound: SIMD3(repeating: 0), upperBound: SIMD3(repeating: 1))
        }
    }
}
