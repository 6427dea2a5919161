import OnAirV4L2

/// A camera that is there now.
package struct V4L2Found: Sendable, Equatable {
    /// Its node now, such as `/dev/video0`.
    package var path: String
    package var identity: V4L2Identity
    /// As `V4L2Register` calls it.
    package var uniqueID: String
    package var position: CaptureDevice.Position
    package var isMultiPlanar: Bool
    /// Changes when the node is made anew.
    package var generation: V4L2Directory.Key
}
