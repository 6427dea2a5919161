import OnAirMedia

/// The simulated devices: a front and a back camera and a microphone, on every machine.
public final class SimulatedBackend: CaptureBackend {
    /// The one that every session of this process sees.
    public static let shared = SimulatedBackend()

    public let name = "simulated"
    /// The camera that looks at the host.
    public let frontCamera = SimulatedCameraUnit(position: .front)
    /// The camera that looks at the products.
    public let backCamera = SimulatedCameraUnit(position: .back)
    /// The microphone beside them.
    public let microphone = SimulatedMicrophoneUnit()

    public init() {}

    public func cameras() -> [any CameraDriver] { [frontCamera, backCamera].filter(\.isConnected) }

    public func microphones() -> [any MicrophoneDriver] { [microphone].filter(\.isConnected) }
}
