/// The memory of one picture: planes in one allocation, every row starting on a 64-byte boundary.
///
/// Unchecked because the rule is in the types above it: only a `MutablePicture`, which cannot be copied, writes; once
/// frozen nobody does, until the pool holds the last reference again.
package final class PictureBuffer: @unchecked Sendable {
    package let format: PictureFormat
    private let memory: UnsafeMutableRawPointer
    private let offsets: (Int, Int, Int)
    private let strides: (Int, Int, Int)
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
        memory = .allocate(byteCount: total + 64, alignment: 64)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: total + 64)
        self.offsets = (offsets[0], offsets[1], offsets[2])
        self.strides = (strides[0], strides[1], strides[2])
    }

    deinit { memory.deallocate() }

    /// Called after each read, so that the pool's next writer is ordered after it.
    package func endRead() { readers.leave() }

    /// Called by the pool before it hands the memory to a writer.
    package func beginWrite() { readers.join() }

    /// Where `plane` starts and how far its rows are apart.
    package func plane(_ plane: Int) -> (base: UnsafeMutablePointer<UInt8>, stride: Int) {
        let offset: Int
        let stride: Int
        switch plane {
        case 0: (offset, stride) = (offsets.0, strides.0)
        case 1: (offset, stride) = (offsets.1, strides.1)
        default: (offset, stride) = (offsets.2, strides.2)
        }
        return ((memory + offset).assumingMemoryBound(to: UInt8.self), stride)
    }
}
