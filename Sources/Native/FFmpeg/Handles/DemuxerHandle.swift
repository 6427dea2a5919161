import CFFmpeg
import Glibc
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
            let isCut = result == -EIO || result == onair_averror_eof
            throw FFmpegError(
                result == onair_averror_invaliddata ? .unusable : .file, "\(path) cannot be opened", result: result,
                advice: isCut
                    ? "It is cut off, or its disk fails: copy it again."
                    : "Check that it exists, may be read, and is a media file.")
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

    /// Where the header says that `stream` ends, counted from the origin, and whether it says it of this track alone; nil
    /// where it does not tell.
    func declaredEnd(of stream: UnsafeMutablePointer<AVStream>) -> (time: MediaTime, isOfTrack: Bool)? {
        let none = onair_av_nopts_value
        if stream.pointee.duration != none, stream.pointee.duration > 0 {
            let start = stream.pointee.start_time == none ? origin : stream.time(of: stream.pointee.start_time)
            return (start - origin + stream.time(of: stream.pointee.duration), true)
        }
        // What is found by looking at the packets is no word of the header's.
        guard let duration, context.pointee.duration_estimation_method == AVFMT_DURATION_FROM_STREAM else { return nil }
        // Of the whole file it may be the end of a track that is not read; Matroska notes that of each track as a tag.
        guard soundAndSubtitleCount > 1 else { return (duration - origin, false) }
        return Self.noted(stream.pointee.metadata).map { (min($0, duration) - origin, true) }
    }

    /// The tag `DURATION`, such as 00:01:02.345000000.
    private static func noted(_ tags: OpaquePointer?) -> MediaTime? {
        guard let text = av_dict_get(tags, "DURATION", nil, 0)?.pointee.value else { return nil }
        let parts = String(cString: text).split(separator: ":").map { Double($0) ?? .nan }
        guard parts.count == 3 else { return nil }
        let seconds = (parts[0] * 60 + parts[1]) * 60 + parts[2]
        guard (0...1e6).contains(seconds) else { return nil }
        return .nanoseconds(Int64(seconds * 1e9))
    }

    /// How many tracks of sound and subtitles there are.
    var soundAndSubtitleCount: Int {
        (0..<Int(context.pointee.nb_streams)).count { index in
            let kind = context.pointee.streams[index]?.pointee.codecpar?.pointee.codec_type
            return kind == AVMEDIA_TYPE_AUDIO || kind == AVMEDIA_TYPE_SUBTITLE
        }
    }

    /// Whether the library takes it for a picture file, not for a clip.
    var isPictureFile: Bool {
        let name = String(cString: context.pointee.iformat.pointee.name)
        return name == "image2" || name.hasSuffix("_pipe")
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
