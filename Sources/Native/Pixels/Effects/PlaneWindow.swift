import COnAirPixelKernels
import OnAirMedia

/// Shows a window of a plane in all of it, linear between samples; what lies outside is what lies at its edge. Keeps its
/// memory. Belongs to one thread.
final class PlaneWindow {
    /// For each sample of an axis: where it comes from. In samples.
    struct Axis {
        /// How much larger everything becomes; at least 1.
        var zoom: Double
        /// How far it then goes to the right or down.
        var shift: Double

        /// The sample before the place that sample `index` of `count` comes from, and how much of the next one goes in:
        /// 0 to 256.
        func source(of index: Int, _ count: Int) -> (start: Int, next: Int) {
            guard count > 1 else { return (0, 0) }
            let middle = Double(count - 1) / 2
            let place = (Double(index) - shift - middle) / max(zoom, 1) + middle
            let parts = Int((min(max(place, 0), Double(count - 1)) * 256).rounded())
            let start = min(parts / 256, count - 2)
            return (start, parts - 256 * start)
        }
    }

    private let tables = ScratchMemory()
    private let row = ScratchMemory()
    private let shown = ScratchMemory()

    /// Mixes the window of `source` into `plane`: `amount` 256 shows nothing else.
    ///
    /// - Parameter source: another plane of the same size, rows `plane.bytesPerRow` apart.
    func show(_ source: UnsafePointer<UInt8>, _ across: Axis, _ down: Axis, amount: Int, in plane: MutablePicturePlane)
    {
        let (width, height) = (plane.bytesPerRow, plane.rows)
        let starts = UnsafeMutableRawPointer(tables.reserve(12 * width)).assumingMemoryBound(to: Int32.self)
        let weights = UnsafeMutableRawPointer(starts + width).assumingMemoryBound(to: UInt32.self)
        let sums = weights + width
        for x in 0..<width {
            let (start, next) = across.source(of: x, width)
            starts[x] = Int32(start)
            weights[x] = UInt32(next) << 16 | UInt32(256 - next)
        }
        // Kernels read up to a vector past the last sample, and use nothing of it.
        let blended = UnsafeMutableRawPointer(row.reserve(2 * width + 192)).assumingMemoryBound(to: UInt16.self)
        let finished = shown.reserve(width)
        for y in 0..<height {
            let (start, next) = down.source(of: y, height)
            let first = source + start * width
            var rows: (UnsafePointer<UInt8>?, UnsafePointer<UInt8>?) = (first, height > 1 ? first + width : first)
            var shares = (UInt16(256 - next), UInt16(next))
            withUnsafePointer(to: &rows) { rows in
                withUnsafePointer(to: &shares) { shares in
                    rows.withMemoryRebound(to: UnsafePointer<UInt8>?.self, capacity: 2) { rows in
                        shares.withMemoryRebound(to: UInt16.self, capacity: 2) { shares in
                            onair_blend_rows(rows, shares, 2, blended, Int32(width))
                        }
                    }
                }
            }
            let output = plane.base + y * plane.stride
            onair_resample_row(blended, starts, weights, 1, sums, amount == 256 ? output : finished, Int32(width))
            if amount < 256 { onair_mix_rows(output, finished, Int32(amount), output, Int32(width)) }
        }
    }
}
