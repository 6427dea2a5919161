/// What an RTMP connection counted. Acknowledgements are the server's, modulo 2³², and steer nothing.
public struct RTMPStatistics: Hashable, Sendable {
    /// Bytes received from the server, handshake included.
    public var bytesReceived: UInt64 = 0
    /// Bytes put into the output, handshake included; those not yet consumed too.
    public var bytesQueued: UInt64 = 0
    /// Bytes that the driver has taken from the output and sent, handshake included.
    public var bytesSent: UInt64 = 0
    /// Sequence number of the server's last acknowledgement; nil before the first.
    public var lastAcknowledged: UInt32?
    /// Acknowledgements received.
    public var acknowledgements: UInt64 = 0
    /// Pings received from the server.
    public var pings: UInt64 = 0
    /// Messages that were skipped because their kind is unknown or their bytes make no sense.
    public var skippedMessages: UInt64 = 0

    /// Bytes sent and not yet acknowledged by the server, modulo 2³²; nil before its first acknowledgement.
    ///
    /// A figure to look at: servers acknowledge seldom, some always the same number, some not at all. 0 where a server
    /// acknowledges more than was sent, as those do that count in their own way.
    public var bytesInFlight: UInt32? {
        lastAcknowledged.map { acknowledged in
            let difference = UInt32(truncatingIfNeeded: bytesSent) &- acknowledged
            return difference > UInt32(Int32.max) ? 0 : difference
        }
    }

    public init() {}
}
