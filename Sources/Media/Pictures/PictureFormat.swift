/// Everything that is constant about the pictures of one source.
public struct PictureFormat: Hashable, Sendable {
    public var size: PictureSize
    public var pixels: PixelFormat
    public var color: ColorDescription

    public init(size: PictureSize, pixels: PixelFormat, color: ColorDescription) {
        self.size = size
        self.pixels = pixels
        self.color = color
    }

    /// The working format of the house for a stream of `size`: I420 in the stream's colour.
    public static func working(_ size: PictureSize) -> PictureFormat {
        PictureFormat(size: size, pixels: .i420, color: .stream(for: size))
    }
}
