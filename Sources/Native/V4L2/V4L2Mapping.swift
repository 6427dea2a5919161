import COnAirV4L2
import Glibc

/// A driver's buffer, or one plane of it, in this process's memory, with at least 64 readable bytes behind it. Unmapped
/// when it is let go; until then its bytes stay, even when the driver has given the buffer up.
///
/// Unchecked because its memory belongs to the driver while the buffer is queued, and to whoever dequeued it then:
/// `V4L2Stream` says when.
package final class V4L2Mapping: @unchecked Sendable {
    package let base: UnsafeMutablePointer<UInt8>
    /// Bytes.
    package let length: Int

    init(_ place: UnsafeMutableRawPointer, length: Int) {
        (base, self.length) = (place.assumingMemoryBound(to: UInt8.self), length)
    }

    deinit { onair_v4l2_unmap(base, length) }
}
