import COnAirPixelKernels
import OnAirMedia

/// Takes a screen's colour out of I420 pictures of limited range and shows something else there. Keeps its memory, so that
/// pictures of one size allocate nothing after the first. Belongs to one thread.
package final class PictureKeyer {
    private let rows = KeyRows()

    package init() {}

    /// Shows `color` where the screen was. Pictures that are not I420 stay as they are.
    package func key(_ picture: inout MutablePicture, _ rule: KeyRule, over color: PictureColor) {
        guard picture.format.pixels == .i420, !rule.isNothing else { return }
        let code = ColorTransform.code(of: color, in: picture.format.color)
        let buffer = picture.buffer
        defer { withExtendedLifetime(buffer) {} }
        let output = I420Output(buffer)
        rows.forEach(output, rule) { block, upper, lower, chroma in
            forEachRow(output, block, upper, lower, chroma) { row, _, alpha, plane, count in
                let value = plane == 0 ? code.y : plane == 1 ? code.u : code.v
                onair_key_mix_value(row, Int32(value), alpha, count)
            }
        }
    }

    /// Shows `background` where the screen was.
    ///
    /// - Precondition: `background` is I420 and of the picture's size.
    package func key(_ picture: inout MutablePicture, _ rule: KeyRule, over background: Picture) {
        guard picture.format.pixels == .i420, !rule.isNothing else { return }
        precondition(
            background.format.pixels == .i420 && background.format.size == picture.format.size,
            "the background is I420 and of the picture's size")
        let (buffer, source) = (picture.buffer, background.buffer)
        defer {
            source.endRead()
            withExtendedLifetime((buffer, source)) {}
        }
        let (output, below) = (I420Output(buffer), SourcePlanes(source))
        rows.forEach(output, rule) { block, upper, lower, chroma in
            forEachRow(output, block, upper, lower, chroma) { row, index, alpha, plane, count in
                let (base, stride) =
                    plane == 0
                    ? (below.first, below.firstStride)
                    : plane == 1 ? (below.second, below.secondStride) : (below.third, below.thirdStride)
                onair_key_mix_rows(row, base + index * stride, alpha, count)
            }
        }
    }

    private func forEachRow(
        _ output: I420Output, _ block: Int, _ upper: UnsafePointer<UInt8>, _ lower: UnsafePointer<UInt8>,
        _ chroma: UnsafePointer<UInt8>,
        _ body: (UnsafeMutablePointer<UInt8>, _ index: Int, UnsafePointer<UInt8>, _ plane: Int, Int32) -> Void
    ) {
        let (width, columns) = (Int32(output.size.width), Int32((output.size.width + 1) / 2))
        let y = 2 * block
        body(output.y + y * output.yStride, y, upper, 0, width)
        if y + 1 < output.size.height { body(output.y + (y + 1) * output.yStride, y + 1, lower, 0, width) }
        body(output.u + block * output.uStride, block, chroma, 1, columns)
        body(output.v + block * output.vStride, block, chroma, 2, columns)
    }
}
