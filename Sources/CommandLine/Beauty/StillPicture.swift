import OnAirBeauty
import OnAirImages
import OnAirMedia
import OnAirPixels

/// A still picture on its way through filters: as a file has it, and as filters take it.
enum StillPicture {
    /// A photograph may be larger than anything in a stream: as wide as layers of pixels may be.
    static let limits = ImageLimits(
        side: 16_384, pixels: 120_000_000, animationBytes: 512 << 20, fileBytes: 512 << 20)

    /// The picture of the file at `path`, upright.
    ///
    /// - Throws: `ImageError` where it cannot be read, or is an animation.
    static func read(_ path: String) throws(ImageError) -> ImageBitmap {
        let sequence: ImageSequence
        do throws(ImageError) {
            sequence = try ImageReader.read(path: path, limits: limits)
        } catch {
            guard error.kind == .broken else { throw error }
            throw ImageError(
                .broken, error.message, advice: "Use PNG, JPEG or WebP, or for a clip name OUT something.mp4.")
        }
        guard !sequence.isAnimated else {
            throw ImageError(
                .broken, "\(path) is an animation of \(sequence.frames.count) pictures.",
                advice: "Give a still picture, or name OUT something.mp4.")
        }
        return sequence.frames[0].bitmap
    }

    /// `bitmap` as filters take it: I420, limited range, its alpha left aside; of `size`, where that is given.
    ///
    /// - Throws: `PixelError`.
    static func picture(of bitmap: ImageBitmap, size: PictureSize? = nil) throws(PixelError) -> Picture {
        let format = PictureFormat(size: bitmap.size, pixels: .bgra, color: .jpeg)
        var source = try take(format)
        source.withMutablePlane(0) { plane in
            bitmap.withPixels { pixels in
                for row in 0..<plane.rows {
                    straighten(
                        pixels + row * bitmap.stride, into: plane.base + row * plane.stride, count: bitmap.size.width)
                }
            }
        }
        return try converted(source.freeze(), to: .working(size ?? bitmap.size))
    }

    /// `picture` in another size.
    static func scaled(_ picture: Picture, to size: PictureSize, crop: PictureRect) throws(PixelError) -> Picture {
        var format = picture.format
        format.size = size
        return try converted(picture, to: format, crop: crop)
    }

    /// `picture` as it is after `filters`.
    static func treated(_ picture: Picture, by filters: [any PictureFilter], at time: MediaTime) throws(PixelError)
        -> Picture
    {
        var target = try take(picture.format)
        PictureOperations.copy(picture, into: &target)
        for filter in filters { filter.process(&target, at: time) }
        return target.freeze()
    }

    /// `picture` with the alpha of `original`.
    static func bitmap(of picture: Picture, alphaOf original: ImageBitmap) throws(PixelError) -> ImageBitmap {
        let made = try RGBWriter.bitmap(of: picture)
        guard made.size == original.size else { return made }
        return ImageBitmap(size: made.size) { target, stride in
            made.withPixels { colors in
                original.withPixels { alphas in
                    for row in 0..<made.size.height {
                        for column in 0..<made.size.width {
                            let alpha = Int(alphas[row * original.stride + 4 * column + 3])
                            let (from, to) = (
                                colors + row * made.stride + 4 * column, target + row * stride + 4 * column
                            )
                            for channel in 0..<3 { to[channel] = UInt8((Int(from[channel]) * alpha + 127) / 255) }
                            to[3] = UInt8(alpha)
                        }
                    }
                }
            }
        }
    }

    private static func converted(
        _ picture: Picture, to format: PictureFormat, crop: PictureRect? = nil
    ) throws(PixelError) -> Picture {
        var target = try take(format)
        try PictureConverter().convert(
            picture, crop: crop ?? PictureRect(picture.format.size), orientation: .up, into: &target)
        return target.freeze()
    }

    private static func take(_ format: PictureFormat) throws(PixelError) -> MutablePicture {
        let pool = PicturePool(format: format, capacity: 1)
        guard let picture = pool.take(captureTime: HostTime(nanoseconds: 0), sequence: 0) else {
            throw .unsupportedDestination(format.pixels)
        }
        return picture
    }

    /// Colours no longer premultiplied.
    private static func straighten(_ source: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<UInt8>, count: Int)
    {
        for index in 0..<count {
            let alpha = Int(source[4 * index + 3])
            for channel in 0..<3 {
                let value = Int(source[4 * index + channel])
                target[4 * index + channel] =
                    alpha == 0 ? 0 : alpha == 255 ? UInt8(value) : UInt8(min((value * 255 + alpha / 2) / alpha, 255))
            }
            target[4 * index + 3] = 255
        }
    }
}
