/// The numbers of one destination or recording. Counters count from its beginning, over all attempts.
public struct OutputStatistics: Equatable, Sendable, Codable {
    /// What went out of one track, and what waits.
    public struct Track: Equatable, Sendable, Codable {
        /// Packets sent or written.
        public var packets: Int64 = 0
        /// Their bytes.
        public var bytes: Int64 = 0
        /// Sent or written in kbit/s, over the last second.
        public var kilobitsPerSecond = 0.0
        /// Packets given up because the network was too slow.
        public var dropped: Int64 = 0
        /// Packets waiting.
        public var queuePackets = 0
        /// Bytes waiting.
        public var queueBytes = 0
        /// Milliseconds of program waiting.
        public var queueMilliseconds: Int64 = 0

        public init() {}
    }

    /// Counts the kit's outputs from 1.
    public var id: Int
    public var kind: OutputStatus.Kind
    /// The address or path as it may be shown: without key, password or query.
    public var name: String
    /// `connecting`, `live`, `reconnecting` or `ended`.
    public var state: String
    /// It leads: its network moves the program's bitrate.
    public var isLeader = false
    /// Seconds that it has been live this time; 0 while it is not.
    public var liveSeconds = 0.0
    /// Attempts to connect.
    public var attempts = 0
    /// How often it was live again after a loss.
    public var reconnects = 0
    /// The code of what it was lost for last, such as `connection-broken`; nil before the first loss.
    public var lastError: String?
    /// The same in words; holds no secret.
    public var lastErrorMessage: String?
    /// Bytes sent or written.
    public var bytes: Int64 = 0
    /// Of these, bytes that the peer has acknowledged. 0 for a recording.
    public var acknowledgedBytes: Int64 = 0
    /// Sent or written in kbit/s, over the last second.
    public var kilobitsPerSecond = 0.0
    /// Packets given up because the network was too slow.
    public var dropped: Int64 = 0
    /// Packets that came while no server took them; never counted as dropped.
    public var missed: Int64 = 0
    /// Pictures.
    public var video = Track()
    /// Sound.
    public var audio = Track()
    /// Milliseconds of program waiting to be sent.
    public var queueMilliseconds: Int64 = 0
    /// Bytes waiting to be sent.
    public var queueBytes = 0
    /// Packets waiting to be sent.
    public var queuePackets = 0
    /// Bytes handed to the kernel that the peer has not acknowledged.
    public var unacknowledgedBytes = 0
    /// Milliseconds to the peer and back, smoothed, as the kernel measures; nil before the first measurement.
    public var roundTripMilliseconds: Double?
    /// Segments that had to be sent once more, in the present connection.
    public var retransmits = 0
    /// How full the way there is: 0 flows freely, 1 takes nothing.
    public var congestion = 0.0
    /// Milliseconds from a picture's capture to its last byte handed to the network: median, nil before the first.
    public var latencyMedian: Double?
    /// The same, the value that 95 of 100 pictures stay below.
    public var latency95: Double?

    public init(id: Int, kind: OutputStatus.Kind, name: String, state: String) {
        self.id = id
        self.kind = kind
        self.name = name
        self.state = state
    }
}
