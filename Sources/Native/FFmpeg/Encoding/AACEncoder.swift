import CFFmpeg
import OnAirMedia

/// Encodes blocks of 1024 samples to AAC-LC, by libavcodec's own encoder.
///
/// Belongs to one stage: made anywhere, then used by one thread. The first packet carries the encoder's priming: a
/// packet's time is that of its first decoded sample, so sound comes out of a decoder where it went in.
public final class AACEncoder {
    /// Samples per channel in a block and in a packet.
    public static let blockSize = 1024
    /// Samples by which packets precede their input: what a decoder puts out before the first real sample.
    public static let priming: Int64 = 1024

    /// Format of the blocks and of the packets.
    public let format: SoundFormat
    /// Target bitrate in bit/s.
    public let bitrate: Int
    /// AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1), known before the first block.
    public let audioSpecificConfig: [UInt8]

    private let codec: CodecHandle
    private let lent: FrameHandle
    private let packet: PacketHandle
    private var lastIndex: Int64?
    private var inFlight = CaptureTimes()
    private var isFlushed = false

    /// Opens the encoder.
    ///
    /// - Parameters:
    ///   - format: 44.1 or 48 kHz, one or two channels.
    ///   - bitrate: bit/s over all channels, 16 000…320 000.
    public init(format: SoundFormat, bitrate: Int) throws(FFmpegError) {
        guard [44_100, 48_000].contains(format.sampleRate), (1...2).contains(format.channels) else {
            throw FFmpegError(
                .configuration, "AAC is not encoded at \(format.sampleRate) Hz with \(format.channels) channels here.",
                advice: "Choose 44100 or 48000 Hz, mono or stereo.")
        }
        guard (16_000...320_000).contains(bitrate) else {
            throw FFmpegError(
                .configuration, "\(bitrate) bit/s is no bitrate for AAC-LC.",
                advice: "Choose between 16000 and 320000 bit/s.")
        }
        FFmpegLog.install()
        FFmpegLog.clear()
        guard let encoder = avcodec_find_encoder_by_name("aac") else {
            throw FFmpegError(
                .unavailable, "This machine's libavcodec has no AAC encoder.",
                advice: "Install a libavcodec built with it (Debian's is).")
        }
        self.format = format
        self.bitrate = bitrate
        codec = try CodecHandle(encoder)
        lent = try FrameHandle()
        packet = try PacketHandle()
        try lent.markBorrowed()

        let context = codec.context
        context.pointee.sample_fmt = AV_SAMPLE_FMT_FLTP
        context.pointee.sample_rate = Int32(format.sampleRate)
        context.pointee.time_base = AVRational(num: 1, den: Int32(format.sampleRate))
        context.pointee.bit_rate = Int64(bitrate)
        context.pointee.profile = FF_PROFILE_AAC_LOW
        context.pointee.flags |= Int32(AV_CODEC_FLAG_GLOBAL_HEADER)
        av_channel_layout_default(&context.pointee.ch_layout, Int32(format.channels))
        let result = avcodec_open2(context, encoder, nil)
        guard result >= 0 else {
            throw FFmpegError(
                .configuration, "AAC cannot be opened at \(format.sampleRate) Hz and \(bitrate) bit/s", result: result,
                advice: "Choose a usual rate and bitrate, such as 48000 Hz and 128000 bit/s.")
        }
        guard context.pointee.frame_size == Int32(Self.blockSize),
            Int64(context.pointee.initial_padding) == Self.priming, let data = context.pointee.extradata
        else {
            throw FFmpegError(
                .unavailable, "This libavcodec's AAC encoder has another block size or priming.",
                advice: "Use the libavcodec the package was built for.")
        }
        audioSpecificConfig = Array(UnsafeRawBufferPointer(start: data, count: Int(context.pointee.extradata_size)))

        let frame = lent.frame
        frame.pointee.format = AV_SAMPLE_FMT_FLTP.rawValue
        frame.pointee.sample_rate = Int32(format.sampleRate)
        frame.pointee.nb_samples = Int32(Self.blockSize)
        frame.pointee.linesize.0 = Int32(Self.blockSize * 4)
        av_channel_layout_default(&frame.pointee.ch_layout, Int32(format.channels))
        frame.pointee.extended_data = onair_frame_data(frame)
    }

    /// What a decoder and a container must know.
    public var trackFormat: AudioTrackFormat {
        AudioTrackFormat(sound: format, bitrate: bitrate, audioSpecificConfig: audioSpecificConfig)
    }

    /// Encodes one block; the block may be released when the call returns.
    ///
    /// - Parameters:
    ///   - sound: exactly `blockSize` samples in `format`, after every block before it.
    ///   - packets: where the packets' memory comes from.
    ///   - body: receives each packet that is finished, its times in samples.
    /// - Throws: `FFmpegError` of kind `mismatch` for an unfit block, which changes nothing; `encoding` when the
    ///   encoder failed, which is final.
    public func encode(_ sound: ProgramSound, packets: PacketPool, _ body: (EncodedPacket) -> Void) throws(FFmpegError)
    {
        let block = sound.block
        guard block.format == format, block.sampleCount == Self.blockSize else {
            throw FFmpegError(
                .mismatch,
                "A block of \(block.sampleCount) samples at \(block.format.sampleRate) Hz with \(block.format.channels) "
                    + "channels came to an encoder for \(Self.blockSize) at \(format.sampleRate) Hz with "
                    + "\(format.channels).", advice: "Resample sound to the program's format before encoding.")
        }
        guard !isFlushed, lastIndex.map({ sound.sampleIndex >= $0 + Int64(Self.blockSize) }) ?? true else {
            throw FFmpegError(
                .mismatch, "Sound at sample \(sound.sampleIndex) came to the encoder twice, or after its end.",
                advice: "Encode blocks in the order of the timeline.")
        }
        lastIndex = sound.sampleIndex
        inFlight.remember(block.captureTime, index: sound.sampleIndex)

        let frame = lent.frame
        let result = withExtendedLifetime(block) {
            for channel in 0..<format.channels {
                let samples = UnsafeMutableRawPointer(block.buffer.channel(channel))
                frame.pointee.extended_data[channel] = samples.assumingMemoryBound(to: UInt8.self)
            }
            frame.pointee.pts = sound.sampleIndex
            return avcodec_send_frame(codec.context, frame)
        }
        guard result >= 0 else {
            throw FFmpegError(.encoding, "AAC failed at sample \(sound.sampleIndex)", result: result)
        }
        guard lent.isSoleHolder else {
            throw FFmpegError(
                .encoding, "This libavcodec keeps sound beyond the call.",
                advice: "Use the libavcodec the package was built for.")
        }
        try drain(packets: packets, body)
    }

    /// Ends the stream: gives out what the encoder still holds. No block can follow.
    public func flush(packets: PacketPool, _ body: (EncodedPacket) -> Void) throws(FFmpegError) {
        guard !isFlushed else { return }
        isFlushed = true
        let result = avcodec_send_frame(codec.context, nil)
        guard result >= 0 else { throw FFmpegError(.encoding, "AAC failed at its end", result: result) }
        try drain(packets: packets, body)
    }

    private func drain(packets: PacketPool, _ body: (EncodedPacket) -> Void) throws(FFmpegError) {
        while true {
            let result = avcodec_receive_packet(codec.context, packet.packet)
            if result == onair_averror_eagain || result == onair_averror_eof { return }
            guard result >= 0 else { throw FFmpegError(.encoding, "AAC failed", result: result) }
            let buffer = packets.take()
            buffer.append(packet.bytes)
            let index = packet.packet.pointee.pts
            let time = MediaTime(value: index, timescale: Int64(format.sampleRate))
            body(
                EncodedPacket(
                    track: .audio, presentationTime: time, decodeTime: time, isKeyframe: true,
                    captureTime: captureTime(ofSample: index), buffer: buffer))
            av_packet_unref(packet.packet)
        }
    }

    /// When sample `index` was captured; the priming lies one block before the first block.
    private func captureTime(ofSample index: Int64) -> HostTime {
        if let known = inFlight.knownTime(ofIndex: index) { return known }
        let first = inFlight.time(ofIndex: index + Self.priming)
        return first.advanced(by: MediaTime(value: -Self.priming, timescale: Int64(format.sampleRate)))
    }
}
