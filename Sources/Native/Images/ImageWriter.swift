import CFFmpeg
import COnAirJPEG
import OnAirMedia

/// Codes pictures in memory as the bytes of a file: snapshots.
public enum ImageWriter {
    /// `bitmap` as PNG: RGB where it is opaque throughout, else RGBA, 8 bits, colours no longer premultiplied.
    ///
    /// - Throws: `ImageError` of kind `encoding` where there is no memory or the library has no PNG encoder.
    public static func png(_ bitmap: ImageBitmap) throws(ImageError) -> [UInt8] {
        let isOpaque = isOpaque(bitmap)
        let encoder = try PictureEncoder(
            AV_CODEC_ID_PNG, format: isOpaque ? AV_PIX_FMT_RGB24 : AV_PIX_FMT_RGBA, size: bitmap.size)
        return try encoder.encode { row, target in
            bitmap.withPixels { pixels in
                let source = pixels + row * bitmap.stride
                if isOpaque {
                    copyOpaque(source, to: target, count: bitmap.size.width)
                } else {
                    copyStraight(source, to: target, count: bitmap.size.width)
                }
            }
        }
    }

    /// `bitmap` as JPEG (JFIF: full-range BT.601) over black where it is not opaque.
    ///
    /// - Parameter quality: 1…100, clamped; as libjpeg counts. From 90 on chroma has full resolution. Default 90.
    /// - Throws: `ImageError` of kind `encoding` where there is no memory.
    public static func jpeg(_ bitmap: ImageBitmap, quality: Int = 90) throws(ImageError) -> [UInt8] {
        let quality = min(max(quality, 1), 100)
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        // Premultiplied colours without their alpha are the picture over black.
        let isWritten = bitmap.withPixels {
            onair_jpeg_write(
                $0, bitmap.stride, UInt32(bitmap.size.width), UInt32(bitmap.size.height), Int32(quality),
                quality >= 90 ? 1 : 0, &bytes, &count)
        }
        guard isWritten != 0, let bytes else {
            throw ImageError(.encoding, "A picture of \(bitmap.size) cannot be coded as JPEG.")
        }
        defer { onair_jpeg_free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }

    private static func isOpaque(_ bitmap: ImageBitmap) -> Bool {
        bitmap.withPixels { pixels in
            for row in 0..<bitmap.size.height {
                let alpha = pixels + row * bitmap.stride + 3
                var all: UInt8 = 255
                for column in 0..<bitmap.size.width { all &= alpha[4 * column] }
                if all != 255 { return false }
            }
            return true
        }
    }

    private static func copyOpaque(_ source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>, count: Int) {
        for index in 0..<count {
            target[3 * index] = source[4 * index + 2]
            target[3 * index + 1] = source[4 * index + 1]
            target[3 * index + 2] = source[4 * index]
        }
    }

    private static func copyStraight(_ source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>, count: Int)
    {
        for index in 0..<count {
            let alpha = Int(source[4 * index + 3])
            for channel in 0..<3 {
                let value = Int(source[4 * index + 2 - channel])
                target[4 * index + channel] = alpha == 0 ? 0 : UInt8(min((value * 255 + alpha / 2) / alpha, 255))
            }
            target[4 * index + 3] = UInt8(alpha)
        }
    }
}
