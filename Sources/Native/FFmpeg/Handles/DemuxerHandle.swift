import CFFmpeg
import OnAirMedia

/// Owns an opened media file.
final class DemuxerHandle {
    let context: UnsafeMutablePointer<AVFormatContext>

    /// Opens the file at `path` and looks at its tracks. Only files: never an address, nor a list of them.
    init(path: String) throws(FFmpegError) {
        FFmpegLog.install()
        FFmpegLog.clear()
        var opened: UnsafeMutablePointer<AVFormatContext>?
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        av_dict_set(&options, "protocol_whitelist", "file", 0)
        var result = avformat_open_input(&opened, "file:" + path, nil, &options)
        guard result >= 0, let context = opened else {
            throw FFmpegError(
                result == onair_averror_invaliddata ? .unusable : .file, "\(path) cannot be opened", result: result,
                advice: "Check that it exists, may be read, and is a media file.")
        }
        result = avformat_find_stream_info(context, nil)
        guard result >= 0 else {
            avformat_close_input(&opened)
            throw FFmpegError(
                .unusable, "The tracks of \(path) cannot be made out", result: result,
                advice: "Check the file with ffprobe.")
        }
        self.context = context
    }

    /// Opens what lies at a network address, and looks at its tracks. Only addresses: never a file, nor one that an address
    /// leads to.
    init(address: String, interrupt: ReadingInterrupt) throws(FFmpegError) {
        FFmpegLog.install()
        avformat_network_init()
        var opened = avformat_alloc_context()
        guard let allocated = opened else { throw FFmpegError(.file, "There is no memory left for a video.") }
        allocated.pointee.interrupt_callback = interrupt.callback
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        av_dict_set(&options, "protocol_whitelist", ReadingInterrupt.protocols, 0)
        interrupt.rearm()
        var result = avformat_open_input(&opened, address, nil, &options)
        guard result >= 0, let context = opened else { throw interrupt.error(result, "cannot be opened") }
        interrupt.rearm()
        result = avformat_find_stream_info(context, nil)
        guard result >= 0, !interrupt.hasFired else {
            avformat_close_input(&opened)
            throw interrupt.error(result, "has no tracks that can be made out")
        }
        self.context = context
    }

    deinit {
        var context: UnsafeMutablePointer<AVFormatContext>? = context
        avformat_close_input(&context)
    }

    /// The track a player would choose; nil when there is none. A cover picture is no video.
    func bestStream(_ kind: AVMediaType) -> UnsafeMutablePointer<AVStream>? {
        let index = av_find_best_stream(context, kind, -1, -1, nil, 0)
        guard index >= 0, let stream = context.pointee.streams[Int(index)],
            stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0
        else { return nil }
        return stream
    }

    /// Where times count from: one origin for all tracks, read or not, so that two readers of one file agree.
    var origin: MediaTime {
        let starts = [bestStream(AVMEDIA_TYPE_VIDEO), bestStream(AVMEDIA_TYPE_AUDIO)].compactMap {
            stream -> MediaTime? in
            guard let stream, stream.pointee.start_time != onair_av_nopts_value else { return nil }
            return stream.time(of: stream.pointee.start_time)
        }
        return starts.min() ?? .zero
    }

    /// Leaves out every track but `streams` when reading.
    func select(_ streams: [UnsafeMutablePointer<AVStream>]) {
        for index in 0..<Int(context.pointee.nb_streams) {
            guard let stream = context.pointee.streams[index] else { continue }
            stream.pointee.discard = streams.contains(stream) ? AVDISCARD_DEFAULT : AVDISCARD_ALL
        }
    }

    /// Goes back to the start; false when the container cannot.
    func seekToStart() -> Bool {
        let flags = context.pointee.iformat.pointee.flags
        if flags & AVFMT_TS_DISCONT != 0, flags & AVFMT_NO_BYTE_SEEK == 0 {
            // A transport stream has no index: a seek by time guesses, and may come out at a later key picture.
            return avformat_seek_file(context, -1, 0, 0, 0, AVSEEK_FLAG_BYTE) >= 0
        }
        let start = context.pointee.start_time == onair_av_nopts_value ? 0 : context.pointee.start_time
        return avformat_seek_file(context, -1, Int64.min, start, start, 0) >= 0
    }

    /// The length of the file, where its header or its packets tell. A guess from its size and bitrate is no answer.
    var duration: MediaTime? {
        let value = context.pointee.duration
        guard value != onair_av_nopts_value, value > 0,
            context.pointee.duration_estimation_method != AVFMT_DURATION_FROM_BITRATE
        else { return nil }
        return MediaTime(value: value, timescale: Int64(AV_TIME_BASE))
    }
}
