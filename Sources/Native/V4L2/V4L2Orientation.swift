import COnAirV4L2
import OnAirMedia

/// Which way a camera is built in (`V4L2_CID_CAMERA_ORIENTATION`).
package enum V4L2Orientation: Sendable {
    case front
    case back
    /// It can be put anywhere.
    case external
}

extension V4L2Node {
    /// Nil where the device does not tell.
    package var orientation: V4L2Orientation? {
        switch value(of: onair_v4l2_camera_orientation) {
        case 0: .front
        case 1: .back
        case 2: .external
        default: nil
        }
    }

    /// How pictures must be turned because of how the sensor is mounted (`V4L2_CID_CAMERA_SENSOR_ROTATION`: degrees
    /// counter-clockwise); `up` where the device does not tell.
    package var mounting: ImageOrientation {
        guard let degrees = value(of: onair_v4l2_sensor_rotation), degrees % 90 == 0 else { return .up }
        return ImageOrientation(quarterTurns: -Int(degrees / 90), mirrored: false)
    }
}
