import OnAirBeauty
import OnAirMedia
import OnAirPicture

/// How the picture is taken, turned and encoded.
public struct VideoConfiguration: Equatable, Sendable, Codable {
    /// Picture size asked of the camera. Default: from the profile.
    public var captureSize: PictureSize
    /// Picture size that viewers get: 160…1920 × 90…1080 (clamped), in multiples of 4. Default: from the profile.
    public var streamSize: PictureSize
    /// Pictures per second, 1…60 (clamped); rational rates such as 30000/1001 stay exact. Default: from the profile.
    public var frameRate: FrameRate
    /// The highest bitrate in bit/s, 32 000…50 000 000: the target never exceeds it, and is it where nothing adapts.
    /// Changeable while live. Default: from the profile.
    public var bitrate: Int
    /// Whether and how the bitrate follows the network of the output that leads. Changeable while live. Default normal.
    public var adaptation = RateAdaptation.normal
    /// The lowest bitrate in bit/s that adaptation goes down to, 10 000…50 000 000, brought to at most `bitrate`; below
    /// it pictures are left out. Changeable while live. Default nil: an eighth of `bitrate`, at least 100 000.
    public var minimumBitrate: Int?
    /// The bitrate in bit/s that the first leading output begins with, 10 000…50 000 000, brought between the lowest and
    /// the highest. Changeable while live. Default nil: 60 % of `bitrate`.
    public var initialBitrate: Int?
    /// Seconds between keyframes, 1…10. Default 2.
    public var keyframeInterval: Int
    /// x264 preset, `ultrafast` to `slower`. Default `superfast`: 0.001 SSIM below `veryfast` at 55 % of its cost.
    public var preset: String
    /// Encoder threads, 1…16; 0 chooses by the machine and the size. Default 0.
    public var threads: Int
    /// Size of the canvas that layers lie on and the preview shows, before it is turned: 160…1920 × 90…1080 (clamped), in
    /// multiples of 4. The stream shows its largest centred part of the stream's shape. Default nil: `streamSize`.
    public var previewSize: PictureSize?
    /// How the program stands: the canvas is turned, and the camera's picture onto it; layers stand upright in it.
    /// Changeable while live: the timeline goes on, and the stream with a keyframe and new headers. Default landscape
    /// right: the picture as the camera gives it.
    public var orientation: VideoOrientation
    /// Whether the camera's picture is turned with the program, as that of a phone is, which is held so. False: it stays
    /// upright, and its middle is shown: a webcam in an upright stream. Changeable while live. Default true.
    public var turnsCamera = true
    /// How the preview stands: turned when it is shown. Changeable while live. Default nil: as `orientation`.
    public var previewOrientation: VideoOrientation?
    /// The camera's picture left to right exchanged for viewers; other layers stay readable. Changeable while live.
    /// Default false.
    public var isStreamMirrored: Bool
    /// The same in the preview. Changeable while live. Default false.
    public var isPreviewMirrored = false
    /// Viewers keep the picture they have; sound, preview and the device go on. Changeable while live. Default false.
    public var isStreamFrozen = false
    /// What the camera's picture goes through, in this order: skin, looks, keys, effects. Changeable while live: what is
    /// new comes in within a fifth of a second, and what is no longer there goes out. At most 16. Default: skin
    /// smoothing, light; empty for none.
    public var filters = VideoConfiguration.usualFilters
    /// Enlarges the camera's picture about its middle, beyond what the camera itself zooms: 1…8 (clamped). Changeable
    /// while live. Default 1.
    public var zoom = 1.0
    /// How one camera gives way to another. Changeable while live. Default cut.
    public var cameraTransition = PictureTransition.cut
    /// A picture file shown in place of the camera's picture while it has given none for two seconds. Changeable while
    /// live. Default nil: its last picture stays.
    public var slate: String?

    /// The numbers of `profile`.
    public init(profile: Profile) {
        captureSize = profile.captureSize
        streamSize = profile.streamSize
        frameRate = profile.frameRate
        bitrate = profile.videoBitrate
        keyframeInterval = 2
        preset = "superfast"
        threads = 0
        orientation = .landscapeRight
        isStreamMirrored = false
    }

    /// Presets that x264 has, fastest first, up to the slowest that makes sense live.
    public static let presets = ["ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower"]

    /// Skin smoothing, light.
    public static let usualFilters: [FilterStep] = [.skin(SkinSmoothing())]

    /// The most filters.
    public static let filterLimit = 16

    /// The largest `zoom`.
    public static let largestZoom = 8.0

    /// Size of the canvas as it stands.
    public var canvas: PictureSize { orientation.canvas(for: previewSize ?? streamSize) }

    /// How the camera's picture is turned onto the canvas.
    var cameraTurn: ImageOrientation { turnsCamera ? orientation.turn : .up }

    /// What is done to the preview once it is made.
    var previewTurn: ImageOrientation {
        previewOrientation.map { orientation.turn.inverse.then($0.turn) } ?? .up
    }

    /// Size of the stream's pictures as they stand.
    public var program: PictureSize { orientation.canvas(for: streamSize) }

    /// The largest numerator and denominator of a frame rate: exact arithmetic on them lasts for centuries.
    private static let largestRatePart: Int64 = 1_000_000

    func validated() throws(BroadcastError) -> VideoConfiguration {
        var result = self
        guard captureSize.width >= 16, captureSize.height >= 16, captureSize.width <= 7680, captureSize.height <= 7680
        else {
            throw .invalidConfiguration("The capture size \(captureSize) is outside 16x16…7680x7680.")
        }
        result.streamSize = streamSize.clampedForStreaming
        result.previewSize = previewSize?.clampedForStreaming
        guard zoom.isFinite else { throw .invalidConfiguration("The zoom \(zoom) is no number.") }
        result.zoom = min(max(zoom, 1), Self.largestZoom)
        guard filters.count <= Self.filterLimit else {
            throw .invalidConfiguration("\(filters.count) filters are more than \(Self.filterLimit).")
        }
        let rate = frameRate.framesPerSecond
        guard rate.numerator <= Self.largestRatePart, rate.denominator <= Self.largestRatePart else {
            throw .invalidConfiguration(
                "The frame rate \(frameRate) has more digits than any camera's; use one such as 30 or 30000/1001.")
        }
        if rate < Rational(1) { result.frameRate = FrameRate(1) }
        if rate > Rational(60) { result.frameRate = FrameRate(60) }
        guard (32_000...50_000_000).contains(bitrate) else {
            throw .invalidConfiguration("The video bitrate \(bitrate) bit/s is outside 32 000…50 000 000.")
        }
        for (name, value) in [("minimumBitrate", minimumBitrate), ("initialBitrate", initialBitrate)] {
            guard value.map({ (10_000...50_000_000).contains($0) }) ?? true else {
                throw .invalidConfiguration("\(name) \(value ?? 0) bit/s is outside 10 000…50 000 000.")
            }
        }
        if let minimumBitrate, minimumBitrate > bitrate {
            throw .invalidConfiguration("minimumBitrate \(minimumBitrate) bit/s is above the bitrate \(bitrate) bit/s.")
        }
        guard (1...10).contains(keyframeInterval) else {
            throw .invalidConfiguration("The keyframe interval \(keyframeInterval) s is outside 1…10.")
        }
        guard Self.presets.contains(preset) else {
            throw .invalidConfiguration(
                "“\(preset)” is not a preset; use one of \(Self.presets.joined(separator: ", ")).")
        }
        guard (0...16).contains(threads) else {
            throw .invalidConfiguration("\(threads) encoder threads are outside 0…16.")
        }
        return result
    }
}

extension VideoConfiguration {
    private enum CodingKeys: String, CodingKey {
        case captureSize, streamSize, frameRate, bitrate, adaptation, minimumBitrate, initialBitrate
        case keyframeInterval, preset, threads, previewSize, orientation, turnsCamera, previewOrientation,
            isStreamMirrored
        case isPreviewMirrored, isStreamFrozen, filters, zoom, cameraTransition, slate
    }

    /// Reads a configuration; one that says nothing of adaptation, canvas and what changes the picture has the defaults.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        captureSize = try values.decode(PictureSize.self, forKey: .captureSize)
        streamSize = try values.decode(PictureSize.self, forKey: .streamSize)
        frameRate = try values.decode(FrameRate.self, forKey: .frameRate)
        bitrate = try values.decode(Int.self, forKey: .bitrate)
        adaptation = try values.decodeIfPresent(RateAdaptation.self, forKey: .adaptation) ?? .normal
        minimumBitrate = try values.decodeIfPresent(Int.self, forKey: .minimumBitrate)
        initialBitrate = try values.decodeIfPresent(Int.self, forKey: .initialBitrate)
        keyframeInterval = try values.decode(Int.self, forKey: .keyframeInterval)
        preset = try values.decode(String.self, forKey: .preset)
        threads = try values.decode(Int.self, forKey: .threads)
        orientation = try values.decode(VideoOrientation.self, forKey: .orientation)
        isStreamMirrored = try values.decode(Bool.self, forKey: .isStreamMirrored)
        previewSize = try values.decodeIfPresent(PictureSize.self, forKey: .previewSize)
        turnsCamera = try values.decodeIfPresent(Bool.self, forKey: .turnsCamera) ?? true
        previewOrientation = try values.decodeIfPresent(VideoOrientation.self, forKey: .previewOrientation)
        isPreviewMirrored = try values.decodeIfPresent(Bool.self, forKey: .isPreviewMirrored) ?? false
        isStreamFrozen = try values.decodeIfPresent(Bool.self, forKey: .isStreamFrozen) ?? false
        filters = try values.decodeIfPresent([FilterStep].self, forKey: .filters) ?? Self.usualFilters
        zoom = try values.decodeIfPresent(Double.self, forKey: .zoom) ?? 1
        cameraTransition =
            try values.decodeIfPresent(PictureTransition.self, forKey: .cameraTransition) ?? .cut
        slate = try values.decodeIfPresent(String.self, forKey: .slate)
    }
}
