import Glibc
import OnAirMedia

/// A call to a Video4Linux driver that failed.
public struct V4L2Error: OnAirError, Hashable {
    /// What was asked, such as `open` or `VIDIOC_S_FMT`.
    public let operation: String
    /// The error number, such as `EBUSY`.
    public let number: Int32
    /// The node it was asked of.
    public let path: String

    package init(_ operation: String, _ number: Int32, path: String) {
        (self.operation, self.number, self.path) = (operation, number, path)
    }

    public var code: String { "v4l2-refused" }
    public var message: String { "\(path) refused \(operation): \(String(cString: strerror(number)))." }
    public var advice: String? { nil }
}
