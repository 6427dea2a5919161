import OnAirMedia
import OnAirPixels

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
    private let lumaWindow: SensorWindow
    private let chromaWindow: SensorWindow
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
        lumaWindow = SensorWindow(size: size)
        chromaWindow = SensorWindow(size: PictureSize(width: (size.width + 1) / 2, height: pairs))
    }

    deinit {
        for memory in [luma, cb, cr, line] { memory.deallocate() }
    }

    /// Draws the pairs of rows from `first` on.
    func draw(
        _ compositor: StudioCompositor, frame: Int64, optics: StudioOptics, matrix: SensorMatrix, noise: Int,
        from first: Int, on canvas: SceneCanvas
    ) {
        let pairs = (size.height + 1) / 2
        SensorNoise.withRows(of: frame) { noiseRow in
            func sense(_ pair: Int, _ left: Int, _ right: Int, _ codes: CodeRows) {
                compositor.rows(pair, from: left, to: right).sense(
                    from: left, to: right, noise: (noiseRow(2 * pair), noiseRow(2 * pair + 1)), gain: noise, matrix,
                    into: codes)
            }
            guard optics.zoom > 1 || optics.shift != .zero else {
                for pair in first..<pairs {
                    emit(pair, on: canvas) { sense(pair, 0, stride, $0) }
                }
                return
            }
            aim(optics)
            let (columns, halfColumns) = (lumaWindow.columns, chromaWindow.columns)
            let (left, right) = (
                min(columns.lowerBound, 2 * halfColumns.lowerBound) & ~1,
                min(stride, (max(columns.upperBound, 2 * halfColumns.upperBound) + 1) & ~1)
            )
            let from = min(lumaWindow.rows.lowerBound / 2, chromaWindow.rows.lowerBound)
            let to = max((lumaWindow.rows.upperBound + 1) / 2, chromaWindow.rows.upperBound)
            for pair in from..<min(pairs, to) {
                let (top, half) = (luma + 2 * pair * stride, pair * (stride / 2))
                sense(pair, left, right, CodeRows(top: top, bottom: top + stride, cb: cb + half, cr: cr + half))
            }
            for pair in first..<pairs {
                emit(pair, on: canvas) { codes in
                    lumaWindow.resample(luma, stride: stride, row: 2 * pair, into: codes.top)
                    if 2 * pair + 1 < size.height {
                        lumaWindow.resample(luma, stride: stride, row: 2 * pair + 1, into: codes.bottom)
                    }
                    chromaWindow.resample(cb, stride: stride / 2, row: pair, into: codes.cb)
                    chromaWindow.resample(cr, stride: stride / 2, row: pair, into: codes.cr)
                }
            }
        }
    }

    private func aim(_ optics: StudioOptics) {
        guard window != (optics.zoom, optics.shift) else { return }
        window = (optics.zoom, optics.shift)
        lumaWindow.set(zoom: optics.zoom, shift: optics.shift)
        chromaWindow.set(zoom: optics.zoom, shift: optics.shift)
    }

    /// Lets `fill` make the rows of `pair` and puts them where the canvas's format has them; a second row that the
    /// picture does not have goes nowhere.
    private func emit(_ pair: Int, on canvas: SceneCanvas, _ fill: (CodeRows) -> Void) {
        let hasBottom = 2 * pair + 1 < size.height
        let half = stride / 2
        let all = canvas.plane(0)
        let (u, v) = (line + 2 * stride, line + 2 * stride + half)
        if canvas.chromaRowShift == 0 {
            let codes = CodeRows(top: line, bottom: line + stride, cb: u, cr: v)
            fill(codes)
            let out = all.base + 2 * pair * all.stride
            codes.packTop(into: out, pairs: half)
            if hasBottom { codes.packBottom(into: out + all.stride, pairs: half) }
            return
        }
        let top = all.base + 2 * pair * all.stride
        let bottom = hasBottom ? top + all.stride : line + 3 * stride
        if canvas.planeCount == 3 {
            let (blue, red) = (canvas.plane(1), canvas.plane(2))
            fill(
                CodeRows(
                    top: top, bottom: bottom, cb: blue.base + pair * blue.stride, cr: red.base + pair * red.stride))
        } else {
            let codes = CodeRows(top: top, bottom: bottom, cb: u, cr: v)
            fill(codes)
            let both = canvas.plane(1)
            codes.interleaveChroma(into: both.base + pair * both.stride, pairs: half)
        }
    }
}
