import OnAirMedia

/// One way in which a device can give its samples.
public enum CaptureFormat: Hashable, Sendable {
    case video(VideoCaptureFormat)
    case audio(SoundFormat)

    /// The format's pictures; nil for a microphone's.
    public var video: VideoCaptureFormat? { if case .video(let format) = self { format } else { nil } }

    /// The format's sound; nil for a camera's.
    public var audio: SoundFormat? { if case .audio(let format) = self { format } else { nil } }
}
