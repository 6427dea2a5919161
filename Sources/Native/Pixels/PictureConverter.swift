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
    private let scratch = ConversionScratch()

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
        // The buffer outlives the pointers taken from it.
        let target = destination.buffer
        defer { withExtendedLifetime(target) {} }
        try convert(picture, request, into: I420Output(target))
    }

    /// The same into memory that is no picture's.
    func convert(
        _ picture: Picture, crop: PictureRect, orientation: ImageOrientation, into output: I420Output,
        color: ColorDescription
    ) throws(PixelError) {
        let request = ConversionPlan.Request(
            source: picture.format, crop: crop, orientation: orientation,
            destination: PictureFormat(size: output.size, pixels: .i420, color: color))
        try convert(picture, request, into: output)
    }

    private func convert(_ picture: Picture, _ request: ConversionPlan.Request, into output: I420Output)
        throws(PixelError)
    {
        let plan = try plan(for: request)
        let source = picture.buffer
        defer {
            source.endRead()
            withExtendedLifetime(source) {}
        }
        try plan.run(from: SourcePlanes(source), into: output)
    }

    private func plan(for request: ConversionPlan.Request) throws(PixelError) -> ConversionPlan {
        if let plan, plan.request == request { return plan }
        let fresh = try ConversionPlan(request, scratch)
        plan = fresh
        return fresh
    }
}
