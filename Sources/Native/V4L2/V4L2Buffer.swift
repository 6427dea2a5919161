import COnAirV4L2
import OnAirMedia

/// A filled buffer as the driver hands it over.
package struct V4L2Buffer: Equatable, Sendable {
    /// Which of the stream's buffers.
    package let index: Int
    /// Counts what the device has captured; wraps at 2³².
    package let sequence: UInt32
    /// When it was captured, on the monotonic clock; nil where the driver used another one.
    package let time: HostTime?
    /// The driver says that the picture is damaged.
    package let isDamaged: Bool
    /// Bytes the driver has written, offset included, and how many of these lie in front of the picture; one for each
    /// plane of memory, at most 8.
    package let planes: Planes

    /// Up to three planes in place: nothing is allocated for a picture. No format of ours has more.
    package struct Planes: Equatable, Sendable {
        package var used = SIMD4<UInt32>()
        package var offset = SIMD4<UInt32>()
        package init() {}
    }

    init(_ buffer: v4l2_buffer, planes: UnsafeMutableBufferPointer<v4l2_plane>?) {
        index = Int(buffer.index)
        sequence = buffer.sequence
        let stamp = buffer.flags & UInt32(V4L2_BUF_FLAG_TIMESTAMP_MASK)
        time =
            stamp == UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC)
            ? HostTime(
                nanoseconds: Int64(clamping: buffer.timestamp.tv_sec) &* 1_000_000_000
                    &+ Int64(clamping: buffer.timestamp.tv_usec) &* 1000) : nil
        isDamaged = buffer.flags & UInt32(V4L2_BUF_FLAG_ERROR) != 0
        var filled = Planes()
        if let planes {
            for plane in 0..<min(4, planes.count) {
                filled.used[plane] = planes[plane].bytesused
                filled.offset[plane] = planes[plane].data_offset
            }
        } else {
            filled.used[0] = buffer.bytesused
        }
        self.planes = filled
    }
}
