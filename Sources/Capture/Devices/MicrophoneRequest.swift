import OnAirMedia

/// What is asked of a microphone when it is opened.
public struct MicrophoneRequest: Hashable, Sendable {
    /// The format wanted; nil for the device's own.
    public var format: SoundFormat?

    /// The rate of the camera beside it: a simulated microphone beeps with that camera's flashes.
    public var cameraFrameRate: FrameRate?

    public init(format: SoundFormat? = nil, cameraFrameRate: FrameRate? = nil) {
        (self.format, self.cameraFrameRate) = (format, cameraFrameRate)
    }
}
