import OnAirMedia
import OnAirV4L2

/// What can be set on a V4L2 camera.
final class V4L2CameraControls: Sendable {
    /// - Parameter node: gives an open node of the camera: the one that streams while it does.
    init(node: @escaping @Sendable () throws(CaptureError) -> V4L2Node) {}

    var capabilities: CameraCapabilities { CameraCapabilities() }
    var settings: CameraSettings { CameraSettings() }
    /// The part of the device's picture that is used.
    var fieldOfView: SensorRect { .whole }

    func apply(_ controls: [CameraControl], of settings: CameraSettings) throws(CaptureError) {}
}
