import OnAirMedia
import OnAirSystem
import OnAirV4L2

/// The cameras that the kernel has V4L2 nodes for, by the number of their nodes.
///
/// Nodes that give no pictures (metadata, output, radio) are left out. Where there is no `/dev/video*` there are none.
public final class V4L2Backend: CaptureBackend {
    /// The cameras of this machine.
    public static let shared = V4L2Backend(V4L2Directory())

    public let name = "v4l2"
    private let directory: V4L2Directory

    package init(_ directory: V4L2Directory) { self.directory = directory }

    public func cameras() -> [any CameraDriver] {
        directory.cameras().map { V4L2CameraDriver($0, in: directory) }
    }

    /// Watches `/dev` with a thread. Nil where the system cannot watch.
    public func watch(_ changed: @escaping @Sendable () -> Void) -> AnyObject? {
        NodeWatch(where: { $0.hasPrefix("video") }, changed: changed)
    }

    /// - Parameter text: a node such as `/dev/video0`, a link to it such as `/dev/v4l/by-id/usb-…`, or the `uniqueID`
    ///   that a
    ///   camera had when it was plugged in elsewhere.
    public func uniqueID(of text: String, for mediaType: MediaType) -> String? {
        guard mediaType == .video, text.hasPrefix("/") || text.hasPrefix(V4L2Identity.prefix) else { return nil }
        return directory.camera(calledBy: text)?.uniqueID
    }
}
