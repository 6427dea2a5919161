import OnAirMedia

/// What the sound stage has done so far.
public struct SoundStatistics: Equatable, Sendable {
    /// Blocks of 1024 samples given out.
    public internal(set) var blocks: Int64 = 0
    /// Samples per channel of silence that stand for sound that was missing: gaps, and a microphone that gave nothing.
    /// Not the silence before its first sound, nor that after its end.
    public internal(set) var silentSamples: Int64 = 0
    /// Places where silence had to be put in.
    public internal(set) var gaps: Int64 = 0
    /// Samples per channel, at their own rate, that came for a time already taken.
    public internal(set) var overlappedSamples: Int64 = 0
    /// The picture delay that sound is placed with; nil before it is decided.
    public internal(set) var pictureDelay: MediaTime?

    public init() {}
}
