import COnAirPixelKernels
import OnAirMedia

/// Finds the opacities of a keyed picture, two rows at a time, and takes the screen's light off its chroma on the way.
/// Keeps its memory. Belongs to one thread.
final class KeyRows {
    private let axes = ScratchMemory()
    private let alpha = ScratchMemory()

    /// Calls `body` for each row of blocks of `picture`, from the top: with the opacities of its two rows of luma and of its
    /// chroma, whose screen's light has been taken off. The last row of an odd height counts twice.
    ///
    /// - Parameters:
    ///   - cover: what the picture covers of its planes, all else is given opacity 0; nil for all.
    ///   - body: the row of blocks; opacities of the upper and the lower row, and of chroma.
    func forEach(
        _ picture: I420Output, _ rule: KeyRule, cover: PictureRect? = nil,
        _ body: (
            _ block: Int, UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt8>
        ) -> Void
    ) {
        let (width, height) = (picture.size.width, picture.size.height)
        let (columns, rows) = ((width + 1) / 2, (height + 1) / 2)
        // Three rows of chroma in two axes, each with room for a vector behind it.
        let length = (columns + 63) & ~31
        let memory = UnsafeMutableRawPointer(axes.reserve(12 * length)).assumingMemoryBound(to: Int16.self)
        let stride = (width + 63) & ~63
        let upper = alpha.reserve(3 * stride)
        let (lower, chroma) = (upper + stride, upper + 2 * stride)
        withUnsafePointer(to: rule.numbers) { key in
            func axis(_ row: Int) -> (x: UnsafeMutablePointer<Int16>, z: UnsafeMutablePointer<Int16>) {
                let x = memory + row % 3 * 2 * length
                return (x, x + length)
            }
            func find(_ row: Int) {
                let (x, z) = axis(row)
                onair_key_axes(
                    picture.u + row * picture.uStride, picture.v + row * picture.vStride, Int32(columns), key, x, z)
            }
            func opacities(_ y: Int, far: Int, _ output: UnsafeMutablePointer<UInt8>) {
                let (near, far) = (axis(y / 2), axis(min(max(far, 0), rows - 1)))
                onair_key_alpha(
                    picture.y + y * picture.yStride, near.x, far.x, near.z, far.z, Int32(width), key, output)
                guard let cover else { return }
                guard y >= cover.y, y < cover.maxY else { return output.update(repeating: 0, count: width) }
                output.update(repeating: 0, count: cover.x)
                (output + cover.maxX).update(repeating: 0, count: width - cover.maxX)
            }
            find(0)
            for block in 0..<rows {
                // Before the row is changed that the next one looks back at.
                if block + 1 < rows { find(block + 1) }
                let hasLower = 2 * block + 1 < height
                opacities(2 * block, far: block - 1, upper)
                if hasLower { opacities(2 * block + 1, far: block + 1, lower) }
                onair_mean_blocks(upper, hasLower ? lower : upper, chroma, Int32(width))
                let (x, z) = axis(block)
                onair_key_spill(
                    picture.u + block * picture.uStride, picture.v + block * picture.vStride, x, z, Int32(columns), key)
                body(block, upper, lower, chroma)
            }
        }
    }
}
