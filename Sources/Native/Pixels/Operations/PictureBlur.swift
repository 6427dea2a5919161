import COnAirPixelKernels
import OnAirMedia

/// Blurs I420 pictures, as a lens out of focus does. Keeps the memory it needs. Belongs to one thread.
public final class PictureBlur {
    private let scratch = ScratchMemory()

    public init() {}

    /// Blurs `picture` into `target`.
    ///
    /// - Parameter radius: half the width of the box that is averaged, twice each way, in pixels; 0 copies. At most 100.
    /// - Precondition: both are I420 and of one size.
    public func blur(_ picture: Picture, radius: Double, into target: inout MutablePicture) {
        guard radius > 0 else { return PictureOperations.copy(picture, into: &target) }
        precondition(
            picture.format.size == target.format.size && picture.format.pixels == .i420
                && target.format.pixels == .i420, "both pictures are I420 and of one size")
        for plane in 0..<3 {
            let reach = min(radius, 100) / (plane == 0 ? 1 : 2)
            target.withMutablePlane(plane) { output in
                picture.withPlane(plane) { input in
                    let (width, height) = (input.bytesPerRow, input.rows)
                    let from = scratch.reserve(2 * width * height)
                    let to = from + width * height
                    for row in 0..<height {
                        (from + row * width).update(from: input.base + row * input.stride, count: width)
                    }
                    BoxBlur.blur(from, to, width, height, radius: reach)
                    for row in 0..<height {
                        (output.base + row * output.stride).update(from: to + row * width, count: width)
                    }
                }
            }
        }
    }
}
