import OnAirMedia

/// What is asked of a camera when it is opened. What it grants may differ, and its source says what that is.
public struct CameraRequest: Hashable, Sendable {
    /// The picture size wanted.
    public var size: PictureSize
    /// The rate wanted.
    public var frameRate: FrameRate
    /// The pixel format wanted; nil leaves it to the driver.
    public var pixels: PixelFormat?

    public init(size: PictureSize, frameRate: FrameRate, pixels: PixelFormat? = nil) {
        (self.size, self.frameRate, self.pixels) = (size, frameRate, pixels)
    }
}
