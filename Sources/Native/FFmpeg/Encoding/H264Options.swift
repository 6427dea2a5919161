import CFFmpeg
import OnAirMedia

/// Translates an `H264Encoder.Configuration` into libavcodec's and x264's own words.
struct H264Options {
    private let configuration: H264Encoder.Configuration

    init(_ configuration: H264Encoder.Configuration) { self.configuration = configuration }

    /// Fills `context` and opens `encoder` in it; the library's result, below zero on failure.
    func open(_ context: UnsafeMutablePointer<AVCodecContext>, _ encoder: UnsafePointer<AVCodec>) -> Int32 {
        fill(&context.pointee)
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        for (key, value) in dictionary { av_dict_set(&options, key, value, 0) }
        return avcodec_open2(context, encoder, &options)
    }

    private func fill(_ context: inout AVCodecContext) {
        let rate = configuration.frameRate.framesPerSecond
        context.width = Int32(configuration.size.width)
        context.height = Int32(configuration.size.height)
        context.sample_aspect_ratio = AVRational(num: 1, den: 1)
        context.pix_fmt = AV_PIX_FMT_YUV420P
        context.time_base = AVRational(num: Int32(rate.denominator), den: Int32(rate.numerator))
        context.framerate = AVRational(num: Int32(rate.numerator), den: Int32(rate.denominator))
        if configuration.rateFactor == nil {
            context.bit_rate = Int64(configuration.bitrate)
            context.rc_max_rate = Int64(configuration.bitrate)
            context.rc_buffer_size = Int32(clamping: configuration.bufferBits(atBitrate: configuration.bitrate))
        }
        context.gop_size = Int32(configuration.keyframeIntervalFrames)
        context.max_b_frames = Int32(configuration.bidirectionalFrames)
        context.thread_count = Int32(configuration.threads)
        context.thread_type =
            configuration.tuning == .live && configuration.threads > 1 ? FF_THREAD_SLICE : FF_THREAD_FRAME
        context.flags |= Int32(AV_CODEC_FLAG_GLOBAL_HEADER)
        if let level = configuration.level { context.level = Int32(level) }
        describeColor(&context)
    }

    /// Colour in the words of ITU-T H.273: a picture of unknown colour is shown differently by every player.
    private func describeColor(_ context: inout AVCodecContext) {
        switch configuration.color.matrix {
        case .bt601:
            context.color_primaries = AVCOL_PRI_SMPTE170M
            context.color_trc = AVCOL_TRC_SMPTE170M
            context.colorspace = AVCOL_SPC_SMPTE170M
        case .bt709:
            context.color_primaries = AVCOL_PRI_BT709
            context.color_trc = AVCOL_TRC_BT709
            context.colorspace = AVCOL_SPC_BT709
        }
        switch configuration.color.range {
        case .limited: context.color_range = AVCOL_RANGE_MPEG
        case .full: context.color_range = AVCOL_RANGE_JPEG
        }
    }

    private var dictionary: [(String, String)] {
        var options = [
            ("preset", configuration.preset.rawValue),
            ("profile", configuration.profile.rawValue),
            ("forced-idr", "1"),
            ("x264-params", "scenecut=0:open-gop=0"),
        ]
        if let factor = configuration.rateFactor { options.append(("crf", "\(factor)")) }
        if configuration.tuning == .live { options.append(("tune", "zerolatency")) }
        return options
    }
}
