import OnAirMedia

/// Remembers where in the bytes sent a packet ends, until the transport has taken that byte.
struct LatencyMark: Sendable {
    /// Bytes of the connection up to and including the packet's last.
    let end: UInt64
    let track: EncodedPacket.Track
    let bytes: Int
    let captureTime: HostTime
}
