/// What an RTMP connection counted. Acknowledgements are the server's, modulo 2³², and steer nothing.
public struct RTMPStatistics: Hashable, Sendable {
    /// Bytes received from the server, handshake included.
    public var bytesReceived: UInt64 = 0
    /// Bytes put into the output, handshake included; those not yet consumed too.
    public var bytesQueued: UInt64 = 0
    /// Sequence number of the server's last acknowledgement; nil before the first.
    public var lastAcknowledged: UInt32?
    /// Acknowledgements received.
    public var acknowledgements: UInt64 = 0
    /// Pings received from the server.
    public var pings: UInt64 = 0
    /// Messages that were skipped because their kind is unknown or their bytes make no sense.
    public var skippedMessages: UInt64 = 0

    public init() {}
}
