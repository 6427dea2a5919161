import CFFmpeg

/// Owns one codec context.
final class CodecHandle {
    let context: UnsafeMutablePointer<AVCodecContext>

    /// A context for `codec`, not yet opened.
    init(_ codec: UnsafePointer<AVCodec>) throws(FFmpegError) {
        guard let context = avcodec_alloc_context3(codec) else {
            throw FFmpegError(.encoding, "There is no memory left for a codec.")
        }
        self.context = context
    }

    deinit {
        var context: UnsafeMutablePointer<AVCodecContext>? = context
        avcodec_free_context(&context)
    }
}
