import CFFmpeg
import OnAirMedia

/// Owns an encoder for one picture and the frame it is given. Belongs to one thread.
final class PictureEncoder {
    private let context: UnsafeMutablePointer<AVCodecContext>
    private let frame: UnsafeMutablePointer<AVFrame>
    private let packet: UnsafeMutablePointer<AVPacket>
    private let size: PictureSize

    init(_ codec: AVCodecID, format: AVPixelFormat, size: PictureSize) throws(ImageError) {
        LibraryLog.silence()
        guard let encoder = avcodec_find_encoder(codec) else {
            throw ImageError(
                .encoding,
                "The FFmpeg library on this machine has no \(String(cString: avcodec_get_name(codec))) encoder.",
                advice: "Install Debian's libavcodec59.")
        }
        var context = avcodec_alloc_context3(encoder)
        var frame = av_frame_alloc()
        var packet = av_packet_alloc()
        guard let owned = context, let ownedFrame = frame, let ownedPacket = packet else {
            avcodec_free_context(&context)
            av_frame_free(&frame)
            av_packet_free(&packet)
            throw Self.noMemory(size)
        }
        (self.context, self.frame, self.packet, self.size) = (owned, ownedFrame, ownedPacket, size)
        owned.pointee.width = Int32(clamping: size.width)
        owned.pointee.height = Int32(clamping: size.height)
        owned.pointee.pix_fmt = format
        owned.pointee.time_base = AVRational(num: 1, den: 1)
        owned.pointee.thread_count = 1
        // Above every level anybody listens to: what goes wrong is thrown, not printed.
        owned.pointee.log_level_offset = 100
        ownedFrame.pointee.width = owned.pointee.width
        ownedFrame.pointee.height = owned.pointee.height
        ownedFrame.pointee.format = format.rawValue
        guard avcodec_open2(owned, encoder, nil) >= 0, av_frame_get_buffer(ownedFrame, 0) >= 0 else {
            throw Self.noMemory(size)
        }
    }

    deinit {
        var (context, frame, packet) = (Optional(context), Optional(frame), Optional(packet))
        avcodec_free_context(&context)
        av_frame_free(&frame)
        av_packet_free(&packet)
    }

    /// The picture's bytes; `fill` is called for each row, from the top.
    func encode(_ fill: (_ row: Int, _ target: UnsafeMutablePointer<UInt8>) -> Void) throws(ImageError) -> [UInt8] {
        guard let base = frame.pointee.data.0 else { throw Self.noMemory(size) }
        for row in 0..<size.height { fill(row, base + row * Int(frame.pointee.linesize.0)) }
        frame.pointee.pts = 0
        guard avcodec_send_frame(context, frame) >= 0, avcodec_send_frame(context, nil) >= 0,
            avcodec_receive_packet(context, packet) >= 0, let data = packet.pointee.data
        else { throw Self.noMemory(size) }
        defer { av_packet_unref(packet) }
        return Array(UnsafeBufferPointer(start: data, count: Int(packet.pointee.size)))
    }

    private static func noMemory(_ size: PictureSize) -> ImageError {
        ImageError(.encoding, "A picture of \(size) cannot be coded.", advice: "Free some memory and try again.")
    }
}
