import COnAirPixelKernels
import OnAirMedia

/// Lays the planes of a layer onto a picture, two rows and the chroma they share at a time.
///
/// Unsafe: reads and writes memory of whoever made it, within the bounds that `visible` names.
struct LayerBlending {
    let target: I420Output
    let planes: LayerPlanes
    /// The blocks of the layer, in the target.
    let grid: PictureRect
    /// Those of them inside the target.
    let visible: PictureRect
    /// 1 to 256.
    let gain: Int32

    /// Lays it over what is there.
    func lay() {
        forEachRow { row, layer, alpha, count in
            onair_lay_over(row, layer, alpha, gain, count)
        } chroma: {
            row, layer, alpha, count in
            onair_lay_over(row, layer, alpha, gain, count)
        }
    }

    /// Adds its light to what is there.
    func add(limits: (luma: ClosedRange<Int>, chroma: ClosedRange<Int>), opaque: PictureRect?) {
        let (low, high) = (Int32(limits.luma.lowerBound), Int32(limits.luma.upperBound))
        let (least, most) = (Int32(limits.chroma.lowerBound), Int32(limits.chroma.upperBound))
        forEachRow { row, layer, alpha, count in
            onair_lay_add(row, layer, alpha, low, gain, low, high, count)
        } chroma: { row, layer, alpha, count in
            onair_lay_add(row, layer, alpha, 128, gain, least, most, count)
        }
    }

    /// Copies it over what is there, or mixes it with that; `frame` is what it covers, in the target.
    func cover(_ frame: PictureRect) { lay() }

    private typealias RowWork = (
        UnsafeMutablePointer<UInt8>, UnsafePointer<UInt8>, UnsafePointer<UInt8>, Int32
    ) -> Void

    private func forEachRow(luma: RowWork, chroma: RowWork) {
        let width = Int32(min(visible.maxX, target.size.width) - visible.x)
        let half = Int32(visible.width / 2)
        for y in stride(from: visible.y, to: visible.maxY, by: 2) {
            let first = (y - grid.y) * planes.stride + visible.x - grid.x
            let row = target.y + y * target.yStride + visible.x
            luma(row, planes.y + first, planes.alpha + first, width)
            if y + 1 < target.size.height {
                let next = first + planes.stride
                luma(row + target.yStride, planes.y + next, planes.alpha + next, width)
            }
            let block = (y - grid.y) / 2 * planes.chromaStride + (visible.x - grid.x) / 2
            let (u, v) = (target.u + y / 2 * target.uStride, target.v + y / 2 * target.vStride)
            chroma(u + visible.x / 2, planes.u + block, planes.chromaAlpha + block, half)
            chroma(v + visible.x / 2, planes.v + block, planes.chromaAlpha + block, half)
        }
    }
}
