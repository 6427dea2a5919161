import COnAirV4L2
import Glibc
import OnAirMedia

/// A device's buffers, and the pictures it writes into them.
///
/// Owned by one thread. A buffer belongs to the driver from `queue` on until `dequeue` gives it back. The memory of a
/// buffer outlives the stream for as long as somebody holds its mappings.
package final class V4L2Stream {
    package let node: V4L2Node
    /// The memory of each buffer, plane by plane.
    package let mappings: [[V4L2Mapping]]
    private let type: UInt32
    private let isMultiPlanar: Bool
    private let planeCount: Int
    /// Where the driver reads and writes what it says of planes; nil for devices of one plane.
    private let planes: UnsafeMutableBufferPointer<v4l2_plane>?
    private var isOn = false

    /// Reserves buffers, which makes the device busy for others, and maps them. None is queued yet.
    ///
    /// - Parameters:
    ///   - planeCount: planes of memory in the format that is set.
    ///   - count: how many buffers to ask for; the driver may give more or fewer.
    /// - Throws: `V4L2Error`, with `EBUSY` where another program has them.
    package init(
        _ node: V4L2Node, isMultiPlanar: Bool, planeCount: Int, count: Int
    ) throws(V4L2Error) {
        (self.node, self.isMultiPlanar, self.planeCount) = (node, isMultiPlanar, planeCount)
        type = V4L2Node.bufferType(isMultiPlanar: isMultiPlanar)
        let planes: UnsafeMutableBufferPointer<v4l2_plane>? = isMultiPlanar ? .allocate(capacity: 8) : nil
        planes?.initialize(repeating: v4l2_plane())
        self.planes = planes
        var request = v4l2_requestbuffers()
        (request.count, request.type, request.memory) = (UInt32(count), type, V4L2_MEMORY_MMAP.rawValue)
        var mappings: [[V4L2Mapping]] = []
        do throws(V4L2Error) {
            try node.call(onair_v4l2_reqbufs, &request, "VIDIOC_REQBUFS")
            for index in 0..<min(request.count, 64) {
                mappings.append(try Self.map(node, type, planes, planeCount, index))
            }
            guard !mappings.isEmpty else { throw V4L2Error("VIDIOC_REQBUFS", ENOMEM, path: node.path) }
        } catch {
            // From here on deinit does not run.
            planes?.deallocate()
            var none = v4l2_requestbuffers()
            (none.type, none.memory) = (type, V4L2_MEMORY_MMAP.rawValue)
            try? node.call(onair_v4l2_reqbufs, &none, "VIDIOC_REQBUFS")
            throw error
        }
        self.mappings = mappings
    }

    /// Takes the device from the driver's hands: what is still mapped stays readable, and the device is free.
    deinit {
        if isOn {
            var type = Int32(bitPattern: type)
            try? node.call(onair_v4l2_streamoff, &type, "VIDIOC_STREAMOFF")
        }
        // Buffers that are mapped still are orphaned; a kernel that cannot do that lets go with the last of them.
        var none = v4l2_requestbuffers()
        (none.type, none.memory) = (type, V4L2_MEMORY_MMAP.rawValue)
        try? node.call(onair_v4l2_reqbufs, &none, "VIDIOC_REQBUFS")
        planes?.deallocate()
    }

    /// Lets the device capture. At least two buffers should be queued.
    package func start() throws(V4L2Error) {
        var type = Int32(bitPattern: type)
        try node.call(onair_v4l2_streamon, &type, "VIDIOC_STREAMON")
        isOn = true
    }

    /// Gives buffer `index` to the driver, to be written.
    package func queue(_ index: Int) throws(V4L2Error) {
        var buffer = blank(index)
        try node.call(onair_v4l2_qbuf, &buffer, "VIDIOC_QBUF")
    }

    /// The oldest filled buffer, which now is the caller's; nil where there is none yet.
    ///
    /// - Throws: `V4L2Error`, such as `ENODEV` once the device is gone; some drivers answer `EINVAL` or `EIO` then.
    package func dequeue() throws(V4L2Error) -> V4L2Buffer? {
        var buffer = blank(0)
        do throws(V4L2Error) {
            try node.call(onair_v4l2_dqbuf, &buffer, "VIDIOC_DQBUF")
        } catch  where error.number == EAGAIN {
            return nil
        }
        guard mappings.indices.contains(Int(buffer.index)) else {
            throw V4L2Error("VIDIOC_DQBUF", EINVAL, path: node.path)
        }
        return V4L2Buffer(buffer, planes: planes.map { UnsafeMutableBufferPointer(rebasing: $0[..<planeCount]) })
    }

    private func blank(_ index: Int) -> v4l2_buffer {
        Self.blank(type, planes, planeCount, UInt32(index))
    }

    private static func blank(
        _ type: UInt32, _ planes: UnsafeMutableBufferPointer<v4l2_plane>?, _ planeCount: Int, _ index: UInt32
    ) -> v4l2_buffer {
        var buffer = v4l2_buffer()
        (buffer.index, buffer.type, buffer.memory) = (index, type, V4L2_MEMORY_MMAP.rawValue)
        if let planes {
            planes.update(repeating: v4l2_plane())
            buffer.m.planes = planes.baseAddress
            buffer.length = UInt32(planeCount)
        }
        return buffer
    }

    private static func map(
        _ node: V4L2Node, _ type: UInt32, _ planes: UnsafeMutableBufferPointer<v4l2_plane>?, _ planeCount: Int,
        _ index: UInt32
    ) throws(V4L2Error) -> [V4L2Mapping] {
        var buffer = blank(type, planes, planeCount, index)
        try node.call(onair_v4l2_querybuf, &buffer, "VIDIOC_QUERYBUF")
        guard let planes, let first = planes.baseAddress else {
            return [try node.map(length: Int(buffer.length), offset: buffer.m.offset)]
        }
        var mapped: [V4L2Mapping] = []
        for plane in 0..<planeCount {
            let place = first + plane
            mapped.append(
                try node.map(length: Int(place.pointee.length), offset: onair_v4l2_plane_offset(place)))
        }
        return mapped
    }
}
