import OnAirMedia

/// What the video encoder does less of because this machine is too slow for it.
public struct EncoderLoad: Equatable, Sendable {
    /// Steps below what was asked for: 0 is as asked.
    public let step: Int
    /// The preset in use.
    public let preset: String
    /// Pictures a second that are encoded.
    public let frameRate: FrameRate
    /// The size of the stream.
    public let size: PictureSize

    public init(step: Int, preset: String, frameRate: FrameRate, size: PictureSize) {
        self.step = step
        self.preset = preset
        self.frameRate = frameRate
        self.size = size
    }
}
