/// What the kernel knows of a TCP connection at one moment.
public struct SocketReading: Sendable, Hashable {
    /// Bytes given to the kernel that the peer has not acknowledged: in flight or not sent yet (SIOCOUTQ).
    public var unacknowledgedBytes = 0
    /// Of these, bytes that have not been sent yet (`tcpi_notsent_bytes`).
    public var unsentBytes = 0
    /// Bytes the peer has acknowledged since the connection began (`tcpi_bytes_acked`).
    public var acknowledgedBytes: Int64 = 0
    /// The smoothed round-trip time in microseconds (`tcpi_rtt`); nil before the first measurement.
    public var roundTripMicroseconds: Int?
    /// Segments sent once more since the connection began (`tcpi_total_retrans`).
    public var retransmits = 0

    public init() {}
}
