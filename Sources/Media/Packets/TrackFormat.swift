/// What a decoder must know before the first video packet.
public struct VideoTrackFormat: Equatable, Sendable {
    /// Coded size in pixels.
    public var size: PictureSize
    /// The grid the pictures lie on.
    public var frameRate: FrameRate
    /// Target bitrate in bit/s.
    public var bitrate: Int
    /// What the numbers mean.
    public var color: ColorDescription
    /// H.264 sequence and picture parameter set NAL units, without start codes or lengths (ITU-T H.264, 7.3.2).
    public var parameterSets: ParameterSets

    /// The H.264 parameter sets.
    public struct ParameterSets: Equatable, Sendable {
        public var sequence: [UInt8]
        public var picture: [UInt8]

        public init(sequence: [UInt8], picture: [UInt8]) {
            self.sequence = sequence
            self.picture = picture
        }
    }

    public init(
        size: PictureSize, frameRate: FrameRate, bitrate: Int, color: ColorDescription, parameterSets: ParameterSets
    ) {
        self.size = size
        self.frameRate = frameRate
        self.bitrate = bitrate
        self.color = color
        self.parameterSets = parameterSets
    }
}

/// What a decoder must know before the first audio packet.
public struct AudioTrackFormat: Equatable, Sendable {
    /// Samples per second and channel, and channels.
    public var sound: SoundFormat
    /// Target bitrate in bit/s.
    public var bitrate: Int
    /// AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1).
    public var audioSpecificConfig: [UInt8]

    public init(sound: SoundFormat, bitrate: Int, audioSpecificConfig: [UInt8]) {
        self.sound = sound
        self.bitrate = bitrate
        self.audioSpecificConfig = audioSpecificConfig
    }
}

/// The tracks of a program. Known before the first packet of either.
public struct ProgramFormat: Equatable, Sendable {
    /// Nil for a program without pictures.
    public var video: VideoTrackFormat?
    /// Nil for a program without sound.
    public var audio: AudioTrackFormat?

    public init(video: VideoTrackFormat?, audio: AudioTrackFormat?) {
        self.video = video
        self.audio = audio
    }
}
