import CFFmpeg

/// Owns one frame structure.
final class FrameHandle {
    let frame: UnsafeMutablePointer<AVFrame>

    init() throws(FFmpegError) {
        guard let frame = av_frame_alloc() else {
            throw FFmpegError(.encoding, "There is no memory left for a frame.")
        }
        self.frame = frame
    }

    deinit {
        var frame: UnsafeMutablePointer<AVFrame>? = frame
        av_frame_free(&frame)
    }

    /// Gives the frame a buffer that stands for memory it only borrows, so that the library counts a reference
    /// where it would otherwise copy the whole frame.
    func markBorrowed() throws(FFmpegError) {
        guard let buffer = av_buffer_alloc(64) else {
            throw FFmpegError(.encoding, "There is no memory left for a frame.")
        }
        frame.pointee.buf.0 = buffer
    }

    /// Whether nobody but this frame holds the borrowed memory.
    var isSoleHolder: Bool { frame.pointee.buf.0.map { av_buffer_get_ref_count($0) == 1 } ?? true }
}
