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
        /// Captured pictures left out because the camera is faster than the program.
        public var decimated: Int64 = 0
        /// Left out before encoding because network or machine are given fewer pictures a second.
        public var thinned: Int64 = 0
        /// Pictures that were encoded.
        public var encoded: Int64 = 0
        /// Made anew without a new one of the camera, because something in the scene has changed.
        public var redrawn: Int64 = 0
        /// Made for those who look at the preview.
        public var preview: Int64 = 0

        public init() {}
    }

    /// What a picture costs before it is encoded, in milliseconds; recent ones count most.
    public struct Work: Sendable, Equatable {
        /// Cutting, turning, scaling and converting the camera's.
        public var convert: Double = 0
        /// All filters together.
        public var filter: Double = 0
        /// Laying the layers over it.
        public var mix: Double = 0
        /// The same for the preview.
        public var preview: Double = 0

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
        /// Blocks of 1024 samples that the encoder was too slow for.
        public var skipped: Int64 = 0
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
        /// What went out of one track, and what waits.
        public struct Track: Sendable, Equatable {
            public var packets: Int64 = 0
            public var bytes: Int64 = 0
            /// In the last second, in kbit/s.
            public var kbps: Double = 0
            /// Packets lost because it was too slow.
            public var dropped: Int64 = 0
            public var queuePackets: Int64 = 0
            public var queueBytes: Int64 = 0
            /// Media time waiting, in milliseconds.
            public var queueMilliseconds: Double = 0

            public init() {}
        }

        /// How it is shown; holds no key.
        public var id: String
        /// `connecting`, `live`, `reconnecting` or `ended`; for a recording `recording` or `ended`.
        public var state: String
        /// Its network moves the bitrate.
        public var isLeader = false
        /// Seconds that it has been live this time.
        public var liveSeconds: Double = 0
        public var attempts: Int64 = 0
        /// How often it was live again after a loss.
        public var reconnects: Int64 = 0
        /// The stable code of what it was lost for last.
        public var lastError: String?
        /// Seconds until the next attempt, where it reconnects.
        public var nextTry: Double?
        /// Bytes sent or written since the start.
        public var bytes: Int64 = 0
        /// Sent or written in the last second, in kbit/s.
        public var kbps: Double = 0
        /// Packets lost because it was too slow.
        public var dropped: Int64 = 0
        /// Packets that came while no server took them.
        public var missed: Int64 = 0
        /// Media time waiting in its queue, in milliseconds.
        public var queueMilliseconds: Double = 0
        public var queueBytes: Int64 = 0
        public var queuePackets: Int64 = 0
        public var video = Track()
        public var audio = Track()
        /// Bytes the peer has acknowledged.
        public var acknowledgedBytes: Int64 = 0
        /// Bytes handed to the kernel that it has not.
        public var unacknowledgedBytes: Int64 = 0
        /// To the peer and back; nil where it has not been measured.
        public var roundTripMilliseconds: Double?
        /// Segments sent once more.
        public var retransmits: Int64 = 0
        /// 0 flows freely, 1 takes nothing.
        public var congestion: Double = 0
        /// From a picture's capture to its last byte handed over, in milliseconds: median, and what 95 % stay below.
        public var latencyMedian: Double?
        public var latency95: Double?

        public init(id: String, state: String) {
            self.id = id
            self.state = state
        }
    }

    /// What the encoder is told.
    public struct Encoder: Sendable, Equatable {
        /// The bitrate it aims at, and what that may rise to, in kbit/s.
        public var kbps: Double = 0
        public var ceilingKbps: Double = 0
        /// Pictures a second that it is given at most.
        public var fps: Double = 0
        /// Steps below what was asked for, because this machine is too slow.
        public var step: Int64 = 0
        public var preset = ""
        public var width: Int64 = 0
        public var height: Int64 = 0

        public init() {}
    }

    /// Seconds since the start.
    public var time: Double = 0
    /// The output that leads, as it is shown.
    public var leader: String?
    /// How often destinations were live again after a loss.
    public var reconnects: Int64 = 0
    /// Sent to all destinations: since the start, and in the last second.
    public var uploadBytes: Int64 = 0
    public var uploadKbps: Double = 0
    public var encoder = Encoder()
    /// The stream's state, such as `connecting` or `connected`.
    public var state = "idle"
    /// Encoded pictures in the last second.
    public var fps: Double = 0
    public var videoKbps: Double = 0
    public var audioKbps: Double = 0
    /// Mean time the encoder took for a picture in the last second, in milliseconds.
    public var encodeMilliseconds: Double = 0
    public var pictures = Pictures()
    public var work = Work()
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

    /// The destination whose trouble is worth a word: the one that leads, else the first that reconnects.
    var troubled: Output? {
        destinations.first { $0.isLeader && $0.state == "reconnecting" }
            ?? destinations.first { $0.state == "reconnecting" }
    }

    /// The longest queue, in milliseconds.
    var longestQueue: Double { destinations.map(\.queueMilliseconds).max() ?? 0 }
}
