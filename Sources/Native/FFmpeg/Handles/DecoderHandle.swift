import CFFmpeg

/// Owns an opened decoder of one track and the frame it last gave.
final class DecoderHandle {
    /// What asking for a frame gave.
    enum Received {
        case frame
        /// It wants another packet first.
        case hungry
        /// It has given out everything.
        case ended
        /// Something inside was broken; it goes on.
        case corrupt
    }

    let stream: UnsafeMutablePointer<AVStream>
    let frame: UnsafeMutablePointer<AVFrame>
    private let codec: CodecHandle
    private let frameOwner: FrameHandle
    private var corruptInARow = 0

    /// Opens the decoder for `stream`, which must outlive it.
    init(_ stream: UnsafeMutablePointer<AVStream>, threads: Int) throws(FFmpegError) {
        let parameters = stream.pointee.codecpar
        guard let parameters, let decoder = avcodec_find_decoder(parameters.pointee.codec_id) else {
            let name = parameters.map { String(cString: avcodec_get_name($0.pointee.codec_id)) } ?? "unknown"
            throw FFmpegError(
                .unusable, "Track \(stream.pointee.index) is coded as \(name), which cannot be decoded here.",
                advice: "Convert the file to H.264 and AAC.")
        }
        self.stream = stream
        codec = try CodecHandle(decoder)
        frameOwner = try FrameHandle()
        frame = frameOwner.frame
        let context = codec.context
        var result = avcodec_parameters_to_context(context, parameters)
        context.pointee.pkt_timebase = stream.pointee.time_base
        context.pointee.thread_count = Int32(threads)
        if result >= 0 { result = avcodec_open2(context, decoder, nil) }
        guard result >= 0 else {
            throw FFmpegError(
                .unusable, "Track \(stream.pointee.index) cannot be decoded", result: result,
                advice: "Check the file with ffprobe, or convert it to H.264 and AAC.")
        }
    }

    /// Gives it a packet, or the end; false when the packet is unusable.
    func send(_ packet: UnsafeMutablePointer<AVPacket>?) -> Bool { avcodec_send_packet(codec.context, packet) >= 0 }

    /// Asks for the next frame, which then stands in `frame` until the next call.
    func receive() -> Received {
        let result = avcodec_receive_frame(codec.context, frame)
        if result == onair_averror_eagain { return .hungry }
        if result == onair_averror_eof { return .ended }
        guard result < 0 else {
            corruptInARow = 0
            return .frame
        }
        corruptInARow += 1
        // A decoder that answers nothing but errors without being fed would keep us for ever.
        return corruptInARow > 1000 ? .ended : .corrupt
    }

    /// Forgets everything inside: reading goes on elsewhere.
    func flush() {
        avcodec_flush_buffers(codec.context)
        av_frame_unref(frame)
        corruptInARow = 0
    }
}
