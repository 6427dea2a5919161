import OnAirImages
import OnAirMedia
import OnAirPixels

/// Makes picture files out of pictures of the program. Slow: not for the picture thread.
public enum Snapshot {
    /// `picture`, standing upright, as a file of `format`.
    ///
    /// - Throws: `ImageError` where it cannot be encoded.
    public static func file(of picture: Picture, as format: SnapshotFormat) throws(ImageError) -> [UInt8] {
        let bitmap: ImageBitmap
        do throws(PixelError) {
            bitmap = try RGBWriter.bitmap(of: PictureTurner().turned(picture) ?? picture)
        } catch {
            throw ImageError(.encoding, "The picture could not be brought into a file: \(error.message)")
        }
        switch format {
        case .png: return try ImageWriter.png(bitmap)
        case .jpeg(let quality): return try ImageWriter.jpeg(bitmap, quality: quality)
        }
    }
}
