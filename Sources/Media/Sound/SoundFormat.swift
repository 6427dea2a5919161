/// Everything that is constant about the sound of one source: 32-bit float, one plane per channel, full scale ±1.
public struct SoundFormat: Hashable, Sendable {
    /// Samples per second and channel.
    public var sampleRate: Int
    /// Channels, 1 (mono) or 2 (left, right).
    public var channels: Int

    public init(sampleRate: Int, channels: Int) {
        self.sampleRate = sampleRate
        self.channels = channels
    }
}
