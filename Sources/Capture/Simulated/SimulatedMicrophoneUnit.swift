import OnAirMedia

/// The simulated microphone as a piece of hardware.
public final class SimulatedMicrophoneUnit: MicrophoneDriver {
    public let uniqueID = "simulated:microphone"
    public let localizedName = "Simulated Microphone"
    public var formats: [CaptureFormat] {
        [48_000, 44_100].flatMap { rate in
            [1, 2].map { .audio(SoundFormat(sampleRate: rate, channels: $0)) }
        }
    }
    public var isConnected: Bool { true }
    public var authorization: CaptureAuthorization { .authorized }

    init() {}

    public func open(_ request: MicrophoneRequest) throws(CaptureError) -> sending any MicrophoneSource {
        let format = request.format ?? SoundFormat(sampleRate: 48_000, channels: 1)
        return try SimulatedMicrophone(
            .init(
                sampleRate: format.sampleRate, channels: format.channels,
                cameraFrameRate: request.cameraFrameRate ?? FrameRate(30)))
    }
}
