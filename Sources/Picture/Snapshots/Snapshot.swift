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
            bitmap = try RGBWriter.bitmap(of: upright(picture))
        } catch {
            throw ImageError(.encoding, "The picture could not be brought into a file: \(error.message)")
        }
        switch format {
        case .png: return try ImageWriter.png(bitmap)
        case .jpeg(let quality): return try ImageWriter.jpeg(bitmap, quality: quality)
        }
    }

    private static func upright(_ picture: Picture) throws(PixelError) -> Picture {
        guard picture.orientation != .up else { return picture }
        var format = picture.format
        format.size = format.size.turned(picture.orientation)
        guard var target = PicturePool(format: format, capacity: 1).take(captureTime: picture.captureTime, sequence: 0)
        else { return picture }
        try PictureConverter().convert(
            picture, crop: PictureRect(picture.format.size), orientation: picture.orientation, into: &target)
        return target.freeze()
    }
}
