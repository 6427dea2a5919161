import OnAirMedia
import OnAirPixels

/// Turns finished pictures for whoever shows or writes them. Belongs to one thread at a time; turning the same kind again
/// allocates nothing.
package final class PictureTurner {
    private let converter = PictureConverter()
    private var pool: PicturePool?

    /// Pictures that whoever shows them may hold, and one being made.
    private static let capacity = 4

    package init() {}

    /// `picture`, standing as its own orientation and then `orientation` say; nil while too many are held.
    ///
    /// - Throws: `PixelError` where it cannot be turned.
    package func turned(_ picture: Picture, by orientation: ImageOrientation = .up) throws(PixelError) -> Picture? {
        let whole = picture.orientation.then(orientation)
        guard whole != .up else { return picture.orientation == .up ? picture : picture.oriented(.up) }
        var format = picture.format
        format.size = format.size.turned(whole)
        if pool?.format != format { pool = PicturePool(format: format, capacity: Self.capacity) }
        guard
            var target = pool?.take(captureTime: picture.captureTime, sequence: picture.sequence)
        else { return nil }
        try converter.convert(
            picture, crop: PictureRect(picture.format.size), orientation: whole, into: &target)
        return target.freeze()
    }
}
