import OnAirMedia

/// What is known of the leading destination, and of what is encoded for it, at one moment.
package struct SteeringReading: Sendable, Equatable {
    /// The program goes out.
    package var isPublishing = false
    /// Bytes the peer has acknowledged, over all attempts; never falls.
    package var acknowledgedBytes: Int64 = 0
    /// Bytes on their way to the peer: in the send queue, made ready, in the kernel, in flight.
    package var waitingBytes = 0
    /// The smoothed round-trip time in microseconds; nil while nobody has measured it.
    package var roundTripMicroseconds: Int?
    /// Bytes of pictures encoded since the beginning.
    package var videoBytes: Int64 = 0
    /// Bytes of sound encoded since the beginning.
    package var audioBytes: Int64 = 0

    package init() {}

    /// The reading behind a destination's figures.
    package init(_ figures: DestinationStatistics, videoBytes: Int64, audioBytes: Int64) {
        isPublishing = figures.state == .publishing
        // What the transport has taken and not kept has arrived: the same number, where nobody counts it.
        acknowledgedBytes =
            figures.bytesAcknowledged > 0
            ? figures.bytesAcknowledged : max(0, figures.bytesSent - Int64(figures.bytesUnacknowledged))
        waitingBytes = figures.queue.bytes + figures.bytesUnsent + figures.bytesUnacknowledged
        roundTripMicroseconds = figures.transport.roundTripMicroseconds
        self.videoBytes = videoBytes
        self.audioBytes = audioBytes
    }
}
