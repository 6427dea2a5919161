/// Pictures that show one after another: what an animated GIF, PNG or WebP holds. A still picture is one frame.
public struct ImageSequence: Sendable {
    /// One picture and how long it shows.
    public struct Frame: Sendable {
        public let bitmap: ImageBitmap
        /// How long it shows; above zero.
        public let duration: MediaTime

        public init(bitmap: ImageBitmap, duration: MediaTime) {
            self.bitmap = bitmap
            self.duration = duration
        }
    }

    /// At least one; all of one size.
    public let frames: [Frame]
    /// How often it plays, then its last frame stays; nil for ever.
    public let plays: Int?

    /// - Precondition: there is at least one frame.
    public init(frames: [Frame], plays: Int? = nil) {
        precondition(!frames.isEmpty, "a sequence has at least one frame")
        self.frames = frames
        self.plays = plays
    }

    /// One picture that stays.
    public init(_ bitmap: ImageBitmap) {
        self.init(frames: [Frame(bitmap: bitmap, duration: MediaTime(value: 1, timescale: 1))], plays: 1)
    }

    /// Width and height of every frame.
    public var size: PictureSize { frames[0].bitmap.size }

    /// Whether it ever changes.
    public var isAnimated: Bool { frames.count > 1 }
}
