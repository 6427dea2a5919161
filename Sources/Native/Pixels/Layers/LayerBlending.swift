import COnAirPixelKernels
import OnAirMedia

/// Lays the planes of a layer onto a picture, a row of blocks at a time.
///
/// Unsafe: reads and writes memory of whoever made it, within the bounds that `visible` names.
struct LayerBlending {
    let target: I420Output
    let planes: LayerPlanes
    let runs: LayerRuns
    /// What the layer covers, in the target.
    let frame: PictureRect
    /// Its blocks, in the target.
    let grid: PictureRect
    /// Those of them that lie in the target.
    let visible: PictureRect
    /// 1 to 256.
    let gain: Int32

    private typealias RowWork = (UnsafeMutablePointer<UInt8>, UnsafePointer<UInt8>, UnsafePointer<UInt8>, Int) -> Void

    /// Lays a layer with opacities over what is there.
    func lay() {
        func over(
            _ row: UnsafeMutablePointer<UInt8>, _ layer: UnsafePointer<UInt8>, _ alpha: UnsafePointer<UInt8>,
            _ count: Int
        ) {
            onair_lay_over(row, layer, alpha, gain, Int32(count))
        }
        forEachRun(copiesOpaque: gain == 256, luma: over, chroma: over)
    }

    /// Adds the light of a layer with opacities to what is there.
    func add(within limits: (luma: ClosedRange<Int>, chroma: ClosedRange<Int>)) {
        forEachRun(copiesOpaque: false) { row, layer, alpha, count in
            add(row, layer, alpha, limits.luma.lowerBound, gain, limits.luma, count)
        } chroma: { row, layer, alpha, count in
            add(row, layer, alpha, 128, gain, limits.chroma, count)
        }
    }

    /// Copies an opaque layer over what is there, or mixes it with that.
    func cover() {
        forEachOpaqueRow { row, layer, count in
            mix(row, layer, gain, count)
        } chroma: { row, layer, quarters, count in
            mix(row, layer, gain * quarters / 4, count)
        }
    }

    /// Adds the light of an opaque layer to what is there.
    func addOpaque(within limits: (luma: ClosedRange<Int>, chroma: ClosedRange<Int>)) {
        forEachOpaqueRow { row, layer, count in
            add(row, layer, nil, limits.luma.lowerBound, gain, limits.luma, count)
        } chroma: { row, layer, quarters, count in
            add(row, layer, nil, 128, gain * quarters / 4, limits.chroma, count)
        }
    }

    private func mix(_ row: UnsafeMutablePointer<UInt8>, _ layer: UnsafePointer<UInt8>, _ amount: Int32, _ count: Int) {
        if amount == 256 {
            row.update(from: layer, count: count)
        } else {
            onair_mix_rows(row, layer, amount, row, Int32(count))
        }
    }

    private func add(
        _ row: UnsafeMutablePointer<UInt8>, _ layer: UnsafePointer<UInt8>, _ alpha: UnsafePointer<UInt8>?, _ bias: Int,
        _ gain: Int32, _ limits: ClosedRange<Int>, _ count: Int
    ) {
        onair_lay_add(
            row, layer, alpha, Int32(bias), gain, Int32(limits.lowerBound), Int32(limits.upperBound), Int32(count))
    }

    private func forEachOpaqueRow(
        luma: (UnsafeMutablePointer<UInt8>, UnsafePointer<UInt8>, Int) -> Void,
        chroma: (UnsafeMutablePointer<UInt8>, UnsafePointer<UInt8>, _ quarters: Int32, Int) -> Void
    ) {
        guard let part = frame.intersection(PictureRect(target.size)) else { return }
        for y in part.y..<part.maxY {
            luma(
                target.y + y * target.yStride + part.x, planes.y + (y - grid.y) * planes.stride + part.x - grid.x,
                part.width)
        }
        let columns = BlockCoverage(part.x, part.maxX, of: target.size.width)
        let rows = BlockCoverage(part.y, part.maxY, of: target.size.height)
        for block in rows.blocks {
            let down = rows.halves(of: block)
            let source = (block - grid.y / 2) * planes.chromaStride - grid.x / 2
            let (u, v) = (target.u + block * target.uStride, target.v + block * target.vStride)
            columns.forEachStretch { stretch, across in
                let (first, quarters) = (stretch.lowerBound, Int32(down * across))
                chroma(u + first, planes.u + source + first, quarters, stretch.count)
                chroma(v + first, planes.v + source + first, quarters, stretch.count)
            }
        }
    }

    /// - Parameter copiesOpaque: whether stretches without anything to see through are copied instead.
    private func forEachRun(copiesOpaque: Bool, luma: RowWork, chroma: RowWork) {
        let size = target.size
        let (left, right) = ((visible.x - grid.x) / 2, (visible.maxX - grid.x) / 2)
        // The last block of an odd side is one pixel wide, of which the layer covers all, and not half, where it ends there.
        let fullColumn = frame.maxX == size.width && !size.width.isMultiple(of: 2) ? right - 1 : right
        for y in stride(from: visible.y, to: visible.maxY, by: 2) {
            let hasLower = y + 1 < size.height
            let isFullRow = frame.maxY == size.height && !hasLower
            let row = (y - grid.y) / 2
            for run in runs.runs(ofRow: row) {
                let (start, end) = (max(Int(run.start), left), min(Int(run.end), right))
                guard end > start else { continue }
                let x = grid.x + 2 * start
                let width = min(grid.x + 2 * end, size.width) - x
                let place = 2 * row * planes.stride + 2 * start
                let output = target.y + y * target.yStride + x
                let block = row * planes.chromaStride + start
                let (u, v) = (target.u + y / 2 * target.uStride + x / 2, target.v + y / 2 * target.vStride + x / 2)
                let count = end - start
                if run.isOpaque && copiesOpaque && end <= fullColumn && !isFullRow {
                    copy(output, planes.y + place, width)
                    if hasLower { copy(output + target.yStride, planes.y + place + planes.stride, width) }
                    copy(u, planes.u + block, count)
                    copy(v, planes.v + block, count)
                    continue
                }
                luma(output, planes.y + place, planes.alpha + place, width)
                if hasLower {
                    let next = place + planes.stride
                    luma(output + target.yStride, planes.y + next, planes.alpha + next, width)
                }
                let whole = isFullRow ? 0 : min(end, fullColumn) - start
                let alpha = planes.chromaAlpha + block
                if whole > 0 {
                    chroma(u, planes.u + block, alpha, whole)
                    chroma(v, planes.v + block, alpha, whole)
                }
                for index in max(whole, 0)..<count {
                    let doublings = (isFullRow ? 1 : 0) + (start + index >= fullColumn ? 1 : 0)
                    single(u + index, planes.u[block + index], alpha[index], doublings, chroma)
                    single(v + index, planes.v[block + index], alpha[index], doublings, chroma)
                }
            }
        }
    }

    private func copy(_ row: UnsafeMutablePointer<UInt8>, _ layer: UnsafePointer<UInt8>, _ count: Int) {
        row.update(from: layer, count: count)
    }

    private func single(
        _ sample: UnsafeMutablePointer<UInt8>, _ layer: UInt8, _ alpha: UInt8, _ doublings: Int, _ work: RowWork
    ) {
        let value = UInt8(min(Int(layer) << doublings, 255))
        let opacity = UInt8(min(Int(alpha) << doublings, 255))
        withUnsafePointer(to: value) { value in
            withUnsafePointer(to: opacity) { opacity in work(sample, value, opacity, 1) }
        }
    }
}
