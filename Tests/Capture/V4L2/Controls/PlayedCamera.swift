import OnAirCapture
import OnAirMedia

/// A camera whose controls a test plays, and that gives no pictures.
final class PlayedCamera: CameraDriver {
    let uniqueID = "played"
    let localizedName = "Cam"
    let position = CaptureDevice.Position.unspecified
    let formats: [CaptureFormat] = []
    let isConnected = true
    let authorization = CaptureAuthorization.authorized
    private let panel: V4L2CameraControls

    init(_ played: PlayedControls) { panel = V4L2CameraControlsTests.controls(played) }

    var capabilities: CameraCapabilities { panel.capabilities }
    var settings: CameraSettings { panel.settings }
    var controls: [CaptureControl] { panel.controls }

    func apply(_ controls: [CameraControl], of settings: CameraSettings) throws(CaptureError) {
        try panel.apply(controls, of: settings)
    }

    func setControls(_ changes: [CaptureControlChange]) throws(CaptureError) -> [CaptureControlOutcome] {
        try panel.setControls(changes)
    }

    func open(_ request: CameraRequest) throws(CaptureError) -> sending any CameraSource { throw absence }
}
