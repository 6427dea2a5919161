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
    /// The codec, and what its decoder must know first.
    public var codec: VideoCodec

    /// The parameter sets of H.264; empty where the codec is another. Setting them makes it H.264.
    public var parameterSets: ParameterSets {
        get {
            if case .h264(let sets) = codec { sets } else { ParameterSets(sequence: [], picture: []) }
        }
        set { codec = .h264(newValue) }
    }

    /// H.264 sequence and picture parameter set NAL units, without start codes or lengths (ITU-T H.264, 7.3.2).
    public struct ParameterSets: Equatable, Sendable {
        public var sequence: [UInt8]
        public var picture: [UInt8]

        public init(sequence: [UInt8], picture: [UInt8]) {
            self.sequence = sequence
            self.picture = picture
        }
    }

    public init(
        size: PictureSize, frameRate: FrameRate, bitrate: Int, color: ColorDescription, codec: VideoCodec
    ) {
        self.size = size
        self.frameRate = frameRate
        self.bitrate = bitrate
        self.color = color
        self.codec = codec
    }

    /// A track of H.264.
    public init(
        size: PictureSize, frameRate: FrameRate, bitrate: Int, color: ColorDescription, parameterSets: ParameterSets
    ) {
        self.init(size: size, frameRate: frameRate, bitrate: bitrate, color: color, codec: .h264(parameterSets))
    }
}

/// What a decoder must know before the first audio packet.
public struct AudioTrackFormat: Equatable, Sendable {
    /// Samples per second and channel, and channels.
    public var sound: SoundFormat
    /// Target bitrate in bit/s.
    public var bitrate: Int
    /// The codec, and what its decoder must know first.
    public var codec: AudioCodec

    /// The AudioSpecificConfig of AAC; empty where the codec is another. Setting it makes it AAC.
    public var audioSpecificConfig: [UInt8] {
        get {
            if case .aac(let config) = codec { config } else { [] }
        }
        set { codec = .aac(audioSpecificConfig: newValue) }
    }

    public init(sound: SoundFormat, bitrate: Int, codec: AudioCodec) {
        self.sound = sound
        self.bitrate = bitrate
        self.codec = codec
    }

    /// A track of AAC.
    public init(sound: SoundFormat, bitrate: Int, audioSpecificConfig: [UInt8]) {
        self.init(sound: sound, bitrate: bitrate, codec: .aac(audioSpecificConfig: audioSpecificConfig))
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
