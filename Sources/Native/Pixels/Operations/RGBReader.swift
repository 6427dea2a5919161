import OnAirMedia

/// Makes I420 pictures out of bitmaps: the way back is `RGBWriter`. Slow: not for the picture thread.
public enum RGBReader {
    /// `bitmap` laid over `background`, as a picture of its size.
    ///
    /// - Parameter color: the colour of the result.
    /// - Throws: `PixelError` where the bitmap is larger than layers may be.
    public static func picture(
        of bitmap: ImageBitmap, color: ColorDescription, over background: PictureColor = .black
    ) throws(PixelError) -> Picture {
        let format = PictureFormat(size: bitmap.size, pixels: .i420, color: color)
        guard
            var picture = PicturePool(format: format, capacity: 1).take(
                captureTime: HostTime(nanoseconds: 0), sequence: 0)
        else { preconditionFailure("a fresh pool has a picture") }
        let whole = PictureRect(bitmap.size)
        PictureOperations.fill(&picture, with: background)
        let layer = try LayerRenderer(color: color).prepare(bitmap, crop: whole, orientation: .up, frame: whole)
        layer.blend(onto: &picture)
        return picture.freeze()
    }
}
