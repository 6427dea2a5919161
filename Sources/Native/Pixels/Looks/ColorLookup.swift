import COnAirPixelKernels
import OnAirMedia

/// A table from colour codes to colour codes, for I420 pictures of one colour description: luma 256 codes fine, chroma
/// eight codes apart and weighted between. Made once, never on a thread that has pictures to make: it has 3 MB.
///
/// Unchecked: the memory is written before `init` ends, and by whoever alone owns a table it fades; see `ColorFade`.
package final class ColorLookup: @unchecked Sendable {
    /// What `onair_look_rows` is.
    package typealias LookRows =
        @convention(c) (
            UnsafePointer<onair_look_table>?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt8>?,
            UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt8>?, Int32
        ) -> Void

    /// Lattice points an axis.
    package static let nodes = 33
    static let cells = 32 * 32
    static let lumaBytes = cells * 256 * 4
    static let byteCount = 3 * lumaBytes

    /// Luma's entries, then those of chroma.
    let bytes: UnsafeMutablePointer<UInt8>

    /// Memory that is not written yet.
    private init(raw: Void) {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: Self.byteCount, alignment: 64)
        bytes = memory.bindMemory(to: UInt8.self, capacity: Self.byteCount)
    }

    deinit { bytes.deallocate() }

    /// A table of zeros, to be written by its owner; see `ColorFade`.
    convenience init() {
        self.init(raw: ())
        bytes.initialize(repeating: 0, count: Self.byteCount)
    }

    /// A table of a lattice.
    ///
    /// - Parameters:
    ///   - lattice: for Y, Cb and Cr what comes out at each point, in 64ths of a code: `33 * 33 * 33` numbers, those of
    ///     luma next to each other, then those of Cb, then of Cr; points are eight codes apart, from 0 to 256.
    ///   - limits: the codes that come out, of luma and of chroma.
    package convenience init(
        _ lattice: (y: [Int16], u: [Int16], v: [Int16]), limits: (luma: ClosedRange<Int>, chroma: ClosedRange<Int>)
    ) {
        self.init(raw: ())
        let count = Self.nodes * Self.nodes
        precondition(
            [lattice.y, lattice.u, lattice.v].allSatisfy { $0.count == count * Self.nodes },
            "a lattice has 33 points an axis")
        // Each plane's columns of 256, one after the other.
        withUnsafeTemporaryAllocation(byteCount: count * 256, alignment: 64) { memory in
            guard let columns = memory.bindMemory(to: UInt8.self).baseAddress else { return }
            fill(lattice.y, limits.luma, columns, at: 0, step: 4)
            fill(lattice.u, limits.chroma, columns, at: Self.lumaBytes, step: 8)
            fill(lattice.v, limits.chroma, columns, at: Self.lumaBytes + 4, step: 8)
        }
    }

    private func fill(
        _ lattice: [Int16], _ limits: ClosedRange<Int>, _ columns: UnsafeMutablePointer<UInt8>, at offset: Int,
        step: Int
    ) {
        let nodes = Self.nodes
        lattice.withUnsafeBufferPointer { lattice in
            guard let first = lattice.baseAddress else { return }
            for column in 0..<nodes * nodes {
                onair_look_column(
                    first + column * nodes, Int32(limits.lowerBound), Int32(limits.upperBound), columns + column * 256)
            }
        }
        for down in 0..<32 {
            for right in 0..<32 {
                let corner = columns + (down * nodes + right) * 256
                onair_look_corners(
                    corner, corner + 256, corner + nodes * 256, corner + (nodes + 1) * 256,
                    bytes + offset + (down * 32 + right) * 256 * step, Int32(step), 256)
            }
        }
    }

    /// The table that changes nothing.
    package static let identity: ColorLookup = {
        let axis = (0..<nodes).map { Int16($0 * 8 * 64) }
        let points = (0..<nodes * nodes * nodes)
        return ColorLookup(
            (
                points.map { axis[$0 % nodes] }, points.map { axis[$0 / nodes % nodes] },
                points.map { axis[$0 / nodes / nodes] }
            ), limits: (0...255, 0...255))
    }()

    /// What `onair_look_rows` takes.
    private var table: onair_look_table {
        let luma = UnsafeRawPointer(bytes)
        return onair_look_table(
            luma: luma.assumingMemoryBound(to: UInt32.self),
            chroma: (luma + Self.lumaBytes).assumingMemoryBound(to: UInt32.self))
    }

    /// Changes `picture` in place; one that is not I420 stays as it is.
    ///
    /// - Parameter rows: the kernel, for tests.
    package func apply(
        to picture: inout MutablePicture, by rows: LookRows = onair_look_rows
    ) {
        guard picture.format.pixels == .i420 else { return }
        let buffer = picture.buffer
        defer { withExtendedLifetime((buffer, self)) {} }
        let planes = I420Output(buffer)
        let size = planes.size
        var table = table
        for row in stride(from: 0, to: size.height, by: 2) {
            let y = planes.y + row * planes.yStride
            rows(
                &table, y, row + 1 < size.height ? y + planes.yStride : nil, planes.u + row / 2 * planes.uStride,
                planes.v + row / 2 * planes.vStride, Int32(size.width))
        }
    }

    /// All of the table, for tests: luma's entries, then those of chroma.
    package var contents: [UInt8] { Array(UnsafeBufferPointer(start: bytes, count: Self.byteCount)) }
}
