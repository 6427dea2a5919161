import OnAirFFmpeg
import OnAirMedia

/// What a broadcaster says about the video encoder, and what follows from it. A pure value.
public struct VideoEncoderSettings: Equatable, Sendable {
    /// How much of the processor the encoder may take.
    public enum Performance: String, Sendable, CaseIterable, Codable {
        /// x264 `ultrafast`: about half the work of balanced, visibly worse.
        case lowPower
        /// x264 `superfast`.
        case balanced
        /// x264 `veryfast`: about twice the work of balanced.
        case high
    }

    /// Size of the stream in pixels; both sides even.
    public var size: PictureSize
    /// The grid of the program.
    public var frameRate: FrameRate
    /// Bitrate at the start, in bit/s.
    public var bitrate: Int
    /// The highest bitrate the stream may be raised to, in bit/s; the level allows for it. Never below `bitrate`.
    public var maximumBitrate: Int
    /// Default balanced.
    public var performance = Performance.balanced
    /// Default High.
    public var profile = H264Encoder.Configuration.Profile.high
    /// The longest time between IDR pictures; default 2 s.
    public var keyframeInterval = MediaTime(value: 2, timescale: 1)
    /// Processors of the machine; decides the threads.
    public var processors: Int

    /// - Parameters:
    ///   - bitrate: bit/s at the start.
    ///   - maximumBitrate: bit/s it may be raised to; nil for `bitrate`.
    ///   - processors: processors of the machine, at least 1.
    public init(
        size: PictureSize, frameRate: FrameRate, bitrate: Int, maximumBitrate: Int? = nil, processors: Int
    ) {
        self.size = size
        self.frameRate = frameRate
        self.bitrate = bitrate
        self.maximumBitrate = max(bitrate, maximumBitrate ?? bitrate)
        self.processors = processors
    }

    /// The preset that `performance` stands for.
    public var preset: H264Encoder.Configuration.Preset {
        switch performance {
        case .lowPower: .ultrafast
        case .balanced: .superfast
        case .high: .veryfast
        }
    }

    /// Slices of a picture that are encoded at the same time: one per processor, up to 4, as long as each has at least
    /// 16 rows of macroblocks (below that the slices' own cost eats what they gain).
    public var threads: Int {
        let rows = (size.height + 15) / 16
        return max(1, min(processors, 4, rows / 16))
    }

    /// The level that fits size, rate and highest bitrate; nil where x264 must choose.
    public var level: H264Level? {
        let peak = max(bitrate, maximumBitrate)
        return H264Level.lowest(
            size: size, frameRate: frameRate, bitrate: peak, bufferBits: base.bufferBits(atBitrate: peak),
            isHigh: profile == .high)
    }

    /// What the encoder is opened with.
    public var configuration: H264Encoder.Configuration {
        var configuration = base
        configuration.level = level?.number
        return configuration
    }

    private var base: H264Encoder.Configuration {
        var configuration = H264Encoder.Configuration(size: size, frameRate: frameRate, bitrate: bitrate)
        configuration.preset = preset
        configuration.profile = profile
        configuration.keyframeInterval = keyframeInterval
        configuration.threads = threads
        return configuration
    }
}
