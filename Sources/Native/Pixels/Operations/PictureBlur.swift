import OnAirMedia

/// Blurs I420 pictures, as a lens out of focus does: a box twice each way. A great radius is worked out in a smaller
/// picture. Keeps the memory it needs, so that a live radius allocates nothing once each size was used. Belongs to one
/// thread.
public final class PictureBlur {
    /// The greatest radius, in pixels.
    public static let greatest = 100.0

    private var size = PictureSize(width: 0, height: 0)
    private var luma: PlaneBlur?
    private var chroma: PlaneBlur?

    public init() {}

    /// Blurs `picture` into `target`.
    ///
    /// - Parameter radius: half the width of the box that is averaged, in pixels, fractions too; 0 or less copies, more
    ///   than `greatest` counts as that.
    /// - Precondition: both are I420 and of one size.
    public func blur(_ picture: Picture, radius: Double, into target: inout MutablePicture) {
        guard radius > 0 else { return PictureOperations.copy(picture, into: &target) }
        precondition(
            picture.format.size == target.format.size && picture.format.pixels == .i420
                && target.format.pixels == .i420, "both pictures are I420 and of one size")
        let radius = min(radius, Self.greatest)
        let (luma, chroma) = blurs(for: picture.format.size)
        for plane in 0..<3 {
            target.withMutablePlane(plane) { output in
                picture.withPlane(plane) { input in
                    (plane == 0 ? luma : chroma).blur(
                        input.base, input.stride, radius: plane == 0 ? radius : radius / 2, into: output.base,
                        output.stride)
                }
            }
        }
    }

    private func blurs(for size: PictureSize) -> (PlaneBlur, PlaneBlur) {
        if size == self.size, let luma, let chroma { return (luma, chroma) }
        let fresh = (
            PlaneBlur(size: size),
            PlaneBlur(size: PictureSize(width: (size.width + 1) / 2, height: (size.height + 1) / 2))
        )
        (self.size, luma, chroma) = (size, fresh.0, fresh.1)
        return fresh
    }
}
