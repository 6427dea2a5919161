import OnAirMedia

/// What a destination or a recording has done so far: a snapshot.
public struct DestinationStatistics: Sendable {
    /// What went out of one track.
    public struct Track: Sendable, Hashable {
        /// Packets whose last byte the transport has taken.
        public var packets: Int64 = 0
        /// Their bytes, headers included.
        public var bytes: Int64 = 0

        public init() {}
    }

    public var state = DestinationState.idle
    /// Attempts begun.
    public var attempts = 0
    /// How often it was publishing again after a loss.
    public var reconnects = 0
    /// Since when it has been publishing; nil while it is not.
    public var publishingSince: HostTime?
    /// Why the newest attempt was lost; nil before the first loss.
    public var lastError: DestinationError?
    /// What the kernel knows of the present connection.
    public var transport = TransportReading()
    /// Bytes the peer has acknowledged over all attempts.
    public var bytesAcknowledged: Int64 = 0
    /// How full the way there is: 0 flows freely, 1 takes nothing or makes packets being dropped.
    public var congestion = 0.0
    /// Bytes the transport has taken, all kinds, over all attempts.
    public var bytesSent: Int64 = 0
    /// Of these, bytes that the peer has not acknowledged.
    public var bytesUnacknowledged = 0
    /// Bytes made ready for the transport that it has not taken.
    public var bytesUnsent = 0
    public var video = Track()
    public var audio = Track()
    /// What waits in the send queue.
    public var queue = SendLevel()
    /// What the send queue gave up: the network was too slow.
    public var dropped = SendLosses()
    /// Packets that came while no server took them, from the first loss on; not counted as dropped.
    public var missed = SendLosses()
    /// From the capture of a picture to its last byte being taken by the transport.
    public var videoLatency = LatencyHistogram()
    /// From the capture of a sound packet's first sample to its last byte being taken.
    public var audioLatency = LatencyHistogram()

    public init() {}
}
