import OnAirMedia

/// How the sound is made and encoded.
public struct AudioConfiguration: Equatable, Sendable, Codable {
    /// Samples per second, 44 100 or 48 000. Default 48 000.
    public var sampleRate: Int
    /// Two channels instead of one; the microphone may stay mono. Default false.
    public var isStereo: Bool
    /// Target bitrate in bit/s, 16 000…320 000. Default: from the profile.
    public var bitrate: Int
    /// Viewers hear silence; the track stays. Changeable while live. Default false.
    public var isMuted: Bool

    /// The numbers of `profile`.
    public init(profile: Profile) {
        sampleRate = 48_000
        isStereo = false
        bitrate = profile.audioBitrate
        isMuted = false
    }

    /// The format of the program's sound.
    public var format: SoundFormat { SoundFormat(sampleRate: sampleRate, channels: isStereo ? 2 : 1) }

    func validated() throws(BroadcastError) -> AudioConfiguration {
        guard sampleRate == 44_100 || sampleRate == 48_000 else {
            throw .invalidConfiguration("The sample rate \(sampleRate) Hz is neither 44 100 nor 48 000.")
        }
        guard (16_000...320_000).contains(bitrate) else {
            throw .invalidConfiguration("The audio bitrate \(bitrate) bit/s is outside 16 000…320 000.")
        }
        return self
    }
}
