import CFFmpeg
import OnAirMedia

/// Encodes I420 pictures to H.264 with x264, by libavcodec.
///
/// Belongs to one stage: made anywhere, then used by one thread. The time base is the grid, so times are exact.
/// Closed groups of pictures, no scene-cut keyframes; an IDR picture at least each `keyframeInterval`, and on demand.
/// In the steady state nothing of ours is allocated: pictures are lent to x264, which copies them during the call,
/// and packets are written into pooled memory.
public final class H264Encoder {
    /// How it was opened; `bitrate` moves away from it with `setBitrate`.
    public let configuration: Configuration
    /// Sequence and picture parameter sets, known before the first picture.
    public let parameterSets: VideoTrackFormat.ParameterSets
    /// Target bitrate in bit/s from the next picture on.
    public private(set) var bitrate: Int

    private let codec: CodecHandle
    private let lent: FrameHandle
    private let packet: PacketHandle
    private let pictureFormat: PictureFormat
    private var lastIndex: Int64?
    private var inFlight = CaptureTimes()
    private var spacing = PictureSpacing()
    private var isFlushed = false

    /// Opens the encoder.
    ///
    /// - Throws: `FFmpegError` of kind `unavailable` without x264, of kind `configuration` where a value is refused.
    public init(_ configuration: Configuration) throws(FFmpegError) {
        try configuration.check()
        FFmpegLog.install()
        FFmpegLog.clear()
        guard let encoder = avcodec_find_encoder_by_name("libx264") else {
            throw FFmpegError(
                .unavailable, "This machine's libavcodec has no x264.",
                advice: "Install a libavcodec built with libx264 (Debian's is).")
        }
        self.configuration = configuration
        bitrate = configuration.bitrate
        pictureFormat = PictureFormat(size: configuration.size, pixels: .i420, color: configuration.color)
        codec = try CodecHandle(encoder)
        lent = try FrameHandle()
        packet = try PacketHandle()
        try lent.markBorrowed()

        let result = H264Options(configuration).open(codec.context, encoder)
        guard result >= 0 else {
            throw FFmpegError(
                .configuration, "x264 refuses \(configuration.size) at \(configuration.frameRate) fps", result: result,
                advice: "Choose a usual size, rate, profile and level.")
        }
        guard let sets = Self.parameterSets(of: codec.context) else {
            throw FFmpegError(
                .configuration, "x264 gave no parameter sets.", advice: "Choose a usual size and profile.")
        }
        parameterSets = sets

        let frame = lent.frame
        frame.pointee.format = codec.context.pointee.pix_fmt.rawValue
        frame.pointee.width = Int32(configuration.size.width)
        frame.pointee.height = Int32(configuration.size.height)
        frame.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    }

    /// What a decoder and a container must know.
    public var trackFormat: VideoTrackFormat {
        VideoTrackFormat(
            size: configuration.size, frameRate: configuration.frameRate, bitrate: bitrate, color: configuration.color,
            parameterSets: parameterSets)
    }

    /// Changes the average and peak bitrate from the next picture on; clamped to 10 000…1 000 000 000 bit/s.
    /// Of no effect where a rate factor rules.
    public func setBitrate(_ bitsPerSecond: Int) {
        bitrate = min(max(bitsPerSecond, 10_000), 1_000_000_000)
        applyBitrate()
    }

    /// libavcodec's x264 wrapper compares these with x264's own at each picture and reconfigures it.
    private func applyBitrate() {
        guard configuration.rateFactor == nil else { return }
        let rate = Int64(bitrate) * Int64(spacing.spacing)
        codec.context.pointee.bit_rate = rate
        codec.context.pointee.rc_max_rate = rate
        codec.context.pointee.rc_buffer_size = Int32(clamping: configuration.bufferBits(atBitrate: bitrate))
    }

    /// Encodes one picture; the picture may be released when the call returns.
    ///
    /// - Parameters:
    ///   - picture: I420 in the configured size and colour.
    ///   - index: its place on the grid; rises strictly from call to call, gaps are legal.
    ///   - forceKeyframe: makes it an IDR picture.
    ///   - packets: where the packets' memory comes from.
    ///   - body: receives each packet that is finished, in decoding order: exactly one per call under live tuning.
    /// - Throws: `FFmpegError` of kind `mismatch` for an unfit picture, which changes nothing; `encoding` when x264
    ///   failed, which is final.
    public func encode(
        _ picture: Picture, index: Int64, forceKeyframe: Bool = false, packets: PacketPool,
        _ body: (EncodedPacket) -> Void
    ) throws(FFmpegError) {
        guard picture.format == pictureFormat else {
            throw FFmpegError(
                .mismatch,
                "A \(picture.format.pixels.rawValue) picture of \(picture.format.size) came to an encoder for I420 "
                    + "\(configuration.size), or in another colour.",
                advice: "Convert pictures to the stream's format before encoding.")
        }
        guard !isFlushed, lastIndex.map({ index > $0 }) ?? true else {
            throw FFmpegError(
                .mismatch, "Picture \(index) came to the encoder after picture \(lastIndex ?? 0), or after its end.",
                advice: "Encode pictures in the order of the grid.")
        }
        lastIndex = index
        if spacing.note(index) { applyBitrate() }
        inFlight.remember(picture.captureTime, index: index)

        let frame = lent.frame
        let result = withExtendedLifetime(picture) {
            let (luma, cb, cr) = (picture.buffer.plane(0), picture.buffer.plane(1), picture.buffer.plane(2))
            (frame.pointee.data.0, frame.pointee.data.1, frame.pointee.data.2) = (luma.base, cb.base, cr.base)
            frame.pointee.linesize.0 = Int32(luma.stride)
            frame.pointee.linesize.1 = Int32(cb.stride)
            frame.pointee.linesize.2 = Int32(cr.stride)
            frame.pointee.pts = index
            frame.pointee.pict_type = forceKeyframe ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE
            return avcodec_send_frame(codec.context, frame)
        }
        guard result >= 0 else { throw FFmpegError(.encoding, "x264 failed at picture \(index)", result: result) }
        guard lent.isSoleHolder else {
            throw FFmpegError(
                .encoding, "This libavcodec keeps pictures beyond the call.",
                advice: "Use the libavcodec the package was built for.")
        }
        try drain(packets: packets, body)
    }

    /// Ends the stream: gives out what the encoder still holds. No picture can follow.
    public func flush(packets: PacketPool, _ body: (EncodedPacket) -> Void) throws(FFmpegError) {
        guard !isFlushed else { return }
        isFlushed = true
        let result = avcodec_send_frame(codec.context, nil)
        guard result >= 0 else { throw FFmpegError(.encoding, "x264 failed at its end", result: result) }
        try drain(packets: packets, body)
    }

    private func drain(packets: PacketPool, _ body: (EncodedPacket) -> Void) throws(FFmpegError) {
        while true {
            let result = avcodec_receive_packet(codec.context, packet.packet)
            if result == onair_averror_eagain || result == onair_averror_eof { return }
            guard result >= 0 else { throw FFmpegError(.encoding, "x264 failed", result: result) }
            body(makePacket(packets))
            av_packet_unref(packet.packet)
        }
    }

    private func makePacket(_ packets: PacketPool) -> EncodedPacket {
        let buffer = packets.take()
        var isKeyframe = false
        var isDisposable = true
        buffer.reserve(packet.bytes.count + 64)
        if configuration.repeatsParameterSets, packet.packet.pointee.flags & AV_PKT_FLAG_KEY != 0 {
            for set in [parameterSets.sequence, parameterSets.picture] {
                buffer.append(bigEndian: UInt32(set.count))
                set.withUnsafeBytes { buffer.append($0) }
            }
        }
        AnnexB.forEachUnit(in: packet.bytes) { unit in
            switch NALUnitType.of(unit[0]) {
            case NALUnitType.sequenceParameters, NALUnitType.pictureParameters, NALUnitType.delimiter:
                return  // parameter sets travel in the track format; delimiters are forbidden beside lengths
            case NALUnitType.idrSlice: isKeyframe = true
            default: break
            }
            // A picture whose slices have nal_ref_idc 0 is referred to by none (ITU-T H.264, 7.4.1).
            if NALUnitType.isSlice(unit[0]), NALUnitType.referenceIndicator(unit[0]) != 0 { isDisposable = false }
            buffer.append(bigEndian: UInt32(unit.count))
            buffer.append(unit)
        }
        let (pts, dts) = (packet.packet.pointee.pts, packet.packet.pointee.dts)
        return EncodedPacket(
            track: .video, presentationTime: configuration.frameRate.time(ofFrame: pts),
            decodeTime: configuration.frameRate.time(ofFrame: dts), isKeyframe: isKeyframe,
            captureTime: inFlight.time(ofIndex: pts), isDisposable: isDisposable && !isKeyframe, buffer: buffer)
    }

    private static func parameterSets(of context: UnsafeMutablePointer<AVCodecContext>)
        -> VideoTrackFormat.ParameterSets?
    {
        guard let data = context.pointee.extradata else { return nil }
        var sequence: [UInt8] = []
        var picture: [UInt8] = []
        AnnexB.forEachUnit(in: UnsafeRawBufferPointer(start: data, count: Int(context.pointee.extradata_size))) {
            unit in
            switch NALUnitType.of(unit[0]) {
            case NALUnitType.sequenceParameters: sequence = Array(unit)
            case NALUnitType.pictureParameters: picture = Array(unit)
            default: break
            }
        }
        guard !sequence.isEmpty, !picture.isEmpty else { return nil }
        return VideoTrackFormat.ParameterSets(sequence: sequence, picture: picture)
    }
}
