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

    /// Where pictures or sound come from, in the words of the command line: a kind such as `auto`, `file:PATH`, or a
    /// device's ID as `onair devices` shows it. Whether there is such a device is not known here.
    public struct Source: Sendable, Hashable {
        public let text: String

        private init(known text: String) { self.text = text }

        /// The machine's own device, else the simulated one.
        public static let automatic = Source(known: "auto")
        public static let simulated = Source(known: "simulated")
        /// A stream without this track.
        public static let none = Source(known: "none")

        /// A media file, looped.
        public static func file(_ path: String) -> Source { Source(known: "file:\(path)") }

        /// What the words after `--camera` may be, besides `file:PATH` and IDs.
        public static let cameraWords = ["auto", "front", "back", "simulated", "none"]
        /// What the words after `--warm-camera` may be, besides IDs.
        public static let warmCameraWords = ["front", "back", "simulated"]
        /// What the words after `--mic` may be, besides `file:PATH` and IDs.
        public static let microphoneWords = ["auto", "simulated", "none"]

        /// Reads the value of `--camera` or `--mic`.
        ///
        /// - Parameters:
        ///   - option: the option's name, for the error.
        ///   - words: the kinds it may name.
        /// - Throws: `UsageError` for a word that is none of these and no ID, with the likely one.
        public init(_ text: String, option: String, words: [String]) throws(UsageError) {
            self.text = text
            guard !words.contains(text) else { return }
            // It would be repeated where there is no such device, and it may hold a key.
            guard !text.contains("://") else {
                throw UsageError(
                    .badValue, "--\(option) cannot be an address.", advice: "`onair devices` lists what there is.")
            }
            let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            // An ID is BACKEND:NAME.
            if parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty { return }
            // A device may be named by its node as well.
            if text.hasPrefix("/dev/") { return }
            let advice: String
            if parts.count == 2, parts[0] == "file" {
                advice = "Write file:PATH."
            } else if parts.count == 2, !parts[0].isEmpty {
                advice = "An ID is whole: \(parts[0]):NAME, as `onair devices` lists it."
            } else if let near = Spelling.nearest(to: text, among: words) {
                advice = "Did you mean \(near)?"
            } else if text.hasPrefix("/") {
                advice = "`onair devices` lists the IDs there are; a media file is file:\(text)."
            } else {
                let node = option == "camera" ? " or a node such as /dev/video0" : ""
                advice = "It is \(words.joined(separator: ", ")), file:PATH, or an ID of `onair devices`\(node)."
            }
            throw UsageError(.badValue, "--\(option) cannot be \"\(text)\".", advice: advice)
        }
    }

    /// Which way the stream's picture stands.
    public enum Orientation: String, Sendable, CaseIterable {
        case portrait
        case upsideDown = "upside-down"
        case landscapeLeft = "landscape-left"
        case landscapeRight = "landscape-right"
    }

    /// How often a lost destination is tried again.
    public enum Attempts: Sendable, Equatable {
        case unlimited
        case limited(Int)
    }

    /// How the bitrate follows the network.
    public enum Adaptation: String, Sendable, CaseIterable {
        case normal, conservative, off
    }

    /// What the camera's picture goes through, in the words of `FilterStep`.
    public enum Filter: Sendable, Equatable {
        /// A filter with its settings, or `none`.
        case step(String)
        /// A look, beside what is there without it.
        case look(String)
    }

    /// How much is said on standard error.
    public enum LogLevel: String, Sendable, CaseIterable {
        case error, warning, info, debug
    }

    public var destinations: [Destination] = []
    /// Files to record to.
    public var recordings: [String] = []
    public var camera = Source.automatic
    public var microphone = Source.automatic
    /// A preset of the camera; nil leaves it as it is.
    public var cameraPreset: String?
    /// Cameras that are kept ready for a switch.
    public var warmCameras: [Source] = []
    /// What the simulated devices are to suffer, in the words of `SimulatedFaultScript`.
    public var simulatedFaults: [String] = []
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
    /// Every destination's first connect is tried again too.
    public var keepsTrying = false
    /// Nil for the default: without end.
    public var reconnectAttempts: Attempts?
    /// Seconds between two attempts; nil for the default.
    public var reconnectDelay: Double?
    /// Nil for the default.
    public var adaptation: Adaptation?
    /// How far the bitrate may fall, in kbit/s; nil for the default.
    public var minimumBitrate: Int?
    /// The port on loopback where metrics are served, 0 for any; nil serves none.
    public var metricsPort: UInt16?
    /// When to end by itself; nil for never.
    public var duration: MediaTime?
    /// JSON lines on standard output instead of text for people.
    public var json = false
    public var mirror = false
    public var orientation: Orientation?
    /// A file of scenes.
    public var scenes: String?
    /// The scene of that file to begin with; nil for its first.
    public var scene: String?
    /// What is laid over every scene, from bottom to top.
    public var overlays: [Overlay] = []
    /// A video behind the camera, which goes into a corner.
    public var video: String?
    /// How loud that video is, 0 to 2.
    public var videoVolume = 1.0
    /// Where the camera lies; nil for all of the picture, or a corner of the video's.
    public var cameraPlace: Place?
    /// A picture shown while the camera gives none.
    public var slate: String?
    /// How scenes and cameras give way to each other, in the words of `PictureTransition`; nil for the default.
    public var transition: String?
    /// What the camera's picture goes through, in this order; empty for the default.
    public var filters: [Filter] = []
    /// Enlarges the camera's picture about its middle, 1 to 8; nil for not.
    public var zoom: Double?
    /// Where a picture of the program is written once it is live; PNG or JPEG by its ending.
    public var snapshot: String?
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
