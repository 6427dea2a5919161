/// The memory of one picture: planes of its own in one allocation, every row starting on a 64-byte boundary; or planes
/// lent by a decoder, which gets them back when this is let go.
///
/// Unchecked because the rule is in the types above it: only a `MutablePicture`, which cannot be copied, writes; once
/// frozen nobody does, until the pool holds the last reference again. Lent planes are never written.
package final class PictureBuffer: @unchecked Sendable {
    /// Where a plane starts and how far its rows are apart.
    package typealias Plane = (base: UnsafeMutablePointer<UInt8>, stride: Int)

    package let format: PictureFormat
    private let planes: (Plane, Plane, Plane)
    /// Nil for lent planes.
    private let memory: UnsafeMutableRawPointer?
    /// Who lends the planes.
    private let owner: AnyObject?
    private let readers = ReaderCount()

    package init(format: PictureFormat) {
        self.format = format
        var offsets = [0, 0, 0]
        var strides = [0, 0, 0]
        var total = 0
        for plane in 0..<format.pixels.planeCount {
            let used = format.pixels.bytesPerRow(ofPlane: plane, width: format.size.width)
            strides[plane] = (used + 63) & ~63
            offsets[plane] = total
            total += strides[plane] * format.pixels.rows(ofPlane: plane, height: format.size.height)
        }
        // Kernels may read up to one vector past the last row.
        let memory = UnsafeMutableRawPointer.allocate(byteCount: total + 64, alignment: 64)
        let bytes = memory.initializeMemory(as: UInt8.self, repeating: 0, count: total + 64)
        planes = (
            (bytes + offsets[0], strides[0]), (bytes + offsets[1], strides[1]), (bytes + offsets[2], strides[2])
        )
        self.memory = memory
        owner = nil
    }

    /// A picture in memory that `owner` keeps for as long as it lives, unchanged, with 64 readable bytes behind each
    /// plane.
    package init(format: PictureFormat, planes: (Plane, Plane, Plane), lentBy owner: AnyObject) {
        self.format = format
        self.planes = planes
        self.owner = owner
        memory = nil
    }

    deinit { memory?.deallocate() }

    /// Called after each read, so that the pool's next writer is ordered after it.
    package func endRead() { readers.leave() }

    /// Called by the pool before it hands the memory to a writer.
    package func beginWrite() { readers.join() }

    package func plane(_ plane: Int) -> Plane {
        switch plane {
        case 0: planes.0
        case 1: planes.1
        default: planes.2
        }
    }
}
