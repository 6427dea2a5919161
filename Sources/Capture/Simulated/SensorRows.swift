import COnAirPixelKernels
import Glibc
import OnAirMedia

/// Reads the sensor row by row into a picture: exposure, colour and noise; then, where the zoom or an unsteady hand
/// asks for it, another place of every sample. Belongs to one thread.
final class SensorRows {
    private let size: PictureSize
    private let stride: Int
    /// A picture's worth of codes, 4:2:0, for zoom and shake; and rows between the two.
    private let luma: UnsafeMutablePointer<UInt8>
    private let cb: UnsafeMutablePointer<UInt8>
    private let cr: UnsafeMutablePointer<UInt8>
    private let line: UnsafeMutablePointer<UInt8>
    private let blended: UnsafeMutablePointer<UInt16>
    private let sums: UnsafeMutablePointer<UInt32>
    private let columns: SensorWindow
    private let lines: SensorWindow
    private let chromaColumns: SensorWindow
    private let chromaLines: SensorWindow
    private var window: (zoom: Double, shift: SIMD2<Double>) = (0, .zero)

    init(size: PictureSize) {
        self.size = size
        // Whole pairs, and a vector more for kernels that read ahead.
        stride = (size.width + 1) & ~1
        let pairs = (size.height + 1) / 2
        func bytes(_ count: Int) -> UnsafeMutablePointer<UInt8> {
            let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: count + 64)
            memory.initialize(repeating: 0, count: count + 64)
            return memory
        }
        luma = bytes(stride * pairs * 2)
        cb = bytes(stride / 2 * pairs)
        cr = bytes(stride / 2 * pairs)
        line = bytes(4 * stride)
        blended = .allocate(capacity: stride + 64)
        blended.initialize(repeating: 0, count: stride + 64)
        sums = .allocate(capacity: stride + 64)
        sums.initialize(repeating: 0, count: stride + 64)
        columns = SensorWindow(count: size.width)
        lines = SensorWindow(count: size.height)
        chromaColumns = SensorWindow(count: (size.width + 1) / 2)
        chromaLines = SensorWindow(count: pairs)
    }

    deinit {
        for memory in [luma, cb, cr, line] { memory.deallocate() }
        blended.deallocate()
        sums.deallocate()
    }

    /// Draws the pairs of rows from `first` on.
    func draw(
        _ compositor: StudioCompositor, frame: Int64, optics: StudioOptics, matrix: onair_sensor_matrix, noise: Int32,
        from first: Int, on canvas: SceneCanvas
    ) {
        var matrix = matrix
        let pairs = (size.height + 1) / 2
        SensorNoise.withRows(of: frame) { noiseRow in
            func sense(
                _ pair: Int, _ left: Int, _ right: Int, _ top: UnsafeMutablePointer<UInt8>,
                _ bottom: UnsafeMutablePointer<UInt8>, _ cb: UnsafeMutablePointer<UInt8>,
                _ cr: UnsafeMutablePointer<UInt8>
            ) {
                let rows = compositor.rows(pair, from: left, to: right)
                onair_sensor_rows(
                    rows.top + left, rows.bottom + left, rows.cb + left / 2, rows.cr + left / 2,
                    noiseRow(2 * pair) + left, noiseRow(2 * pair + 1) + left, noise, top + left, bottom + left,
                    cb + left / 2, cr + left / 2, Int32(right - left), &matrix)
            }
            guard optics.zoom > 1 || optics.shift != .zero else {
                for pair in first..<pairs {
                    emit(pair, on: canvas) { above, below, u, v in
                        sense(pair, 0, stride, above, below ?? line + 3 * stride, u, v)
                    }
                }
                return
            }
            aim(optics)
            let (left, right) = (
                min(columns.range.lowerBound, 2 * chromaColumns.range.lowerBound) & ~1,
                min(stride, (max(columns.range.upperBound, 2 * chromaColumns.range.upperBound) + 1) & ~1)
            )
            let from = min(lines.range.lowerBound / 2, chromaLines.range.lowerBound)
            let to = max((lines.range.upperBound + 1) / 2, chromaLines.range.upperBound)
            for pair in from..<min(pairs, to) {
                let (row, half) = (2 * pair * stride, pair * (stride / 2))
                sense(pair, left, right, luma + row, luma + row + stride, cb + half, cr + half)
            }
            for pair in first..<pairs {
                emit(pair, on: canvas) { above, below, u, v in
                    resample(luma, stride, columns, lines, row: 2 * pair, into: above)
                    if let below { resample(luma, stride, columns, lines, row: 2 * pair + 1, into: below) }
                    resample(cb, stride / 2, chromaColumns, chromaLines, row: pair, into: u)
                    resample(cr, stride / 2, chromaColumns, chromaLines, row: pair, into: v)
                }
            }
        }
    }

    private func aim(_ optics: StudioOptics) {
        guard window != (optics.zoom, optics.shift) else { return }
        window = (optics.zoom, optics.shift)
        columns.set(zoom: optics.zoom, shift: optics.shift.x)
        chromaColumns.set(zoom: optics.zoom, shift: optics.shift.x)
        lines.set(zoom: optics.zoom, shift: optics.shift.y)
        chromaLines.set(zoom: optics.zoom, shift: optics.shift.y)
    }

    private func resample(
        _ plane: UnsafeMutablePointer<UInt8>, _ stride: Int, _ columns: SensorWindow, _ lines: SensorWindow, row: Int,
        into out: UnsafeMutablePointer<UInt8>
    ) {
        let above = lines.range.lowerBound + Int(lines.starts[row])
        let base = plane + above * stride + columns.range.lowerBound
        let weights = lines.weights[row]
        let count = Int32(columns.range.count)
        let (first, second) = (UInt16(truncatingIfNeeded: weights), UInt16(truncatingIfNeeded: weights >> 16))
        withUnsafeTemporaryAllocation(of: UnsafePointer<UInt8>?.self, capacity: 2) { rows in
            withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 2) { shares in
                (rows[0], rows[1]) = (UnsafePointer(base), UnsafePointer(base + (second > 0 ? stride : 0)))
                (shares[0], shares[1]) = (first, second)
                onair_blend_rows(rows.baseAddress, shares.baseAddress, 2, blended, count)
            }
        }
        onair_resample_row(blended, columns.starts, columns.weights, 1, sums, out, Int32(columns.count))
    }

    /// Lets `fill` make the rows of `pair` and puts them where the canvas's format has them. The second row is nil where
    /// there is none.
    private func emit(
        _ pair: Int, on canvas: SceneCanvas,
        _ fill: (
            UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt8>,
            UnsafeMutablePointer<UInt8>
        ) -> Void
    ) {
        let hasBottom = 2 * pair + 1 < size.height
        let half = stride / 2
        let all = canvas.plane(0)
        let (u, v) = (line + 2 * stride, line + 2 * stride + half)
        if canvas.chromaRowShift == 0 {
            fill(line, line + stride, u, v)
            for row in 0..<(hasBottom ? 2 : 1) {
                onair_pack_yuyv(
                    line + row * stride, u, v, all.base + (2 * pair + row) * all.stride, Int32(half))
            }
            return
        }
        let top = all.base + 2 * pair * all.stride
        if canvas.planeCount == 3 {
            let (blue, red) = (canvas.plane(1), canvas.plane(2))
            fill(
                top, hasBottom ? top + all.stride : nil, blue.base + pair * blue.stride, red.base + pair * red.stride)
        } else {
            fill(top, hasBottom ? top + all.stride : nil, u, v)
            let both = canvas.plane(1)
            onair_interleave(u, v, both.base + pair * both.stride, Int32(half))
        }
    }
}
