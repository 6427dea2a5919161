import COnAirPixelKernels
import OnAirMedia

/// What is done to whole I420 pictures: filling, copying, and the steps of transitions. Amounts are 0 to 256 and clamped.
///
/// - Precondition: of all of them: pictures are I420 and of the target's size and colour.
public enum PictureOperations {
    /// Fills all of `target` with `color`.
    public static func fill(_ target: inout MutablePicture, with color: PictureColor) {
        fill(&target, PictureRect(target.format.size), with: color)
    }

    /// Mixes `rect` of `target`, which may stand out of it, with `color`; a block that is covered in part gets that part
    /// of the chroma.
    ///
    /// - Parameter alpha: 0 (nothing) to 256 (the colour alone).
    public static func fill(
        _ target: inout MutablePicture, _ rect: PictureRect, with color: PictureColor, alpha: Int = 256
    ) {
        precondition(target.format.pixels == .i420, "I420 pictures are filled")
        let size = target.format.size
        guard let part = rect.intersection(PictureRect(size)) else { return }
        let buffer = target.buffer
        defer { withExtendedLifetime(buffer) {} }
        let output = I420Output(buffer)
        let code = ColorTransform.code(of: color, in: target.format.color)
        let amount = min(max(alpha, 0), 256)
        for y in part.y..<part.maxY {
            let row = output.y + y * output.yStride + part.x
            onair_mix_value(row, Int32(code.y), Int32(amount), row, Int32(part.width))
        }
        for block in part.y / 2..<(part.maxY + 1) / 2 {
            // How much of the block's rows and columns are covered, in halves; the target's last ones may have one alone.
            let rows = coverage(block, part.y, part.maxY, of: size.height)
            func mix(_ blocks: Range<Int>, _ share: Int) {
                let (u, v) = (output.u + block * output.uStride, output.v + block * output.vStride)
                let part = Int32(amount * rows * share / 4)
                let count = Int32(blocks.count)
                onair_mix_value(u + blocks.lowerBound, Int32(code.u), part, u + blocks.lowerBound, count)
                onair_mix_value(v + blocks.lowerBound, Int32(code.v), part, v + blocks.lowerBound, count)
            }
            let (first, end) = (part.x / 2, (part.maxX + 1) / 2)
            let left = coverage(first, part.x, part.maxX, of: size.width)
            mix(first..<first + 1, left)
            guard end - first > 1 else { continue }
            if end - first > 2 { mix(first + 1..<end - 1, 2) }
            mix(end - 1..<end, coverage(end - 1, part.x, part.maxX, of: size.width))
        }
    }

    /// Half pixels of block `block` that lie in `start`..<`end`: 1 or 2; a block at the edge of an odd side has one pixel
    /// that counts for two.
    private static func coverage(_ block: Int, _ start: Int, _ end: Int, of side: Int) -> Int {
        let covered = min(end, 2 * block + 2) - max(start, 2 * block)
        return 2 * block + 1 == side ? 2 : covered
    }

    /// Copies `picture` into `target`.
    public static func copy(_ picture: Picture, into target: inout MutablePicture) {
        rows(of: picture, picture, &target) { first, _, output, count in output.update(from: first, count: count) }
    }

    /// Mixes two pictures: `amount` 0 gives `first`, 256 gives `second`.
    public static func fade(_ first: Picture, _ second: Picture, amount: Int, into target: inout MutablePicture) {
        let amount = Int32(min(max(amount, 0), 256))
        rows(of: first, second, &target) { first, second, output, count in
            onair_mix_rows(first, second, amount, output, Int32(count))
        }
    }

    /// Mixes `picture` into `target`: `amount` 0 leaves it, 256 gives `picture`.
    public static func fade(_ target: inout MutablePicture, to picture: Picture, amount: Int) {
        let amount = Int32(min(max(amount, 0), 256))
        rows(of: picture, picture, &target) { _, second, output, count in
            onair_mix_rows(output, second, amount, output, Int32(count))
        }
    }

    /// One picture pushes another out: `first` is moved by (`x`, `y`), and `second` follows close behind it.
    ///
    /// - Parameters:
    ///   - x: pixels to the right, negative to the left; rounded towards 0 to an even number; from the width on `second`
    ///     is all there is.
    ///   - y: pixels down, negative up; likewise. One of the two is 0.
    public static func push(
        _ first: Picture, _ second: Picture, x: Int, y: Int, into target: inout MutablePicture
    ) {
        let size = target.format.size
        guard abs(x) < size.width, abs(y) < size.height else { return copy(second, into: &target) }
        place(first, &target, x / 2, y / 2, follows: false)
        place(second, &target, x / 2, y / 2, follows: true)
    }

    /// Brightens `picture`: `amount` 0 gives it as it is, 256 gives white.
    public static func brighten(_ picture: Picture, amount: Int, into target: inout MutablePicture) {
        let white = ColorTransform.code(of: .white, in: target.format.color)
        let amount = Int32(min(max(amount, 0), 256))
        check(picture, target)
        planes(&target, picture) { plane, input, output in
            let value = Int32(plane == 0 ? white.y : plane == 1 ? white.u : white.v)
            for row in 0..<output.rows {
                onair_mix_value(
                    input.base + row * input.stride, value, amount, output.base + row * output.stride,
                    Int32(output.bytesPerRow))
            }
        }
    }

    /// Copies `picture` with left and right exchanged.
    public static func mirror(_ picture: Picture, into target: inout MutablePicture) throws(PixelError) {
        check(picture, target)
        let (source, buffer) = (picture.buffer, target.buffer)
        defer {
            source.endRead()
            withExtendedLifetime((source, buffer)) {}
        }
        let input = I420Input(SourcePlanes(source), PictureRect(picture.format.size))
        try I420Transform.turn(input, .upMirrored, into: I420Output(buffer))
    }

    /// Writes a picture moved by blocks, or the one that follows close behind it.
    private static func place(
        _ picture: Picture, _ target: inout MutablePicture, _ blocksX: Int, _ blocksY: Int, follows: Bool
    ) {
        check(picture, target)
        planes(&target, picture) { plane, input, output in
            let grain = plane == 0 ? 2 : 1
            var (x, y) = (blocksX * grain, blocksY * grain)
            if follows {
                guard x != 0 || y != 0 else { return }
                x -= x.signum() * output.bytesPerRow
                y -= y.signum() * output.rows
            }
            let (left, right) = (max(x, 0), min(output.bytesPerRow + x, output.bytesPerRow))
            let (top, bottom) = (max(y, 0), min(output.rows + y, output.rows))
            guard right > left, bottom > top else { return }
            for row in top..<bottom {
                (output.base + row * output.stride + left).update(
                    from: input.base + (row - y) * input.stride + left - x, count: right - left)
            }
        }
    }

    private static func check(_ picture: Picture, _ target: borrowing MutablePicture) {
        precondition(target.format.pixels == .i420, "I420 pictures are worked on")
        precondition(
            picture.format.size == target.format.size && picture.format.pixels == .i420,
            "both pictures are I420 and of one size")
    }

    private static func planes(
        _ target: inout MutablePicture, _ picture: Picture,
        _ body: (_ plane: Int, PicturePlane, MutablePicturePlane) -> Void
    ) {
        for plane in 0..<3 {
            target.withMutablePlane(plane) { output in picture.withPlane(plane) { body(plane, $0, output) } }
        }
    }

    private static func rows(
        of first: Picture, _ second: Picture, _ target: inout MutablePicture,
        _ body: (UnsafePointer<UInt8>, UnsafePointer<UInt8>, UnsafeMutablePointer<UInt8>, Int) -> Void
    ) {
        check(first, target)
        check(second, target)
        for plane in 0..<3 {
            target.withMutablePlane(plane) { output in
                first.withPlane(plane) { first in
                    second.withPlane(plane) { second in
                        for row in 0..<output.rows {
                            body(
                                first.base + row * first.stride, second.base + row * second.stride,
                                output.base + row * output.stride, output.bytesPerRow)
                        }
                    }
                }
            }
        }
    }
}
