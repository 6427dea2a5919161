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
    /// Blocks whose stamp was far off while the blocks before and after them fitted together: placed between them.
    public internal(set) var ignoredStamps: Int64 = 0
    /// The picture delay that sound is placed with; nil before it is decided.
    public internal(set) var pictureDelay: MediaTime?
    /// By how many millionths the source's clock is measured to run faster than the host's: −83 for a microphone that
    /// gives 47 996 samples a second and says 48 000. 0 before anything is known.
    public internal(set) var drift = 0.0
    /// By how many millionths sound is made longer to make up for it; about −`drift`, within ±500. Exactly 0 while sound
    /// passes as it is.
    public internal(set) var correction = 0.0
    /// Milliseconds that the last sound lies before its place on the master clock, as far as is measured; negative: after.
    public internal(set) var positionError = 0.0

    public init() {}
}
