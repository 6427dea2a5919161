import COnAirPixelKernels
import OnAirMedia

/// Turns I420 pictures into red, green and blue, by their own matrix and range: for snapshots and windows.
public struct RGBWriter: Sendable {
    private let matrix: onair_bgra_matrix

    init(_ color: ColorDescription) { matrix = ColorTransform.toRGB(from: color) }

    /// `picture` as an opaque bitmap.
    ///
    /// - Throws: `PixelError.unsupportedSource` where it is not I420.
    public static func bitmap(of picture: Picture) throws(PixelError) -> ImageBitmap {
        guard picture.format.pixels == .i420 else { throw .unsupportedSource(picture.format.pixels) }
        return ImageBitmap(size: picture.format.size) { pixels, stride in
            unchecked(picture, into: pixels, stride: stride)
        }
    }

    /// Writes `picture` as opaque blue, green, red, alpha bytes into the caller's memory.
    ///
    /// - Parameters:
    ///   - pixels: room for the picture's rows.
    ///   - stride: bytes from one row to the next; at least four times the width.
    /// - Throws: `PixelError.unsupportedSource` where it is not I420.
    public static func write(_ picture: Picture, into pixels: UnsafeMutablePointer<UInt8>, stride: Int)
        throws(PixelError)
    {
        guard picture.format.pixels == .i420 else { throw .unsupportedSource(picture.format.pixels) }
        unchecked(picture, into: pixels, stride: stride)
    }

    private static func unchecked(_ picture: Picture, into pixels: UnsafeMutablePointer<UInt8>, stride: Int) {
        let buffer = picture.buffer
        defer {
            buffer.endRead()
            withExtendedLifetime(buffer) {}
        }
        let input = I420Input(SourcePlanes(buffer), PictureRect(picture.format.size))
        RGBWriter(picture.format.color).write(input, into: pixels, stride: stride)
    }

    func write(_ input: I420Input, into pixels: UnsafeMutablePointer<UInt8>, stride: Int) {
        withUnsafePointer(to: matrix) { matrix in
            for row in 0..<input.size.height {
                onair_i420_to_bgra(
                    input.y + row * input.yStride, input.u + row / 2 * input.uStride,
                    input.v + row / 2 * input.vStride, pixels + row * stride, Int32(input.size.width), matrix)
            }
        }
    }
}
