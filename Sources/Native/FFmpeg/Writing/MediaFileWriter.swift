import CFFmpeg
import OnAirMedia

/// Writes H.264 and sound into a file: MP4, Matroska or FLV. Belongs to one thread.
///
/// Packets are to be given roughly in the order of their times, whatever their track. A file that is not finished is left
/// as far as it is.
public final class MediaFileWriter {
    /// Where the sound comes from.
    public enum Sound {
        /// Packets as another file has them; `copySound` takes them from there.
        case copied(SoundPacketReader)
        /// Packets of an encoder.
        case encoded(AudioTrackFormat)
    }

    private let name: String
    private let context: UnsafeMutablePointer<AVFormatContext>
    private let packet: PacketHandle
    private let video: UnsafeMutablePointer<AVStream>
    private let sound: UnsafeMutablePointer<AVStream>?
    private let frameDuration: MediaTime
    private var lastVideoStamp = Int64.min
    private var lastSoundStamp = Int64.min
    private var isFinished = false

    /// Creates the file, or empties it, and writes its front.
    ///
    /// - Parameters:
    ///   - path: where.
    ///   - name: what errors call it; nil for its path.
    ///   - video: what the pictures are.
    ///   - timescale: units in a second that times of pictures are counted in, where the container leaves the choice.
    ///   - pixelAspect: width of a pixel by its height.
    ///   - sound: nil for none.
    /// - Throws: `FFmpegError` of kind `writing` where the file cannot be created; `configuration` where the container does
    ///   not take these tracks, and then the file may be there, and empty.
    public init(
        path: String, called name: String? = nil, container: MediaContainer, video format: VideoTrackFormat,
        timescale: Int64,
        pixelAspect: Rational = Rational(1, 1), sound: Sound?
    ) throws(FFmpegError) {
        FFmpegLog.install()
        FFmpegLog.clear()
        self.name = name ?? path
        packet = try PacketHandle()
        var allocated: UnsafeMutablePointer<AVFormatContext>?
        let result = avformat_alloc_output_context2(&allocated, nil, container.rawValue, nil)
        guard result >= 0, let context = allocated else {
            throw FFmpegError(
                .unavailable, "This machine's libavformat does not write \(container.rawValue)", result: result,
                advice: "Install a libavformat built with it (Debian's is).")
        }
        do throws(FFmpegError) {
            self.video = try Self.add(format, timescale: timescale, pixelAspect: pixelAspect, to: context)
            self.sound = try sound.map { sound throws(FFmpegError) in try Self.add(sound, to: context) }
            try Self.begin(context, path: path, called: self.name, container: container)
        } catch {
            avio_closep(&context.pointee.pb)
            avformat_free_context(context)
            throw error
        }
        self.context = context
        frameDuration = format.frameRate.frameDuration
    }

    deinit {
        avio_closep(&context.pointee.pb)
        avformat_free_context(context)
    }

    /// Whether `container` has a place for the packets of `reader`.
    public static func takes(_ reader: SoundPacketReader, into container: MediaContainer) -> Bool {
        guard let format = av_guess_format(container.rawValue, nil, nil) else { return false }
        return avformat_query_codec(format, reader.codec, FF_COMPLIANCE_NORMAL) == 1
    }

    /// Writes a packet of an encoder, to be shown or heard at `time`: from the start of the file on, and rising within a
    /// track.
    ///
    /// - Throws: `FFmpegError` of kind `writing`.
    public func write(_ encoded: EncodedPacket, at time: MediaTime) throws(FFmpegError) {
        guard let stream = encoded.track == .video ? video : sound else { return }
        guard av_new_packet(packet.packet, Int32(clamping: encoded.byteCount)) >= 0 else {
            throw FFmpegError(.writing, "There is no memory left for a packet.")
        }
        encoded.withBytes { bytes in
            guard let data = packet.packet.pointee.data, let source = bytes.baseAddress else { return }
            data.update(from: source.assumingMemoryBound(to: UInt8.self), count: bytes.count)
            if encoded.track == .video {
                AnnexB.replaceLengths(in: UnsafeMutableBufferPointer(start: data, count: bytes.count))
            }
        }
        var stamp = Self.stamp(time, in: stream)
        if encoded.track == .video {
            // What a container's coarse clock makes one is told apart again.
            if stamp <= lastVideoStamp { stamp = lastVideoStamp + 1 }
            lastVideoStamp = stamp
            packet.packet.pointee.duration = Self.stamp(frameDuration, in: stream)
        }
        (packet.packet.pointee.pts, packet.packet.pointee.dts) = (stamp, stamp)
        if encoded.isKeyframe { packet.packet.pointee.flags |= AV_PKT_FLAG_KEY }
        try write(to: stream)
    }

    /// Writes the packet that `reader` has found.
    ///
    /// - Throws: `FFmpegError` of kind `writing`.
    public func copySound(from reader: SoundPacketReader) throws(FFmpegError) {
        guard let sound else { return }
        reader.move(to: packet.packet, timeBase: sound.pointee.time_base)
        // What a coarse clock makes one is told apart again, here too.
        if packet.packet.pointee.dts <= lastSoundStamp {
            packet.packet.pointee.dts = lastSoundStamp + 1
            packet.packet.pointee.pts = max(packet.packet.pointee.pts, lastSoundStamp + 1)
        }
        lastSoundStamp = packet.packet.pointee.dts
        try write(to: sound)
    }

    /// Writes the end, and an index where the container has one, and closes the file.
    ///
    /// - Throws: `FFmpegError` of kind `writing`; the file is not whole then.
    public func finish() throws(FFmpegError) {
        guard !isFinished else { return }
        isFinished = true
        let result = av_write_trailer(context)
        // What a full disk refuses may be told by the last bytes alone.
        let closed = avio_closep(&context.pointee.pb)
        guard result >= 0, closed >= 0 else { throw failure(result < 0 ? result : closed) }
    }

    private func write(to stream: UnsafeMutablePointer<AVStream>) throws(FFmpegError) {
        packet.packet.pointee.stream_index = stream.pointee.index
        let result = av_interleaved_write_frame(context, packet.packet)
        guard result >= 0 else { throw failure(result) }
    }

    private func failure(_ result: Int32) -> FFmpegError {
        FFmpegError(
            .writing, "\(name) cannot be written", result: result, advice: "Make room, or choose another place.")
    }

    private static func stamp(_ time: MediaTime, in stream: UnsafeMutablePointer<AVStream>) -> Int64 {
        let base = stream.pointee.time_base
        return time.value(inTimescale: Int64(base.den)) / Int64(max(base.num, 1))
    }

    private static func add(
        _ format: VideoTrackFormat, timescale: Int64, pixelAspect: Rational,
        to context: UnsafeMutablePointer<AVFormatContext>
    ) throws(FFmpegError) -> UnsafeMutablePointer<AVStream> {
        let stream = try add(to: context)
        guard let parameters = stream.pointee.codecpar else { return stream }
        parameters.pointee.codec_type = AVMEDIA_TYPE_VIDEO
        parameters.pointee.codec_id = AV_CODEC_ID_H264
        parameters.pointee.width = Int32(format.size.width)
        parameters.pointee.height = Int32(format.size.height)
        parameters.pointee.format = AV_PIX_FMT_YUV420P.rawValue
        let aspect = AVRational(
            num: Int32(clamping: pixelAspect.numerator), den: Int32(clamping: pixelAspect.denominator))
        (parameters.pointee.sample_aspect_ratio, stream.pointee.sample_aspect_ratio) = (aspect, aspect)
        let isHigh = format.color.matrix == .bt709
        parameters.pointee.color_primaries = isHigh ? AVCOL_PRI_BT709 : AVCOL_PRI_SMPTE170M
        parameters.pointee.color_trc = isHigh ? AVCOL_TRC_BT709 : AVCOL_TRC_SMPTE170M
        parameters.pointee.color_space = isHigh ? AVCOL_SPC_BT709 : AVCOL_SPC_SMPTE170M
        parameters.pointee.color_range = format.color.range == .full ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
        // With start codes, as the packets: each container makes of them what it needs.
        let start: [UInt8] = [0, 0, 0, 1]
        try set(start + format.parameterSets.sequence + start + format.parameterSets.picture, of: parameters)
        stream.pointee.time_base = AVRational(num: 1, den: Int32(clamping: max(1, min(timescale, 1_000_000))))
        let rate = format.frameRate.framesPerSecond
        stream.pointee.avg_frame_rate = AVRational(
            num: Int32(clamping: rate.numerator), den: Int32(clamping: rate.denominator))
        return stream
    }

    private static func add(
        _ sound: Sound, to context: UnsafeMutablePointer<AVFormatContext>
    ) throws(FFmpegError) -> UnsafeMutablePointer<AVStream> {
        let stream = try add(to: context)
        guard let parameters = stream.pointee.codecpar else { return stream }
        switch sound {
        case .copied(let reader):
            try reader.describe(parameters)
            stream.pointee.time_base = reader.timeBase
        case .encoded(let format):
            parameters.pointee.codec_type = AVMEDIA_TYPE_AUDIO
            parameters.pointee.codec_id = AV_CODEC_ID_AAC
            parameters.pointee.sample_rate = Int32(format.sound.sampleRate)
            parameters.pointee.bit_rate = Int64(format.bitrate)
            parameters.pointee.frame_size = Int32(AACEncoder.blockSize)
            parameters.pointee.initial_padding = Int32(AACEncoder.priming)
            parameters.pointee.profile = FF_PROFILE_AAC_LOW
            av_channel_layout_default(&parameters.pointee.ch_layout, Int32(format.sound.channels))
            try set(format.audioSpecificConfig, of: parameters)
            stream.pointee.time_base = AVRational(num: 1, den: Int32(format.sound.sampleRate))
        }
        return stream
    }

    private static func add(
        to context: UnsafeMutablePointer<AVFormatContext>
    ) throws(FFmpegError) -> UnsafeMutablePointer<AVStream> {
        guard let stream = avformat_new_stream(context, nil) else {
            throw FFmpegError(.configuration, "There is no memory left for a track.")
        }
        return stream
    }

    private static func set(
        _ bytes: [UInt8], of parameters: UnsafeMutablePointer<AVCodecParameters>
    ) throws(FFmpegError) {
        guard let memory = av_mallocz(bytes.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)) else {
            throw FFmpegError(.configuration, "There is no memory left for a track.")
        }
        let data = memory.assumingMemoryBound(to: UInt8.self)
        for (index, byte) in bytes.enumerated() { data[index] = byte }
        parameters.pointee.extradata = data
        parameters.pointee.extradata_size = Int32(bytes.count)
    }

    private static func begin(
        _ context: UnsafeMutablePointer<AVFormatContext>, path: String, called name: String, container: MediaContainer
    ) throws(FFmpegError) {
        // It is opened once more where the index moves to the front.
        context.pointee.url = av_strdup("file:" + path)
        var result = avio_open(&context.pointee.pb, "file:" + path, AVIO_FLAG_WRITE)
        guard result >= 0 else {
            throw FFmpegError(
                .writing, "\(name) cannot be created", result: result, advice: "Choose a place this user may write to.")
        }
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        if container == .mp4 { av_dict_set(&options, "movflags", "+faststart", 0) }
        result = avformat_write_header(context, &options)
        guard result >= 0 else {
            throw FFmpegError(
                .configuration, "\(container.rawValue) does not take these tracks", result: result,
                advice: "Choose another container, such as .mkv.")
        }
    }
}
