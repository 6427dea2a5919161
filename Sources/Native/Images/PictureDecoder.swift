import CFFmpeg
import OnAirMedia

/// Owns a decoder of one file's pictures and the frame it last gave. Belongs to one thread.
final class PictureDecoder {
    private let context: UnsafeMutablePointer<AVCodecContext>
    private let frame: UnsafeMutablePointer<AVFrame>
    private let packet: UnsafeMutablePointer<AVPacket>
    private let name: String
    private let limits: ImageLimits
    private var isFirst = true

    /// - Parameter header: what the decoder must know before the first picture.
    init(_ codec: AVCodecID, header: [UInt8] = [], name: String, limits: ImageLimits) throws(ImageError) {
        LibraryLog.silence()
        let decoder = avcodec_find_decoder(codec)
        var context = avcodec_alloc_context3(decoder)
        var frame = av_frame_alloc()
        var packet = av_packet_alloc()
        guard decoder != nil, let owned = context, let ownedFrame = frame, let ownedPacket = packet else {
            avcodec_free_context(&context)
            av_frame_free(&frame)
            av_packet_free(&packet)
            throw ImageError(
                .broken, "\(name) is coded as \(String(cString: avcodec_get_name(codec))), which cannot be read here.",
                advice: "Save it as PNG.")
        }
        (self.context, self.frame, self.packet, self.name, self.limits) = (owned, ownedFrame, ownedPacket, name, limits)
        owned.pointee.thread_count = 1
        // The library asks before it takes memory for a picture.
        owned.pointee.max_pixels = Int64(limits.pixels)
        // Above every level anybody listens to: what goes wrong is thrown, not printed. Below 200: the library takes bits
        // above the eighth for colours.
        owned.pointee.log_level_offset = 100
        if !header.isEmpty {
            guard let memory = av_mallocz(header.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)) else { throw broken }
            memory.copyMemory(from: header, byteCount: header.count)
            owned.pointee.extradata = memory.assumingMemoryBound(to: UInt8.self)
            owned.pointee.extradata_size = Int32(clamping: header.count)
        }
        guard avcodec_open2(owned, decoder, nil) >= 0 else { throw broken }
    }

    deinit {
        var (context, frame, packet) = (Optional(context), Optional(frame), Optional(packet))
        avcodec_free_context(&context)
        av_frame_free(&frame)
        av_packet_free(&packet)
    }

    /// Decodes the picture in `bytes`.
    ///
    /// - Throws: `ImageError` of kind `broken`, or `tooLarge`.
    func decode(_ bytes: ArraySlice<UInt8>) throws(ImageError) -> ImageBitmap {
        av_frame_unref(frame)
        guard !bytes.isEmpty, av_new_packet(packet, Int32(clamping: bytes.count)) >= 0 else { throw broken }
        defer { av_packet_unref(packet) }
        bytes.withUnsafeBufferPointer { source in
            guard let base = source.baseAddress else { return }
            packet.pointee.data.update(from: base, count: source.count)
        }
        // Only the first picture of an animation stands alone.
        packet.pointee.flags = isFirst ? AV_PKT_FLAG_KEY : 0
        isFirst = false
        guard avcodec_send_packet(context, packet) >= 0 else { throw broken }
        guard avcodec_receive_frame(context, frame) >= 0, frame.pointee.decode_error_flags == 0,
            frame.pointee.flags & AV_FRAME_FLAG_CORRUPT == 0
        else { throw broken }
        try limits.check(
            PictureSize(width: Int(frame.pointee.width), height: Int(frame.pointee.height)), in: name)
        guard let converter = FrameConverter(frame) else {
            throw ImageError(
                .broken, "\(name) has its colours in a form that is not understood here.", advice: "Save it as PNG.")
        }
        return converter.bitmap()
    }

    private var broken: ImageError {
        ImageError(
            .broken,
            "\(name) cannot be decoded: it is damaged, or has more than \(limits.pixels / 1_000_000) megapixels.",
            advice: "Copy it again, or save it anew.")
    }
}
