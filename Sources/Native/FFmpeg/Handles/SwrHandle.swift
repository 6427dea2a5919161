import CFFmpeg

/// Owns one resampler context that gives planar float, and the tables its calls need.
final class SwrHandle {
    /// What goes in or comes out.
    struct Side {
        var layout: AVChannelLayout
        var format: AVSampleFormat
        var rate: Int32

        /// Planar float in the default layout for one or two channels.
        static func planarFloat(rate: Int, channels: Int) -> Side {
            var layout = AVChannelLayout()
            av_channel_layout_default(&layout, Int32(channels))
            return Side(layout: layout, format: AV_SAMPLE_FMT_FLTP, rate: Int32(rate))
        }
    }

    private let context: OpaquePointer
    private let outputs: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>
    private let inputs: UnsafeMutablePointer<UnsafePointer<UInt8>?>

    /// Opens a conversion.
    ///
    /// - Parameters:
    ///   - matrix: output channels × input channels, row by row; nil for the library's own downmix, which is then kept
    ///     from clipping.
    ///   - isAdjustable: whether `adjust` will be used: the filter runs at equal rates too, and between its 1024 phases
    ///     it is interpolated (without that a 10 kHz tone has −69 dB of distortion, with it −100).
    init(from source: Side, to target: Side, matrix: [Double]? = nil, isAdjustable: Bool = false) throws(FFmpegError) {
        FFmpegLog.install()
        FFmpegLog.clear()
        var (source, target) = (source, target)
        var made: OpaquePointer?
        var result = swr_alloc_set_opts2(
            &made, &target.layout, target.format, target.rate, &source.layout, source.format, source.rate, 0, nil)
        guard result >= 0, let context = made else {
            throw Self.refusal(source, target, result)
        }
        if let matrix {
            result = matrix.withUnsafeBufferPointer {
                swr_set_matrix(context, $0.baseAddress, source.layout.nb_channels)
            }
        } else {
            result = av_opt_set_double(UnsafeMutableRawPointer(context), "rematrix_maxval", 1, 0)
        }
        if isAdjustable, result >= 0 {
            let options = UnsafeMutableRawPointer(context)
            result = av_opt_set_int(options, "flags", Int64(SWR_FLAG_RESAMPLE), 0)
            if result >= 0 { result = av_opt_set_int(options, "linear_interp", 1, 0) }
        }
        if result >= 0 { result = swr_init(context) }
        guard result >= 0 else {
            swr_free(&made)
            throw Self.refusal(source, target, result)
        }
        self.context = context
        outputs = .allocate(capacity: 8)
        outputs.initialize(repeating: nil, count: 8)
        inputs = .allocate(capacity: 8)
        inputs.initialize(repeating: nil, count: 8)
    }

    deinit {
        var context: OpaquePointer? = context
        swr_free(&context)
        outputs.deallocate()
        inputs.deallocate()
    }

    /// The most samples that `count` more input samples can give now.
    func capacity(forInput count: Int) -> Int { max(0, Int(swr_get_out_samples(context, Int32(count)))) }

    /// Input that has been taken and has not come out, in units of `1 / base` second.
    func delay(inBase base: Int) -> Int64 { swr_get_delay(context, Int64(base)) }

    /// From the next sample on, makes what comes out longer by the fraction `ratio`; it wears off after hours, so it is
    /// said before each conversion. The first call makes the filter's phases, which takes memory.
    func adjust(_ ratio: Double) throws(FFmpegError) {
        let distance = 1_000_000_000.0
        let result = swr_set_compensation(context, Int32(ratio * distance), Int32(distance))
        guard result >= 0 else { throw FFmpegError(.resampling, "The resampler's ratio cannot change", result: result) }
    }

    /// Starts anew: forgets what is inside.
    func restart() throws(FFmpegError) {
        let result = swr_init(context)
        guard result >= 0 else { throw FFmpegError(.resampling, "The resampler cannot start again", result: result) }
    }

    /// Converts planar float at `channels`; samples written to `output`, whose planes hold `capacity` each.
    func convert(_ channels: (UnsafePointer<Float>, UnsafePointer<Float>?), count: Int, into output: SoundScratch)
        throws(FFmpegError) -> Int
    {
        inputs[0] = UnsafeRawPointer(channels.0).assumingMemoryBound(to: UInt8.self)
        inputs[1] = channels.1.map { UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self) }
        return try convert(UnsafeMutablePointer(inputs), count: count, into: output)
    }

    /// Converts what `planes` points at; nil gives out what is inside.
    func convert(
        _ planes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, count: Int, into output: SoundScratch
    ) throws(FFmpegError) -> Int {
        for channel in 0..<output.channels {
            outputs[channel] = UnsafeMutableRawPointer(output.channel(channel)).assumingMemoryBound(to: UInt8.self)
        }
        let result = swr_convert(context, outputs, Int32(output.capacity), planes, Int32(count))
        guard result >= 0 else { throw FFmpegError(.resampling, "The resampler failed", result: result) }
        return Int(result)
    }

    private static func refusal(_ source: Side, _ target: Side, _ result: Int32) -> FFmpegError {
        FFmpegError(
            .resampling,
            "Sound at \(source.rate) Hz with \(source.layout.nb_channels) channels cannot become \(target.rate) Hz with "
                + "\(target.layout.nb_channels)", result: result, advice: "Use a usual rate and layout.")
    }
}
