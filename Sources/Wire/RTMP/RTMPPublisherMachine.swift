import OnAirMedia

/// The publishing end of an RTMP connection as a pure machine: bytes, packets and the time go in; bytes (in `output`)
/// and small results come out. It knows no socket, thread or clock.
///
/// A driver calls it from one thread: `start`, then `received` for whatever arrives (split anywhere), `timerFired` at
/// `nextDeadline`, `send` for packets once it said `becamePublishing`, `close` or `connectionClosed` at the end; after
/// each call it sends `output`. One machine serves one connection; a reconnect makes a new one.
public struct RTMPPublisherMachine: ~Copyable, Sendable {
    /// Bytes for the server. Send from its front and `consume` what went.
    public var output: WireBuffer

    /// - Parameters:
    ///   - target: where to publish.
    ///   - configuration: time-outs, chunk size, names.
    ///   - random: source of the 1528 random bytes of C1 (RTMP 1.0, 5.2.3); need not be cryptographic.
    public init(
        target: RTMPTarget, configuration: RTMPPublisherConfiguration = RTMPPublisherConfiguration(),
        random: inout some RandomNumberGenerator
    ) {
        output = WireBuffer()
    }

    /// What is being waited for; nil before `start` and after the end.
    public var step: RTMPStep? { nil }

    /// When `timerFired` is due; nil while nothing is waited for.
    public var nextDeadline: HostTime? { nil }

    /// What was counted so far.
    public var statistics: RTMPStatistics { RTMPStatistics() }

    /// The transport is connected: queues C0 and C1. Does nothing when called again.
    public mutating func start(now: HostTime) {}

    /// What received bytes led to.
    public enum ReceiveResult: Hashable, Sendable {
        /// Nothing to tell. There may be output all the same.
        case nothing
        /// The server takes the stream now: hand in packets, and ask the encoder for an IDR picture.
        case becamePublishing
        /// It is over: close the transport. Told once.
        case failed(RTMPError)
    }

    /// Bytes arrived, any number of them. Ignored before `start` and after the end.
    public mutating func received(_ bytes: UnsafeRawBufferPointer, now: HostTime) -> ReceiveResult { .nothing }

    /// What a timer led to.
    public enum TimerResult: Hashable, Sendable {
        /// Too early, or nothing was waited for.
        case nothing
        /// A step took too long: close the transport. Told once.
        case failed(RTMPError)
    }

    /// The time of `nextDeadline` may have come.
    public mutating func timerFired(now: HostTime) -> TimerResult { .nothing }

    /// Says what will be sent. Before the server accepted, the format waits; after, metadata and the sequence headers
    /// are queued at once at the present stream time, and video waits for an IDR picture.
    ///
    /// - Throws: where the format cannot be announced; the earlier format stays.
    public mutating func publish(format: ProgramFormat) throws(TrackHeaderError) {}

    /// Queues one packet, or says why not. Allocates nothing once the output has its size.
    ///
    /// Time starts at the decode time of the first IDR picture (of the first audio packet where there is no video track).
    public mutating func send(_ packet: EncodedPacket) -> PacketOutcome { .dropped(.notPublishing) }

    /// What there is left to do for a close.
    public enum CloseResult: Hashable, Sendable {
        /// The server knows a stream of ours: send `output`, which ends with the good-byes, then close the transport.
        case flushThenClose
        /// Close the transport now.
        case closeNow
    }

    /// The user wants to end. Queues FCUnpublish and deleteStream where the server knows of the stream.
    public mutating func close(now: HostTime) -> CloseResult { .closeNow }

    /// What the end of the transport means.
    public enum ConnectionClosedResult: Hashable, Sendable {
        /// It was already over, by `close` or by a failure told before.
        case closed
        /// It ended by itself. Told once.
        case failed(RTMPError)
    }

    /// The transport ended, from whichever side.
    public mutating func connectionClosed() -> ConnectionClosedResult { .closed }
}
