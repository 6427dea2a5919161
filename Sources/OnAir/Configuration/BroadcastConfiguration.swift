import OnAirMedia

/// Everything a broadcast is set to: one value, the truth for the library, the command line and configuration files.
///
/// Made from a profile; every field may then be changed. `validated()` says what cannot work, by name.
public struct BroadcastConfiguration: Equatable, Sendable, Codable {
    /// Which camera. `.none` is a program of sound alone.
    public var camera: DeviceChoice
    /// Which microphone. `.none` is a program of pictures alone.
    public var microphone: DeviceChoice
    /// The picture; set from the profile.
    public var video: VideoConfiguration
    /// The sound; set from the profile.
    public var audio: AudioConfiguration

    /// A configuration with the numbers of `profile`, on simulated devices.
    public init(profile: Profile = .p540n3) {
        camera = .simulated
        microphone = .simulated
        video = VideoConfiguration(profile: profile)
        audio = AudioConfiguration(profile: profile)
    }

    /// The configuration as it will be used: sizes and rates clamped to their ranges.
    ///
    /// - Throws: `BroadcastError` with code `.invalidConfiguration` naming the field, its value and what it may be.
    public func validated() throws(BroadcastError) -> BroadcastConfiguration {
        guard camera != .none || microphone != .none else {
            throw .invalidConfiguration("A program needs a camera or a microphone; both are set to none.")
        }
        var result = self
        result.video = try video.validated()
        result.audio = try audio.validated()
        return result
    }
}
