import OnAirMedia
import OnAirV4L2

/// What can be set on a V4L2 camera.
package final class V4L2CameraControls: Sendable {
    /// - Parameters:
    ///   - name: the camera's, for people.
    ///   - node: gives an open node of the camera: the one that streams while it does.
    package init(name: String = "The camera", node: @escaping @Sendable () throws(CaptureError) -> V4L2Node) {}

    package var capabilities: CameraCapabilities { CameraCapabilities() }
    package var settings: CameraSettings { CameraSettings() }
    package var controls: [CaptureControl] { [] }
    /// The part of the device's picture that is used.
    package var fieldOfView: SensorRect { .whole }

    package func apply(_ controls: [CameraControl], of settings: CameraSettings) throws(CaptureError) {}
    package func setControls(_ changes: [CaptureControlChange]) throws(CaptureError) -> [CaptureControlOutcome] { [] }
    package func letGo() {}
}
