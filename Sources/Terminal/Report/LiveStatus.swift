/// How a broadcast stands at one moment: what the status line, the plain lines and the JSON lines are made from.
public struct LiveStatus: Sendable, Equatable {
    /// Pictures since the start, by what became of them. *Late*, *lagged*, *skipped* and a destination's *dropped*
    /// are four different losses and never added up here.
    public struct Pictures: Sendable, Equatable {
        public var captured: Int64 = 0
        /// Pictures per second that the camera really gives.
        public var captureRate: Double = 0
        /// Pictures of the program: what viewers get.
        public var program: Int64 = 0
        /// Grid points that showed the picture before again.
        public var repeated: Int64 = 0
        /// Captured pictures replaced by a newer one before the mixer took them.
        public var late: Int64 = 0
        /// Grid points the mixer missed.
        public var lagged: Int64 = 0
        /// Pictures the encoder was too slow for.
        public var skipped: Int64 = 0
        /// Captured pictures that found no free memory.
        public var poolEmpty: Int64 = 0
        /// Captured pictures that were damaged.
        public var corrupt: Int64 = 0

        public init() {}
    }

    /// Sound since the start.
    public struct Sound: Sendable, Equatable {
        /// Samples of silence put where no sound came.
        public var silenceSamples: Int64 = 0
        /// Samples of one channel that came for a time already sent.
        public var overlapped: Int64 = 0
        /// Blocks of 10 ms that nobody took in time.
        public var overrun: Int64 = 0
        /// Millionths by which the microphone's clock runs faster than the machine's.
        public var drift: Double = 0
        /// Millionths by which the sound is made longer for that.
        public var correction: Double = 0
        /// Milliseconds that the newest sound lies before its place.
        public var positionError: Double = 0

        public init() {}
    }

    /// A destination or a recording.
    public struct Output: Sendable, Equatable {
        /// How it is shown; holds no key.
        public var id: String
        /// `connecting`, `live` or `ended`; for a recording `recording` or `ended`.
        public var state: String
        /// Bytes sent or written since the start.
        public var bytes: Int64 = 0
        /// Sent or written in the last second, in kbit/s.
        public var kbps: Double = 0
        /// Packets lost because it was too slow.
        public var dropped: Int64 = 0
        /// Media time waiting in its queue, in milliseconds.
        public var queueMilliseconds: Double = 0
        public var queueBytes: Int64 = 0

        public init(id: String, state: String) {
            self.id = id
            self.state = state
        }
    }

    /// Seconds since the start.
    public var time: Double = 0
    /// The stream's state, such as `connecting` or `connected`.
    public var state = "idle"
    /// Encoded pictures in the last second.
    public var fps: Double = 0
    public var videoKbps: Double = 0
    public var audioKbps: Double = 0
    /// Mean time the encoder took for a picture in the last second, in milliseconds.
    public var encodeMilliseconds: Double = 0
    public var pictures = Pictures()
    public var sound = Sound()
    public var destinations: [Output] = []
    public var recordings: [Output] = []
    /// The camera used last; nil for a program without pictures.
    public var camera: LiveEvent.DeviceName?
    /// The microphone used last; nil for a program without sound.
    public var microphone: LiveEvent.DeviceName?

    public init() {}

    /// Everything lost on the way, for the one number a person looks at.
    var losses: Int64 {
        pictures.late + pictures.lagged + pictures.skipped + pictures.poolEmpty + pictures.corrupt
            + destinations.reduce(0) { $0 + $1.dropped } + recordings.reduce(0) { $0 + $1.dropped }
    }

    /// The longest queue, in milliseconds.
    var longestQueue: Double { destinations.map(\.queueMilliseconds).max() ?? 0 }
}
