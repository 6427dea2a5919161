import Glibc
import OnAirMedia

/// A picture's memory seen by luma and chroma position, whatever the pixel format: what the simulated scene draws on.
///
/// Unsafe: valid only while whoever made it holds the picture and lets nobody else see it. Nothing checks bounds;
/// callers draw only inside the picture.
struct SceneCanvas {
    /// A plane as memory, for whole rows.
    struct Plane {
        let base: UnsafeMutablePointer<UInt8>
        let stride: Int
        let bytesPerRow: Int
        /// Bytes that two pixels side by side take.
        let bytesPerPair: Int
        /// Plane row = picture row shifted right by this.
        let rowShift: Int
    }

    let width: Int
    let height: Int
    let planeCount: Int
    private let planes: (Plane, Plane, Plane)
    private let luma: UnsafeMutablePointer<UInt8>
    private let lumaStride: Int
    private let lumaStep: Int
    private let cb: UnsafeMutablePointer<UInt8>
    private let cr: UnsafeMutablePointer<UInt8>
    private let chromaStride: Int
    private let chromaStep: Int
    /// Chroma row = picture row shifted right by this: 1 for 4:2:0, 0 for 4:2:2.
    let chromaRowShift: Int

    /// - Precondition: the format's pixels are I420, NV12 or YUYV.
    init(_ buffer: PictureBuffer) {
        let (size, pixels) = (buffer.format.size, buffer.format.pixels)
        func plane(_ index: Int, bytesPerPair: Int, rowShift: Int) -> Plane {
            let (base, stride) = buffer.plane(index)
            return Plane(
                base: base, stride: stride, bytesPerRow: pixels.bytesPerRow(ofPlane: index, width: size.width),
                bytesPerPair: bytesPerPair, rowShift: rowShift)
        }
        (width, height, planeCount) = (size.width, size.height, pixels.planeCount)
        switch pixels {
        case .i420:
            planes = (
                plane(0, bytesPerPair: 2, rowShift: 0), plane(1, bytesPerPair: 1, rowShift: 1),
                plane(2, bytesPerPair: 1, rowShift: 1)
            )
            (cb, cr, chromaStep) = (planes.1.base, planes.2.base, 1)
        case .nv12:
            let both = plane(1, bytesPerPair: 2, rowShift: 1)
            planes = (plane(0, bytesPerPair: 2, rowShift: 0), both, both)
            (cb, cr, chromaStep) = (both.base, both.base + 1, 2)
        default:
            precondition(pixels == .yuyv, "the scene cannot be drawn in \(pixels.rawValue)")
            let all = plane(0, bytesPerPair: 4, rowShift: 0)
            planes = (all, all, all)
            (cb, cr, chromaStep) = (all.base + 1, all.base + 3, 4)
        }
        (luma, lumaStride, lumaStep) = (planes.0.base, planes.0.stride, pixels == .yuyv ? 2 : 1)
        (chromaStride, chromaRowShift) = (planes.1.stride, planes.1.rowShift)
    }

    func plane(_ index: Int) -> Plane { index == 0 ? planes.0 : index == 1 ? planes.1 : planes.2 }

    /// Calls `body` with each luma byte of `columns` in row `y`.
    @inline(__always)
    func lumaRow(_ y: Int, from x: Int, count: Int, _ body: (Int, UnsafeMutablePointer<UInt8>) -> Void) {
        var at = luma + y * lumaStride + x * lumaStep
        for index in 0..<count {
            body(index, at)
            at += lumaStep
        }
    }

    /// Calls `body` with each pair of chroma bytes of chroma row `row`.
    @inline(__always)
    func chromaRow(
        _ row: Int, from column: Int, count: Int,
        _ body: (Int, UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt8>) -> Void
    ) {
        let offset = row * chromaStride + column * chromaStep
        for index in 0..<count {
            body(index, cb + offset + index * chromaStep, cr + offset + index * chromaStep)
        }
    }

    /// Sets the luma of `count` pixels of row `y`.
    func setLuma(_ value: UInt8, y: Int, from x: Int, count: Int) {
        if lumaStep == 1 {
            memset(luma + y * lumaStride + x, Int32(value), count)
        } else {
            lumaRow(y, from: x, count: count) { $1.pointee = value }
        }
    }

    /// Fills the rectangle; chroma where it has an even position.
    func fill(_ rect: PictureRect, _ color: SceneColor) {
        guard rect.width > 0, rect.height > 0 else { return }
        let (y, u, v) = (color.luma, color.cb, color.cr)
        for row in rect.y..<rect.y + rect.height { setLuma(y, y: row, from: rect.x, count: rect.width) }
        let bottom = (rect.y + rect.height + chromaRowShift) >> chromaRowShift
        let (left, right) = (rect.x / 2, (rect.x + rect.width + 1) / 2)
        for row in rect.y >> chromaRowShift..<bottom {
            chromaRow(row, from: left, count: right - left) {
                $1.pointee = u
                $2.pointee = v
            }
        }
    }

    /// Copies rows `rows` (from an even one on) of `source`, turned left by `shift` pixels (even): what leaves at the
    /// left comes in at the right.
    func copyRows(from top: Int, to bottom: Int, of source: SceneCanvas, turnedLeft shift: Int) {
        for index in 0..<planeCount {
            let (to, from) = (plane(index), source.plane(index))
            let cut = shift / 2 * to.bytesPerPair
            for row in top >> to.rowShift..<(bottom + to.rowShift) >> to.rowShift {
                let (out, line) = (to.base + row * to.stride, from.base + row * from.stride)
                memcpy(out, line + cut, to.bytesPerRow - cut)
                memcpy(out + to.bytesPerRow - cut, line, cut)
            }
        }
    }

    /// Copies all of `tile` to an even position.
    func blit(_ tile: SceneCanvas, x: Int, y: Int) {
        for index in 0..<planeCount {
            let (to, from) = (plane(index), tile.plane(index))
            let out = to.base + (y >> to.rowShift) * to.stride + x / 2 * to.bytesPerPair
            for row in 0..<(tile.height + from.rowShift) >> from.rowShift {
                memcpy(out + row * to.stride, from.base + row * from.stride, from.bytesPerRow)
            }
        }
    }

    /// Copies row `y` to the rows after it, up to `bottom`.
    func repeatRow(_ y: Int, to bottom: Int) {
        let all = plane(0)
        for row in y + 1..<max(y + 1, bottom) {
            memcpy(all.base + row * all.stride, all.base + y * all.stride, all.bytesPerRow)
        }
    }

    /// Paints every pixel of `rect` (even position) with what `color` gives for it; chroma is the mean of the pixels
    /// it serves. Slow: for what is drawn once.
    func paint(_ rect: PictureRect, _ color: (_ x: Int, _ y: Int) -> SceneColor) {
        let rows = 1 << chromaRowShift
        for top in stride(from: rect.y, to: rect.y + rect.height, by: rows) {
            for left in stride(from: rect.x, to: rect.x + rect.width, by: 2) {
                var sum = SIMD4<Float>.zero
                var count: Float = 0
                for y in top..<min(top + rows, rect.y + rect.height) {
                    for x in left..<min(left + 2, rect.x + rect.width) {
                        let pixel = color(x, y)
                        sum += pixel.codes
                        count += 1
                        luma[y * lumaStride + x * lumaStep] = pixel.luma
                    }
                }
                sum /= count
                let offset = (top >> chromaRowShift) * chromaStride + left / 2 * chromaStep
                cb[offset] = UInt8(max(0, min(255, sum.y + 0.5)))
                cr[offset] = UInt8(max(0, min(255, sum.z + 0.5)))
            }
        }
    }
}
