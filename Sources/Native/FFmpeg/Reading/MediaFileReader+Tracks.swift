import OnAirMedia

extension MediaFileReader {
    /// Which tracks of a file are wanted.
    public struct Tracks: OptionSet, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The best video track.
        public static let video = Tracks(rawValue: 1)
        /// The best sound track.
        public static let sound = Tracks(rawValue: 2)
        /// Whatever the file has.
        public static let all: Tracks = [.video, .sound]
    }

    /// What is constant about a file's pictures.
    public struct VideoTrack: Equatable, Sendable {
        /// Size, pixel layout as the decoder gives it, and colour as the file declares it: where it declares nothing,
        /// BT.709 if the shorter side has at least 720 pixels, else BT.601, and limited range (full for RGB).
        public var format: PictureFormat
        /// Average pictures a second; 25 where the file does not tell.
        public var frameRate: FrameRate
        /// Degrees to turn a picture clockwise for it to stand upright: 0, 90, 180 or 270.
        public var rotation: Int
        /// The width of a pixel by its height, before it is turned: 1 but for some old recordings.
        public var pixelAspect = Rational(1, 1)
    }

    /// What `next` found.
    public enum Item: Equatable, Sendable {
        /// A picture, shown `time` after the start of the file. `copyPicture` copies it.
        case picture(time: MediaTime)
        /// `sampleCount` samples per channel from `time` on, at most `soundBlockSize`. `copySound` copies them.
        case sound(time: MediaTime, sampleCount: Int)
    }
}
