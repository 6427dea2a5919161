import CWebP
import OnAirMedia

/// A WebP file, still or animated, decoded picture by picture. Belongs to one thread, like the bytes it reads.
struct WebPFile {
    private let name: String
    private let limits: ImageLimits

    init(name: String, limits: ImageLimits) { (self.name, self.limits) = (name, limits) }

    /// - Throws: `ImageError` of kind `broken` or `tooLarge`.
    func decode(_ bytes: [UInt8]) throws(ImageError) -> ImageSequence {
        // A closure of the standard library's cannot throw our type.
        let result = bytes.withUnsafeBufferPointer { buffer -> Result<ImageSequence, ImageError> in
            do throws(ImageError) {
                return .success(try decode(WebPData(bytes: buffer.baseAddress, size: buffer.count)))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private func decode(_ data: WebPData) throws(ImageError) -> ImageSequence {
        var data = data
        guard let container = WebPDemuxInternal(&data, 0, nil, WEBP_DEMUX_ABI_VERSION) else { throw broken }
        defer { WebPDemuxDelete(container) }
        let size = PictureSize(
            width: Int(WebPDemuxGetI(container, WEBP_FF_CANVAS_WIDTH)),
            height: Int(WebPDemuxGetI(container, WEBP_FF_CANVAS_HEIGHT)))
        let count = Int(WebPDemuxGetI(container, WEBP_FF_FRAME_COUNT))
        let loops = Int(WebPDemuxGetI(container, WEBP_FF_LOOP_COUNT))
        try limits.check(size, in: name)
        guard count >= 1 else { throw broken }
        if count > 1 { try limits.check(size, frames: count, in: name) }

        var options = WebPAnimDecoderOptions()
        guard WebPAnimDecoderOptionsInitInternal(&options, WEBP_DEMUX_ABI_VERSION) != 0 else { throw broken }
        // Premultiplied: its pictures are laid over each other as they are shown.
        options.color_mode = MODE_bgrA
        guard let decoder = WebPAnimDecoderNewInternal(&data, &options, WEBP_DEMUX_ABI_VERSION) else { throw broken }
        defer { WebPAnimDecoderDelete(decoder) }
        let orientation = orientation(container)
        var frames: [ImageSequence.Frame] = []
        var last: Int32 = 0
        while WebPAnimDecoderHasMoreFrames(decoder) != 0 {
            var pixels: UnsafeMutablePointer<UInt8>?
            var end: Int32 = 0
            guard frames.count < count, WebPAnimDecoderGetNext(decoder, &pixels, &end) != 0, let pixels else {
                throw broken
            }
            let bitmap = ImageBitmap(size: size) { target, stride in
                for row in 0..<size.height {
                    (target + row * stride).update(from: pixels + row * 4 * size.width, count: 4 * size.width)
                }
            }
            frames.append(
                ImageSequence.Frame(
                    bitmap: bitmap.turned(orientation), duration: AnimationTiming.duration(Int64(end - last), 1000)))
            last = end
        }
        guard frames.count == count else { throw broken }
        return count == 1
            ? ImageSequence(frames[0].bitmap) : ImageSequence(frames: frames, plays: loops == 0 ? nil : loops)
    }

    private func orientation(_ container: OpaquePointer) -> ImageOrientation {
        var iterator = WebPChunkIterator()
        guard WebPDemuxGetChunk(container, "EXIF", 1, &iterator) != 0 else { return .up }
        defer { WebPDemuxReleaseChunkIterator(&iterator) }
        // All that is looked for lies near the start.
        let exif = ImageBytes(
            Array(UnsafeBufferPointer(start: iterator.chunk.bytes, count: min(iterator.chunk.size, 65_536))))
        let start = exif.matches("Exif\0\0", at: 0) ? 6 : 0
        return ExifOrientation.read(exif, at: start, end: exif.count)
    }

    private var broken: ImageError {
        ImageError(
            .broken, "\(name) begins like a WebP picture but is cut or damaged.",
            advice: "Copy it again, or save it anew.")
    }
}
