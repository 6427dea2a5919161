import OnAirMedia
import OnAirV4L2

/// Where the settings of a camera find its open node: the one that streams while it does, else one opened for the
/// moment.
final class V4L2NodeShelf: Sendable {
    private struct Streaming { weak var node: V4L2Node? }

    private let streaming = Lock(Streaming())
    private let open: @Sendable () throws(CaptureError) -> V4L2Node

    init(open: @escaping @Sendable () throws(CaptureError) -> V4L2Node) { self.open = open }

    /// Notes the node that is open for pictures; it stays for as long as its source keeps it.
    func put(_ node: V4L2Node) { streaming.withLock { $0.node = node } }

    /// - Throws: `CaptureError` of kind `missing`, `denied` or `busy` where none is open and none can be opened.
    func node() throws(CaptureError) -> V4L2Node {
        if let node = streaming.withLock({ $0.node }) { return node }
        return try open()
    }
}
