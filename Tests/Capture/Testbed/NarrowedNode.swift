import COnAirV4L2
import Glibc
import OnAirMedia
import OnAirV4L2

/// A real node that seems to offer one pixel format only, and grants a size and rows further apart than was asked for: so
/// that a test chooses what else the driver would choose.
final class NarrowedNode: Sendable {
    let node: V4L2Node
    private let descriptor: Int32

    /// - Parameters:
    ///   - code: the only format there seems to be.
    ///   - size: what is granted, whatever is asked for.
    ///   - padding: bytes after each row of the first plane.
    init(path: String, code: V4L2Code, size: PictureSize, padding: Int) throws(V4L2Error) {
        let descriptor = onair_v4l2_open(path)
        guard descriptor >= 0 else { throw V4L2Error("open", errno, path: path) }
        self.descriptor = descriptor
        node = V4L2Node(path: path, memory: descriptor) { request, argument in
            Self.answer(request, argument, descriptor, code, size, padding)
        }
    }

    deinit { close(descriptor) }

    /// Waits until there is something to take, for at most as long as given.
    func wait(milliseconds: Int32) {
        var interest = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&interest, 1, milliseconds)
    }

    private static func answer(
        _ request: onair_v4l2_request, _ argument: UnsafeMutableRawPointer, _ descriptor: Int32, _ code: V4L2Code,
        _ size: PictureSize, _ padding: Int
    ) -> Int32 {
        func ask() -> Int32 { onair_v4l2_ioctl(descriptor, onair_v4l2_number(request), argument) < 0 ? errno : 0 }
        switch request {
        case onair_v4l2_enum_fmt:
            let format = argument.assumingMemoryBound(to: v4l2_fmtdesc.self)
            guard format.pointee.index == 0 else { return EINVAL }
            // The one that is meant, under whatever number, as the first.
            while true {
                let number = ask()
                guard number == 0, format.pointee.pixelformat != code.rawValue else {
                    format.pointee.index = 0
                    return number
                }
                format.pointee.index += 1
            }
        case onair_v4l2_s_fmt:
            let format = argument.assumingMemoryBound(to: v4l2_format.self)
            format.pointee.fmt.pix.width = UInt32(size.width)
            format.pointee.fmt.pix.height = UInt32(size.height)
            let number = ask()
            guard number == 0, padding > 0 else { return number }
            format.pointee.fmt.pix.bytesperline += UInt32(padding)
            return ask()
        default: return ask()
        }
    }
}
