/// The numbers of a broadcast at one moment. Counters count from the start of capture and never go back.
///
/// Three of them are never mixed: *lagged* (the mixer missed its tick), *skipped* (the encoder was too slow) and
/// *dropped* (the network was).
public struct BroadcastStatistics: Equatable, Sendable, Codable {
    /// Seconds since capture started.
    public var uptime = 0.0
    /// The stream's state, such as `connected`; see `StreamState.name`.
    public var state = "idle"
    /// The output that leads; nil while none does.
    public var leader: Int?
    /// How often destinations were live again after a loss, all together.
    public var reconnects = 0
    /// Bytes sent to all destinations.
    public var uploadedBytes: Int64 = 0
    /// Sent to all destinations in kbit/s, over the last second.
    public var uploadKilobitsPerSecond = 0.0
    /// Encoded pictures per second, over the last second.
    public var framesPerSecond = 0.0
    /// Encoded video in kbit/s, over the last second.
    public var videoKilobitsPerSecond = 0.0
    /// Encoded sound in kbit/s, over the last second.
    public var audioKilobitsPerSecond = 0.0
    /// What happened to pictures.
    public var pictures = PictureCounts()
    /// What a picture costs before it is encoded.
    public var work = PictureWork()
    /// What happened to sound.
    public var sound = SoundCounts()
    /// Milliseconds that encoding a picture takes, on average over the last second.
    public var encodeMilliseconds = 0.0
    /// What the encoder is told, and whether it does less than was asked for.
    public var encoder = EncoderStatistics()
    /// Each destination and recording since the start, ended ones too.
    public var outputs: [OutputStatistics] = []

    public init() {}

    /// What happened to pictures, in pictures.
    public struct PictureCounts: Equatable, Sendable, Codable {
        /// Pictures per second that the camera really gives, over the last second; in low light fewer than it promised.
        public var captureRate = 0.0
        /// Taken over from the camera by the mixer.
        public var captured: Int64 = 0
        /// Put on the program's grid, repeats included.
        public var program: Int64 = 0
        /// Put on the grid again because the camera gave no newer one.
        public var repeated: Int64 = 0
        /// Put on the grid anew without a new one of the camera, because something else about them has changed.
        public var redrawn: Int64 = 0
        /// Made for those who look at the preview.
        public var preview: Int64 = 0
        /// Encoded.
        public var encoded: Int64 = 0
        /// Captured, but replaced by a newer one before the mixer took it.
        public var late: Int64 = 0
        /// Captured by a camera faster than the program, and left out for that reason alone.
        public var decimated: Int64 = 0
        /// Left out before encoding because network or machine are given fewer pictures a second.
        public var thinned: Int64 = 0
        /// Captured, but no picture memory was free.
        public var poolEmpty: Int64 = 0
        /// Captured, but unusable.
        public var corrupt: Int64 = 0
        /// Grid points without a picture because the mixer missed its tick.
        public var lagged: Int64 = 0
        /// Not encoded because the encoder was too slow.
        public var skipped: Int64 = 0

        public init() {}
    }

    /// What one picture costs before it is encoded, in milliseconds; means in which the newest pictures count most.
    public struct PictureWork: Equatable, Sendable, Codable {
        /// To bring the camera's picture to its place: cutting, turning, scaling, colour.
        public var convertMilliseconds = 0.0
        /// In the app's picture callback.
        public var callbackMilliseconds = 0.0
        /// In all filters together.
        public var filterMilliseconds = 0.0
        /// In each filter, in the order they are passed.
        public var filters: [FilterWork] = []
        /// To lay the layers over it, for viewers.
        public var mixMilliseconds = 0.0
        /// The same for the preview; 0 while nobody has looked.
        public var previewMilliseconds = 0.0

        public init() {}
    }

    /// What one filter costs.
    public struct FilterWork: Equatable, Sendable, Codable {
        /// The filter's own name.
        public var name: String
        public var milliseconds: Double

        public init(name: String, milliseconds: Double) { (self.name, self.milliseconds) = (name, milliseconds) }
    }

    /// What happened to sound, in samples of one channel.
    public struct SoundCounts: Equatable, Sendable, Codable {
        /// Put on the program's timeline.
        public var program: Int64 = 0
        /// Of these, silence that fills what the microphone did not give.
        public var silence: Int64 = 0
        /// Cut because it was there already.
        public var overlapped: Int64 = 0
        /// Blocks lost because the sound stage was too slow.
        public var overrun: Int64 = 0
        /// Blocks of 1024 samples not encoded because the encoder was too slow.
        public var skipped: Int64 = 0
        /// Millionths by which the microphone's clock is measured to run faster than this machine's: −83 for one that
        /// gives 47 996 samples a second and says 48 000.
        public var drift = 0.0
        /// Millionths by which the sound is made longer to make up for it, within ±500.
        public var correction = 0.0
        /// Milliseconds that the newest sound lies before its place; negative: after.
        public var positionError = 0.0

        public init() {}
    }
}
