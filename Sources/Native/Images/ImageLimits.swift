import OnAirMedia

/// How large a picture that is read may be. What is larger is refused before memory is taken for it.
public struct ImageLimits: Equatable, Sendable {
    /// Pixels of width and of height. Default 8192.
    public var side: Int
    /// Pixels of one picture. Default 33554432 (33 megapixels).
    public var pixels: Int
    /// Bytes of all the pictures of an animation, four for each pixel and some for each picture. Default 256 MiB.
    public var animationBytes: Int
    /// Bytes of the file. Default 128 MiB.
    public var fileBytes: Int

    public init(
        side: Int = 8192, pixels: Int = 33_554_432, animationBytes: Int = 256 << 20, fileBytes: Int = 128 << 20
    ) {
        self.side = side
        self.pixels = pixels
        self.animationBytes = animationBytes
        self.fileBytes = fileBytes
    }

    /// - Throws: `ImageError` of kind `tooLarge` where a picture of `size` is more than is allowed, `broken` where it has
    ///   no pixel.
    func check(_ size: PictureSize, in name: String) throws(ImageError) {
        guard size.width >= 1, size.height >= 1 else {
            throw ImageError(.broken, "\(name) has a picture of \(size) pixels.", advice: "Choose another file.")
        }
        guard size.width <= side, size.height <= side, size.width * size.height <= pixels else {
            throw ImageError(
                .tooLarge,
                "\(name) has \(size) pixels; at most \(side) a side and \(pixels / 1_000_000) megapixels are allowed.",
                advice: "Make it smaller.")
        }
    }

    /// - Throws: `ImageError` of kind `tooLarge` where `count` pictures of `size` are more than is allowed.
    func check(_ size: PictureSize, frames count: Int, in name: String) throws(ImageError) {
        // Each picture takes some memory beside its pixels, however small it is.
        let bytes = (((4 * size.width + 63) & ~63) * size.height + 256).multipliedReportingOverflow(by: count)
        guard bytes.overflow || bytes.partialValue > animationBytes else { return }
        throw ImageError(
            .tooLarge,
            "\(name) has \(count) pictures of \(size): \(bytes.partialValue >> 20) MiB; at most \(animationBytes >> 20) MiB are allowed.",
            advice: "Make it smaller or shorter, or show it as a video.")
    }
}
