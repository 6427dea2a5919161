/// What the encoder is told now, and how that differs from what was asked for.
public struct EncoderStatistics: Equatable, Sendable, Codable {
    /// The bitrate it aims at, in bit/s. 0 while nothing is encoded.
    public var bitrate = 0
    /// What the bitrate may rise to, in bit/s: the configuration's.
    public var bitrateCeiling = 0
    /// Pictures a second that it is given at most: fewer than asked for where the network or this machine is too slow.
    public var frameRate = 0.0
    /// Steps below what was asked for, because this machine is too slow; 0 is as asked.
    public var loadStep = 0
    /// The x264 preset in use.
    public var preset = ""
    /// The width of the encoded picture.
    public var width = 0
    /// The height of the encoded picture.
    public var height = 0

    public init() {}
}

extension EncoderStatistics {
    init(_ steering: SteeringSnapshot, _ wanted: VideoConfiguration) {
        bitrate = steering.target
        bitrateCeiling = steering.ceiling
        let rate = min(
            steering.frameRate.framesPerSecond, (steering.load?.frameRate ?? wanted.frameRate).framesPerSecond)
        frameRate = Double(rate.numerator) / Double(rate.denominator)
        let size = steering.load?.size ?? wanted.orientation.canvas(for: wanted.streamSize)
        (width, height) = (size.width, size.height)
        loadStep = steering.load?.step ?? 0
        preset = steering.load?.preset ?? wanted.preset
    }
}
