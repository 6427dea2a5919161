import COnAirPixelKernels
import OnAirMedia

/// Brings pictures of any format, size and colour to a working picture: the door of the house.
///
/// Cuts, converts, scales (mean over the area when shrinking, linear when enlarging), turns and changes colour, in the
/// order that touches the fewest bytes. What a kind of conversion needs is made at its first picture and kept, so a
/// steady stream of pictures allocates nothing. Owned by one thread.
///
/// The `color` of a source in an RGB format says nothing and is ignored: its numbers run from 0 to 255.
public final class PictureConverter {
    private var plan: ConversionPlan?

    public init() {}

    /// Converts the part `crop` of `picture`, turned by `orientation`, to all of `destination`, in its colour.
    ///
    /// - Parameters:
    ///   - picture: any pixel format, size and colour.
    ///   - crop: pixels of `picture` as it is stored, before turning; clipped to the picture. An odd origin is moved
    ///     one pixel to the left or up where the format has no chroma sample of its own there.
    ///   - orientation: how the part is turned and mirrored.
    ///   - destination: an I420 picture of any size and colour. Capture time and sequence are left alone.
    /// - Throws: `PixelError`: the destination is not I420, or the crop lies outside the picture.
    public func convert(
        _ picture: Picture, crop: PictureRect, orientation: ImageOrientation, into destination: inout MutablePicture
    ) throws(PixelError) {
        let request = ConversionPlan.Request(
            source: picture.format, crop: crop, orientation: orientation, destination: destination.format)
        let plan = try plan(for: request)
        // Both buffers outlive the pointers taken from them.
        let (source, target) = (picture.buffer, destination.buffer)
        defer {
            source.endRead()
            withExtendedLifetime((source, target)) {}
        }
        try plan.run(from: SourcePlanes(source), into: I420Output(target))
    }

    private func plan(for request: ConversionPlan.Request) throws(PixelError) -> ConversionPlan {
        if let plan, plan.request == request { return plan }
        let fresh = try ConversionPlan(request)
        plan = fresh
        return fresh
    }
}
