import COnAirV4L2
import Glibc

/// An open Video4Linux node. Closed when it is let go.
///
/// Calls may come from any thread: the kernel takes one at a time. A stage that waits for pictures does so on
/// `descriptor`.
public final class V4L2Node: Sendable {
    /// Answers a call in a test, as ioctl(2) would: 0, or an error number.
    package typealias Answer = @Sendable (onair_v4l2_request, UnsafeMutableRawPointer) -> Int32

    /// Such as `/dev/video0`.
    public let path: String
    /// To wait for pictures and events; -1 for a node that a test answers for.
    package let descriptor: Int32
    private let answer: Answer?
    /// What buffers are mapped from: the node itself, or a test's file in its place.
    private let memory: Int32

    /// Opens a node, which lets other programs use it too until one of them streams.
    ///
    /// - Throws: `V4L2Error`, such as `ENOENT`, `EACCES` or `EBUSY`.
    package init(path: String) throws(V4L2Error) {
        let descriptor = path.withCString { onair_v4l2_open($0) }
        guard descriptor >= 0 else { throw V4L2Error("open", errno, path: path) }
        (self.path, self.descriptor, answer, memory) = (path, descriptor, nil, descriptor)
    }

    /// A driver that a test plays.
    ///
    /// - Parameter memory: a file that stands for the driver's buffers; the test's own to close.
    package init(path: String, memory: Int32 = -1, answer: @escaping Answer) {
        (self.path, descriptor, self.answer, self.memory) = (path, -1, answer, memory)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Makes one call, whose argument is what the kernel takes: a C structure, or a number. Again where a signal came
    /// between.
    package func call<Argument>(
        _ request: onair_v4l2_request, _ argument: inout Argument, _ operation: StaticString
    ) throws(V4L2Error) {
        while true {
            let number = withUnsafeMutablePointer(to: &argument) { perform(request, UnsafeMutableRawPointer($0)) }
            if number == 0 { return }
            if number != EINTR { throw V4L2Error("\(operation)", number, path: path) }
        }
    }

    @inline(never)
    private func perform(_ request: onair_v4l2_request, _ argument: UnsafeMutableRawPointer) -> Int32 {
        if let answer { return answer(request, argument) }
        return onair_v4l2_ioctl(descriptor, onair_v4l2_number(request), argument) < 0 ? errno : 0
    }

    /// Maps a buffer of the driver.
    package func map(length: Int, offset: UInt32) throws(V4L2Error) -> V4L2Mapping {
        guard length > 0, let place = onair_v4l2_map(memory, length, Int(offset)) else {
            throw V4L2Error("mmap", length > 0 ? errno : EINVAL, path: path)
        }
        return V4L2Mapping(place, length: length)
    }
}
