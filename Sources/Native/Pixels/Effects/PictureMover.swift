import COnAirPixelKernels
import Glibc
import OnAirMedia

/// Moves what pictures show, in place; what comes in from outside is what lies at the edge. Keeps its memory, so that
/// pictures of one size allocate nothing after the first. Pictures that are not I420 stay as they are. Belongs to one thread.
package final class PictureMover {
    private let copy = ScratchMemory()
    private let line = ScratchMemory()
    private let blend = ScratchMemory()
    private let window = PlaneWindow()

    package init() {}

    /// Moves all of it.
    package func move(_ picture: inout MutablePicture, _ move: PictureMove) {
        forEachPlane(&picture) { index, source, plane in
            let grain = index == 0 ? 1.0 : 2.0
            let part = index == 0 ? 0.0 : index == 1 ? 1.0 : -1.0
            window.show(
                source, PlaneWindow.Axis(zoom: move.zoom, shift: (move.x + part * move.partX) / grain),
                PlaneWindow.Axis(zoom: move.zoom, shift: (move.y + part * move.partY) / grain), amount: 256, in: plane)
        }
    }

    /// Mixes it with itself enlarged about the middle.
    ///
    /// - Parameters:
    ///   - zoom: at least 1.
    ///   - amount: of the enlarged one: 0 to 1.
    package func ghost(_ picture: inout MutablePicture, zoom: Double, amount: Double) {
        let share = Int((min(max(amount, 0), 1) * 256).rounded())
        guard share > 0 else { return }
        forEachPlane(&picture) { _, source, plane in
            let axis = PlaneWindow.Axis(zoom: zoom, shift: 0)
            window.show(source, axis, axis, amount: share, in: plane)
        }
    }

    /// Moves bands of rows sideways.
    package func shift(_ picture: inout MutablePicture, _ shifts: RowShifts) {
        guard !shifts.isNothing else { return }
        forEachPlane(&picture) { index, source, plane in
            let grain = index == 0 ? 1.0 : 2.0
            let part = index == 0 ? 0.0 : index == 1 ? shifts.part : -shifts.part
            for y in 0..<plane.rows {
                let shift = (shifts.shift(ofRow: index == 0 ? y : 2 * y) + part) / grain
                if shift != 0 { write(source + y * plane.bytesPerRow, shift: shift, plane, y) }
            }
        }
    }

    /// Lets two waves run down it.
    package func wave(_ picture: inout MutablePicture, _ wave: RowWave) {
        guard wave.length > 0, wave.riseLength > 0 else { return }
        forEachPlane(&picture) { index, source, plane in
            let grain = index == 0 ? 1.0 : 2.0
            let width = plane.bytesPerRow
            let mixed = blend.reserve(width)
            for y in 0..<plane.rows {
                // Chroma lies in the middle between its rows of luma.
                let place = index == 0 ? Double(y) : 2 * Double(y) + 0.5
                let rise = wave.rise / grain * sin(2 * Double.pi * (place / wave.riseLength - wave.risePhase))
                let parts = Int((min(max(Double(y) + rise, 0), Double(plane.rows - 1)) * 256).rounded())
                let first = source + parts / 256 * width
                var row = first
                if parts % 256 != 0 {
                    onair_mix_rows(first, first + width, Int32(parts % 256), mixed, Int32(width))
                    row = UnsafePointer(mixed)
                }
                let shift = wave.amplitude / grain * sin(2 * Double.pi * (place / wave.length - wave.phase))
                write(row, shift: shift, plane, y)
            }
        }
    }

    /// Writes row `y` of `plane`: `row`, `shift` samples to the right.
    private func write(_ row: UnsafePointer<UInt8>, shift: Double, _ plane: MutablePicturePlane, _ y: Int) {
        let width = plane.bytesPerRow
        let parts = Int((min(max(-shift, -Double(width)), Double(width)) * 256).rounded())
        let (whole, rest) = (parts >> 8, parts & 255)
        let before = max(-whole, 0)
        let after = max(whole, 0) + 1
        let start = line.reserve(2 * width + 2)
        start.update(repeating: row[0], count: before)
        (start + before).update(from: row, count: width)
        (start + before + width).update(repeating: row[width - 1], count: after)
        let first = start + before + whole
        onair_mix_rows(first, first + 1, Int32(rest), plane.base + y * plane.stride, Int32(width))
    }

    /// Calls `body` for each plane with a copy of it, whose rows have no gaps.
    private func forEachPlane(
        _ picture: inout MutablePicture, _ body: (Int, UnsafePointer<UInt8>, MutablePicturePlane) -> Void
    ) {
        guard picture.format.pixels == .i420 else { return }
        for index in 0..<3 {
            picture.withMutablePlane(index) { plane in
                let width = plane.bytesPerRow
                let kept = copy.reserve(width * plane.rows)
                for y in 0..<plane.rows {
                    (kept + y * width).update(from: plane.base + y * plane.stride, count: width)
                }
                body(index, UnsafePointer(kept), plane)
            }
        }
    }
}
