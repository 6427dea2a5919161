import OnAirMedia

/// The publishing end of an RTMP connection as a pure machine: bytes, packets and the time go in; bytes (in `output`)
/// and small results come out. It knows no socket, thread or clock.
///
/// A driver calls it from one thread: `start`, then `received` for whatever arrives (split anywhere), `timerFired` at
/// `nextDeadline`, `send` for packets once it said `becamePublishing`, `close` or `connectionClosed` at the end; after
/// each call it sends `output`. One machine serves one connection; a reconnect makes a new one, and where the machine
/// itself asks for it (`reconnect`), that is part of the same attempt.
///
/// Pongs queue behind what `output` holds: hand in the next packet only while `output` is small, and never stop reading.
public struct RTMPPublisherMachine: ~Copyable, Sendable {
    /// Bytes for the server. Send from its front and `consume` what went.
    public var output: WireBuffer

    let target: RTMPTarget
    let configuration: RTMPPublisherConfiguration
    let serverText: RTMPServerText
    let random: [UInt8]
    /// For the answer to a challenge.
    let nonce: UInt32
    let authentication: RTMPAuthentication
    /// `connect` lists the codecs of enhanced RTMP where the format has one.
    let listsCodecs: Bool
    var state = RTMPPublisherState.idle
    // Kept beside the state, which is copied on its way from one to the next; these must not be.
    var session = RTMPSession()
    var timeline = TagTimeline()
    var announcement: ProgramAnnouncement?
    var counters = RTMPStatistics()
    private var unfinished: UnfinishedPacket?

    private struct UnfinishedPacket: Sendable {
        let packet: EncodedPacket
        /// Bytes of its payload that are queued.
        var offset: Int
        var message: RTMPChunkWriter.Unfinished
    }

    /// - Parameters:
    ///   - target: where to publish.
    ///   - configuration: time-outs, chunk size, names.
    ///   - earlier: what the machine of the connection before this one said with `reconnect`; nil in the first.
    ///   - random: source of the 1528 random bytes of C1 (RTMP 1.0, 5.2.3) and of a number for the answer to a challenge;
    ///     need not be cryptographic.
    public init(
        target: RTMPTarget, configuration: RTMPPublisherConfiguration = RTMPPublisherConfiguration(),
        continuing earlier: RTMPReconnect? = nil, random: inout some RandomNumberGenerator
    ) {
        self.target = target
        self.configuration = configuration
        serverText = RTMPServerText(target)
        authentication = earlier?.authentication ?? RTMPAuthentication()
        listsCodecs = earlier?.listsCodecs ?? true
        self.random = (0..<RTMPClientHandshake.randomLength).map { _ in UInt8.random(in: 0...255, using: &random) }
        nonce = UInt32.random(in: 0 ... .max, using: &random)
        // Room for what a driver keeps unsent and a large IDR picture on top, so that it never has to grow.
        output = WireBuffer(capacity: 256 * 1024)
    }

    /// What is being waited for; nil before `start` and after the end.
    public var step: RTMPStep? { state.step }

    /// When `timerFired` is due; nil while nothing is waited for.
    public var nextDeadline: HostTime? { state.deadline }

    /// What was counted so far.
    public var statistics: RTMPStatistics {
        var statistics = counters
        statistics.bytesQueued = output.totalAppended
        statistics.bytesSent = output.totalAppended - UInt64(output.count)
        return statistics
    }

    /// The transport is connected: queues C0 and C1. Does nothing when called again.
    public mutating func start(now: HostTime) {
        guard case .idle = state else { return }
        state = .handshaking(.init(deadline: deadline(of: .handshake, now: now)))
        RTMPClientHandshake.begin(
            random: random, milliseconds: UInt32(truncatingIfNeeded: now.nanoseconds / 1_000_000), into: &output)
    }

    /// What received bytes led to.
    public enum ReceiveResult: Hashable, Sendable {
        /// Nothing to tell. There may be output all the same.
        case nothing
        /// The server takes the stream now: hand in packets, and ask the encoder for an IDR picture.
        case becamePublishing
        /// Close the transport and begin again with a fresh one and a machine that is given this. Told once.
        case reconnect(RTMPReconnect)
        /// It is over: close the transport. Told once.
        case failed(RTMPError)
    }

    /// Bytes arrived, any number of them. Ignored before `start` and after the end.
    public mutating func received(_ bytes: UnsafeRawBufferPointer, now: HostTime) -> ReceiveResult {
        guard state.step != nil else { return .nothing }
        counters.bytesReceived += UInt64(bytes.count)
        var input = bytes
        var result = ReceiveResult.nothing
        do throws(RTMPError) {
            while let event = try advance(&input, now: now) {
                switch event {
                case .somethingElse: break
                case .becamePublishing: result = .becamePublishing
                case .reconnect(let next):
                    state = .ended
                    return .reconnect(next)
                }
            }
        } catch {
            state = .ended
            return .failed(error)
        }
        session.acknowledge(bytesReceived: counters.bytesReceived, into: &output)
        return result
    }

    /// What a timer led to.
    public enum TimerResult: Hashable, Sendable {
        /// Too early, or nothing was waited for.
        case nothing
        /// A step took too long: close the transport. Told once.
        case failed(RTMPError)
    }

    /// The time of `nextDeadline` may have come.
    public mutating func timerFired(now: HostTime) -> TimerResult {
        guard let step = state.step, let deadline = state.deadline, now >= deadline else { return .nothing }
        state = .ended
        return .failed(.timedOut(step, milliseconds: configuration.timeOuts.milliseconds(for: step) ?? 0))
    }

    /// Says what will be sent. Before the server accepted, the format waits; after, metadata and the sequence headers
    /// are queued at once at the present stream time, and video waits for an IDR picture.
    ///
    /// - Throws: where the format cannot be announced; the earlier format stays.
    public mutating func publish(format: ProgramFormat) throws(TrackHeaderError) {
        let announcement = try ProgramAnnouncement(format, encoderName: configuration.encoderName)
        // The header of a track cannot go between the chunks of its picture.
        while isUnfinished { _ = proceed(atLeast: .max >> 1) }
        self.announcement = announcement
        timeline.announce(format)
        if case .publishing(let publishing) = state { announce(announcement, on: publishing) }
    }

    /// Queues one packet, or says why not. Allocates nothing once the output has its size.
    ///
    /// Time starts at the decode time of the first IDR picture (of the first audio packet where there is no video track).
    public mutating func send(_ packet: EncodedPacket) -> PacketOutcome { send(packet, atLeast: .max >> 1) }

    /// Queues the first chunks of a packet, of at least `bytes` together, or all of it where that is less. `proceed` queues
    /// the rest; until it has, sound may go between, so that a large picture on a slow link does not hold it up.
    ///
    /// - Returns: as `send(_:)`; the bytes are those queued so far.
    public mutating func send(_ packet: EncodedPacket, atLeast bytes: Int) -> PacketOutcome {
        guard case .publishing(let publishing) = state else { return .dropped(.notPublishing) }
        if packet.track == .video { while isUnfinished { _ = proceed(atLeast: .max >> 1) } }
        return packet.withBytes { payload in
            switch MediaTag(packet, bytes: payload, timeline: &timeline) {
            case .dropped(let reason):
                return .dropped(reason)
            case .tag(let header, let timestamp):
                let before = output.totalAppended
                session.writer.begin(
                    Self.chunkHeader(
                        packet.track, streamID: publishing.streamID, timestamp: timestamp,
                        length: header.count + payload.count), into: &output)
                header.withBytes { session.writer.append($0, into: &output) }
                // Sound is small, and nothing goes between its chunks.
                let limit = packet.track == .video ? bytes : .max >> 1
                let count = session.writer.append(payload, atLeast: limit, into: &output)
                if count < payload.count, let message = session.writer.layAside() {
                    unfinished = UnfinishedPacket(packet: packet, offset: count, message: message)
                }
                return .written(bytes: Int(output.totalAppended - before))
            }
        }
    }

    /// A packet is queued in part.
    public var isUnfinished: Bool { unfinished != nil }

    /// Bytes of that packet's payload that are not queued yet.
    public var unqueuedBytes: Int { unfinished.map { $0.packet.byteCount - $0.offset } ?? 0 }

    /// Queues more chunks of the packet that is queued in part, of at least `bytes` together, or all that is left of it.
    ///
    /// - Returns: the bytes queued.
    public mutating func proceed(atLeast bytes: Int) -> Int {
        guard var rest = unfinished else { return 0 }
        let before = output.totalAppended
        session.writer.takeUp(rest.message)
        rest.packet.withBytes { payload in
            let left = UnsafeRawBufferPointer(rebasing: payload.dropFirst(rest.offset))
            rest.offset += session.writer.append(left, atLeast: bytes, into: &output)
        }
        if let message = session.writer.layAside() {
            rest.message = message
            unfinished = rest
        } else {
            unfinished = nil
        }
        return Int(output.totalAppended - before)
    }

    /// What there is left to do for a close.
    public enum CloseResult: Hashable, Sendable {
        /// The server knows a stream of ours: send `output`, which ends with the good-byes, then close the transport.
        case flushThenClose
        /// Close the transport now.
        case closeNow
    }

    /// The user wants to end. Queues FCUnpublish and deleteStream where the server knows of the stream.
    public mutating func close(now: HostTime) -> CloseResult {
        let streamID = state.streamID
        state = .ended
        unfinished = nil
        guard let streamID else { return .closeNow }
        sayGoodbye(streamID: streamID)
        return .flushThenClose
    }

    /// What the end of the transport means.
    public enum ConnectionClosedResult: Hashable, Sendable {
        /// It was already over, by `close` or by a failure told before, or never began.
        case closed
        /// It ended by itself, and a fresh transport and a machine that is given this may do better. Told once.
        case reconnect(RTMPReconnect)
        /// It ended by itself. Told once.
        case failed(RTMPError)
    }

    /// The transport ended, from whichever side.
    public mutating func connectionClosed() -> ConnectionClosedResult {
        guard let step = state.step else { return .closed }
        // Some servers hang up on a `connect` they do not understand.
        let next = plainConnect
        state = .ended
        if let next { return .reconnect(next) }
        return .failed(.connectionLost(during: step))
    }

    func deadline(of step: RTMPStep, now: HostTime) -> HostTime {
        now.advanced(byMilliseconds: configuration.timeOuts.milliseconds(for: step) ?? 0)
    }
}
