import CFFmpeg
import OnAirMedia

/// Reads picture files: PNG, APNG, JPEG, GIF, WebP (still and animated), and BMP, TIFF, QOI, JPEG 2000, PNM.
///
/// What a file is, its first bytes say, not its name. Pictures are turned upright as their EXIF data say. Colours are
/// taken as sRGB codes: colour profiles are not applied. Deep colours are brought to 8 bits.
public enum ImageReader {
    /// The pictures in the file at `path`. Takes as long as reading and decoding take.
    ///
    /// - Throws: `ImageError` of kind `unreadable`, `broken` or `tooLarge`, naming the path.
    public static func read(path: String, limits: ImageLimits = ImageLimits()) throws(ImageError) -> ImageSequence {
        try decode(try ImageFile.read(path: path, limits: limits), name: path, limits: limits)
    }

    /// The pictures in the bytes of a file.
    ///
    /// - Parameter name: what errors call it.
    /// - Throws: `ImageError` of kind `broken` or `tooLarge`.
    public static func decode(
        _ bytes: [UInt8], name: String, limits: ImageLimits = ImageLimits()
    ) throws(ImageError) -> ImageSequence {
        let file = ImageBytes(bytes)
        guard let kind = ImageKind(file) else {
            throw ImageError(
                .broken, bytes.isEmpty ? "\(name) is empty." : "\(name) is no picture that is understood.",
                advice: "Use PNG, JPEG, WebP or GIF.")
        }
        switch kind {
        case .png: return try decodePNG(file, name: name, limits: limits)
        case .gif: return try decodeGIF(file, name: name, limits: limits)
        case .webP: return try WebPFile(name: name, limits: limits).decode(bytes)
        case .jpeg:
            let header = try JPEGFile(file, name: name)
            try limits.check(header.size, in: name)
            let decoder = try PictureDecoder(AV_CODEC_ID_MJPEG, name: name, limits: limits)
            return ImageSequence(try decoder.decode(bytes[...]).turned(header.orientation))
        case .other(let codec):
            let decoder = try PictureDecoder(codec, name: name, limits: limits)
            return ImageSequence(try decoder.decode(bytes[...]))
        }
    }

    private static func decodePNG(_ file: ImageBytes, name: String, limits: ImageLimits) throws(ImageError)
        -> ImageSequence
    {
        let header = try PNGFile(file, name: name, limits: limits)
        guard header.frames.count > 1 else {
            let decoder = try PictureDecoder(AV_CODEC_ID_PNG, name: name, limits: limits)
            return ImageSequence(try decoder.decode(file.bytes[...]).turned(header.orientation))
        }
        let decoder = try PictureDecoder(AV_CODEC_ID_APNG, header: header.header, name: name, limits: limits)
        var frames: [ImageSequence.Frame] = []
        for frame in header.frames {
            let bitmap = try decoder.decode(frame.bytes[...])
            try checkSize(bitmap, header.size, name)
            frames.append(.init(bitmap: bitmap.turned(header.orientation), duration: frame.duration))
        }
        return ImageSequence(frames: frames, plays: header.plays)
    }

    private static func decodeGIF(_ file: ImageBytes, name: String, limits: ImageLimits) throws(ImageError)
        -> ImageSequence
    {
        let header = try GIFFile(file, name: name, limits: limits)
        let decoder = try PictureDecoder(AV_CODEC_ID_GIF, name: name, limits: limits)
        var frames: [ImageSequence.Frame] = []
        for frame in header.frames {
            let bitmap = try decoder.decode(file.bytes[frame.range])
            try checkSize(bitmap, header.size, name)
            frames.append(.init(bitmap: bitmap, duration: frame.duration))
        }
        return frames.count == 1
            ? ImageSequence(frames[0].bitmap) : ImageSequence(frames: frames, plays: header.plays)
    }

    private static func checkSize(_ bitmap: ImageBitmap, _ size: PictureSize, _ name: String) throws(ImageError) {
        guard bitmap.size == size else {
            throw ImageError(.broken, "\(name) has pictures of different sizes.", advice: "Save it anew.")
        }
    }
}
