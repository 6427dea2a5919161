import OnAirBeauty
import OnAirImages
import OnAirMedia
import OnAirPixels

/// Reads pictures that filters show. Slow: not for the picture thread.
public enum FilterPicture {
    /// The first picture of the file at `path`, upright, where it is not opaque over black.
    ///
    /// - Throws: `FilterError` of kind `unreadable` or `broken`.
    public static func load(_ path: String) throws(FilterError) -> Picture {
        let bitmap: ImageBitmap?
        do throws(ImageError) {
            bitmap = try ImageReader.read(path: path).frames.first?.bitmap
        } catch {
            throw FilterError(error.kind == .unreadable ? .unreadable : .broken, error.message, advice: error.advice)
        }
        guard let bitmap else { throw FilterError(.broken, "\(path) has no picture.") }
        do throws(PixelError) {
            return try RGBReader.picture(of: bitmap, color: .stream(for: bitmap.size))
        } catch {
            throw FilterError(.broken, "\(path) cannot be shown: \(error.message)")
        }
    }
}
