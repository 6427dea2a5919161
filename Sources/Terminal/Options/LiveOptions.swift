import OnAirMedia

/// What `onair live` was asked to do, checked as far as the words alone can tell.
public struct LiveOptions: Sendable, Equatable {
    /// A place to send to: an address, with its key in it or in a file.
    public struct Destination: Sendable, Equatable {
        /// As typed; may hold a key, so it is never printed.
        public var address: String
        /// The file whose first line is the key, `-` for standard input; nil when the address is complete.
        public var keyFile: String?

        public init(address: String, keyFile: String? = nil) {
            self.address = address
            self.keyFile = keyFile
        }
    }

    /// Where pictures or sound come from.
    public enum Source: Sendable, Equatable {
        case simulated
        case file(String)
        /// For sound only: a stream without a sound track.
        case none
    }

    /// Which way the stream's picture stands.
    public enum Orientation: String, Sendable, CaseIterable {
        case portrait
        case upsideDown = "upside-down"
        case landscapeLeft = "landscape-left"
        case landscapeRight = "landscape-right"
    }

    /// How much is said on standard error.
    public enum LogLevel: String, Sendable, CaseIterable {
        case error, warning, info, debug
    }

    public var destinations: [Destination] = []
    /// Files to record to.
    public var recordings: [String] = []
    public var camera = Source.simulated
    public var microphone = Source.simulated
    /// One of `profileNames`; nil for the default.
    public var profile: String?
    /// Overrides the profile's stream size; multiples of 4.
    public var size: PictureSize?
    /// Overrides the profile's frame rate; 1 to 60.
    public var frameRate: FrameRate?
    /// Overrides the profile's video bitrate, in kbit/s.
    public var bitrate: Int?
    /// Overrides the profile's audio bitrate, in kbit/s.
    public var audioBitrate: Int?
    /// An x264 preset; nil for the default.
    public var preset: String?
    /// Encoder threads; nil for the default.
    public var threads: Int?
    /// When to end by itself; nil for never.
    public var duration: MediaTime?
    /// JSON lines on standard output instead of text for people.
    public var json = false
    public var mirror = false
    public var orientation: Orientation?
    public var mute = false
    public var logLevel = LogLevel.warning
    /// Nothing on standard error but errors.
    public var quiet = false

    public init() {}

    /// The names `profile` may have.
    public static let profileNames = [
        "360p_auto", "360p_1", "360p_2", "360p_3", "540p_auto", "540p_1", "540p_2", "540p_3", "720p_auto", "720p_1",
        "720p_2", "720p_3", "1080p_1",
    ]

    /// The x264 presets, fastest first.
    public static let presetNames = [
        "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower",
    ]
}
