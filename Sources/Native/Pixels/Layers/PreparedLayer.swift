import COnAirPixelKernels
import OnAirMedia

/// A layer ready to be laid onto I420 pictures: in their colour, at its size, premultiplied; or opaque. Belongs to one
/// thread. Made by `LayerRenderer`.
///
/// Its samples lie on the target's grid of 2x2 blocks, so that a layer at an odd position is exact to the pixel: a block
/// that it covers in part has the chroma and the opacity of that part.
public final class PreparedLayer {
    /// How a layer is laid onto what is below.
    public enum Blend: Hashable, Sendable {
        /// Over it, by its opacity.
        case normal
        /// Its light added to it, sample by sample, clipped to the codes of the target's colour.
        case add
    }

    /// Where it lies in the target: what it covers, a rotated layer the box around it. May stand out on any side.
    public private(set) var frame: PictureRect
    /// Whether nothing below shows through: its rows are copied.
    public private(set) var isOpaque: Bool

    /// `frame` out to even numbers: the blocks it touches.
    private(set) var grid: PictureRect
    private let memory = ScratchMemory()
    let runs = LayerRuns()
    private(set) var planes: LayerPlanes

    init() {
        let nothing = PictureRect(x: 0, y: 0, width: 0, height: 0)
        (frame, grid, isOpaque) = (nothing, nothing, true)
        planes = LayerPlanes(memory.bytes, grid: nothing)
    }

    /// Moves it so that the top left of `frame` lies at (`x`, `y`), which costs nothing.
    ///
    /// - Returns: false, and nothing is changed, where that is an odd number of pixels away in a direction: then it has to
    ///   be prepared anew.
    public func move(toX x: Int, y: Int) -> Bool {
        guard (x - frame.x).isMultiple(of: 2), (y - frame.y).isMultiple(of: 2) else { return false }
        grid.x += x - frame.x
        grid.y += y - frame.y
        (frame.x, frame.y) = (x, y)
        return true
    }

    /// Makes room for a layer that covers `frame`; its samples are whatever was there before.
    func layOut(_ frame: PictureRect, isOpaque: Bool) {
        let (x, y) = (frame.x & ~1, frame.y & ~1)
        grid = PictureRect(x: x, y: y, width: (frame.maxX + 1) & ~1 - x, height: (frame.maxY + 1) & ~1 - y)
        self.frame = frame
        self.isOpaque = isOpaque
        planes = LayerPlanes(memory.reserve(LayerPlanes.byteCount(grid)), grid: grid)
    }

    /// Takes the screen's colour out of what it holds, which is opaque: from here on it is not.
    func key(_ rule: KeyRule, by rows: KeyRows) {
        let (planes, width) = (planes, Int32(grid.width))
        let cover = PictureRect(x: frame.x - grid.x, y: frame.y - grid.y, width: frame.width, height: frame.height)
        isOpaque = false
        runs.begin(width: grid.width, blockRows: grid.height / 2)
        rows.forEach(I420Output(planes, size: grid.size), rule, cover: cover) { block, upper, lower, chroma in
            let start = 2 * block * planes.stride
            let alpha = planes.alpha + start
            let next = alpha + planes.stride
            alpha.update(from: upper, count: grid.width)
            next.update(from: lower, count: grid.width)
            onair_premultiply(planes.y + start, upper, width)
            onair_premultiply(planes.y + start + planes.stride, lower, width)
            let place = block * planes.chromaStride
            (planes.chromaAlpha + place).update(from: chroma, count: grid.width / 2)
            onair_premultiply(planes.u + place, chroma, width / 2)
            onair_premultiply(planes.v + place, chroma, width / 2)
            runs.add(alpha, next, width: grid.width)
        }
    }
}
