import OnAirMedia
import OnAirSystem
import OnAirWire

/// One connection of a destination to its server, from looking up the host to the end: a fresh link, a fresh protocol
/// machine, and what is watched of them. Decides nothing that they or its small policies do not decide.
///
/// It takes from the send queue only while fewer than 16 KiB are unsent, and of a large picture one chunk at a time, so
/// that congestion shows in the queue, where it can be dropped, that pongs overtake the pictures that wait there, and that
/// sound goes between the chunks of a picture that takes long. Belongs to its stage's thread.
final class RTMPConnection {
    /// Packets are taken from the queue while fewer bytes than this are unsent.
    static let unsentTarget = 16 << 10
    /// Milliseconds a picture may take until sound goes between its chunks.
    private static let picturePatience: Int64 = 100
    /// Milliseconds between two readings of the transport while bytes flow.
    static let readingInterval: Int64 = 50
    /// Bytes written in one step at most, so that reading and timers get their turn.
    private static let stepBudget = 1 << 20
    private static let readSize = 16 << 10

    enum Phase: Equatable {
        case idle
        /// The link is being made; since when it is in its present phase.
        case linking(LinkPhase, since: HostTime)
        /// The machine speaks.
        case running
        /// The program has ended; what is left in the queue goes out until then.
        case draining(until: HostTime)
        /// Good-byes go out until then.
        case leaving(until: HostTime)
        /// Everything was said; the peer's end is awaited until then, since closing earlier could cut the good-byes.
        case partingUntil(HostTime)
        case ended
    }

    /// What it tells while it lives, in order.
    enum Notice {
        case state(DestinationState)
        case noProgress(milliseconds: Int64)
        case progressAgain
        case sendSlow(milliseconds: Int64)
    }

    /// How it ended.
    enum Ending {
        case stopped
        case finished
        case failed(DestinationError, ReconnectPolicy.Failure)
        /// The protocol goes on over another connection, which is part of the same attempt.
        case again(RTMPReconnect)
    }

    /// A picture that is made ready in part, since when, and how many bytes it has so far.
    private struct UnfinishedPicture {
        let packet: EncodedPacket
        let begun: HostTime
        var bytes: Int
    }

    /// What all connections of a destination share.
    struct Context {
        let name: String
        let options: DestinationOptions
        let queue: SendQueue
        let clock: any HostClock
        let monitor: DestinationMonitor
    }

    let context: Context
    let redactor: Redactor
    let link: any Link
    let tell: (Notice) -> Void
    /// The program as the encoders give it where a picture says nothing else.
    let program: ProgramFormat
    /// What the server was told.
    private(set) var announced: ProgramFormat
    var machine: RTMPPublisherMachine
    var phase = Phase.idle
    private(set) var state = DestinationState.idle
    /// How it ended; nil while it lives.
    var ending: Ending?
    /// Why it is leaving, once it is.
    var farewellReason = Ending.stopped
    /// The server was publishing us.
    private(set) var wasPublishing = false
    /// The transport stood.
    var wasConnected = false
    /// The server has said something: what accepts and stays silent may be anything that stands in its place.
    var hasAnswered: Bool { machine.statistics.bytesReceived > 0 }
    /// Watches whether the server answers before it takes the program.
    var answers: ProgressWatch
    /// Watches whether it takes the program.
    var progress: ProgressWatch
    var delay = DelayWatch()
    var media = MediaProgress()
    /// A picture that is made ready in part.
    private var unfinished: UnfinishedPicture?
    private var marks = Ring<LatencyMark>(capacity: 256)
    private let readBuffer = UnsafeMutableRawBufferPointer.allocate(byteCount: readSize, alignment: 16)
    /// Writing would block; the descriptor tells when not.
    var isBlocked = false
    /// The newest reading of the transport and when it was taken.
    var reading = TransportReading()
    var readAt: HostTime?
    /// When something was first written after that.
    var unreadSince: HostTime?
    /// Bytes the peer has acknowledged, by the newest reading.
    var bytesAcknowledged: Int64 = 0

    /// - Parameters:
    ///   - link: a fresh transport to the host of `address`.
    ///   - announced: what the server is told first.
    ///   - earlier: what the connection before this one of the same attempt ended with.
    ///   - tell: called in order, never after `ending` is set.
    init(
        address: RTMPAddress, link: any Link, program: ProgramFormat, announced: ProgramFormat, context: Context,
        redactor: Redactor, continuing earlier: RTMPReconnect?, random: inout some RandomNumberGenerator,
        tell: @escaping (Notice) -> Void
    ) {
        self.context = context
        self.redactor = redactor
        self.link = link
        self.program = program
        self.announced = announced
        self.tell = tell
        let options = context.options
        machine = RTMPPublisherMachine(
            target: address.target, configuration: options.rtmp, continuing: earlier, random: &random)
        answers = ProgressWatch(warnAfter: options.progressWarning, giveUpAfter: nil)
        progress = ProgressWatch(warnAfter: options.progressWarning, giveUpAfter: options.progressTimeOut)
    }

    deinit {
        link.close()
        readBuffer.deallocate()
    }

    /// Does what is due; true when there is more to do at once.
    func step(now: HostTime) -> Bool {
        if phase == .idle { begin(now: now) }
        if case .linking = phase { advanceLink(now: now) }
        let more = isConnected && exchange(now: now)
        if ending == nil { observeAnswers(now: now) }
        return more && ending == nil
    }

    var isConnected: Bool {
        switch phase {
        case .idle, .linking, .ended: false
        case .running, .draining, .leaving, .partingUntil: true
        }
    }

    // MARK: Bytes both ways

    /// Reads, lets the machine answer, takes packets and writes. True when there is more to do at once.
    private func exchange(now: HostTime) -> Bool {
        let moreToRead = receive(now: now)
        guard ending == nil else { return false }
        if case .failed(let error) = machine.timerFired(now: now) {
            fail(error)
            return false
        }
        let moreToWrite = send(now: now)
        guard ending == nil else { return false }
        observeSending(now: now)
        let before = phase
        finishWhereDue(now: now)
        return moreToRead || moreToWrite || phase != before
    }

    /// True when the budget of one step ended before the bytes did.
    func receive(now: HostTime) -> Bool {
        for _ in 0..<4 {
            do throws(SystemError) {
                switch try link.read(into: readBuffer) {
                case .bytes(let count):
                    received(UnsafeRawBufferPointer(rebasing: readBuffer[..<count]), now: now)
                    if ending != nil { return false }
                case .wouldBlock: return false
                case .ended:
                    peerEnded()
                    return false
                }
            } catch {
                linkBroke(error)
                return false
            }
        }
        return true
    }

    private func received(_ bytes: UnsafeRawBufferPointer, now: HostTime) {
        switch machine.received(bytes, now: now) {
        case .nothing: enter(Self.state(of: machine.step))
        case .becamePublishing:
            // Asks for an IDR picture; what comes before it is left out. Open before anybody hears of it.
            context.queue.open()
            wasPublishing = true
            enter(.publishing)
        case .reconnect(let next): end(.again(next))
        case .failed(let error): fail(error)
        }
    }

    /// Writes what there is, taking packets as room comes. True when the budget of one step ended before they did.
    private func send(now: HostTime) -> Bool {
        var budget = Self.stepBudget
        while budget > 0 {
            takePackets(now: now)
            guard ending == nil, !machine.output.isEmpty else { return false }
            let written = machine.output.withReadableBytes { [link] bytes in
                Result { () throws(SystemError) in try link.write(bytes) }
            }
            switch written {
            case .success(.bytes(let count)):
                machine.output.consume(count)
                budget -= count
                isBlocked = false
                if unreadSince == nil { unreadSince = now }
                settleMarks()
            case .success(.wouldBlock):
                isBlocked = true
                return false
            case .success(.ended):
                peerEnded()
                return false
            case .failure(let error):
                // What the server said before it closed tells more than the broken pipe.
                _ = receive(now: now)
                linkBroke(error)
                return false
            }
        }
        return true
    }

    private func takePackets(now: HostTime) {
        guard state == .publishing else { return }
        while machine.output.count < Self.unsentTarget {
            if let picture = unfinished {
                if now >= picture.begun.advanced(byMilliseconds: Self.picturePatience), marks.count < 255,
                    let sound = context.queue.popSound()
                {
                    send(sound, now: now)
                } else {
                    proceed(with: picture)
                }
            } else {
                guard marks.count < 255, let packet = context.queue.pop(), announceAnew(before: packet) else { return }
                send(packet, now: now)
            }
        }
    }

    /// Goes on with a picture that is made ready in part.
    private func proceed(with picture: UnfinishedPicture) {
        var picture = picture
        picture.bytes += machine.proceed(atLeast: 1)
        unfinished = picture
        guard !machine.isUnfinished else { return }
        unfinished = nil
        mark(picture.packet, bytes: picture.bytes)
    }

    private func mark(_ packet: EncodedPacket, bytes: Int) {
        marks.append(
            LatencyMark(
                end: machine.output.totalAppended, track: packet.track, bytes: bytes, captureTime: packet.captureTime))
        media.sent(packet.decodeTime, end: machine.output.totalAppended)
    }

    private func send(_ packet: EncodedPacket, now: HostTime) {
        let queue = context.queue
        switch machine.send(packet, atLeast: 1) {
        case .written(let bytes):
            if packet.track == .video, machine.isUnfinished {
                unfinished = UnfinishedPicture(packet: packet, begun: now, bytes: bytes)
            } else {
                mark(packet, bytes: bytes)
            }
        case .dropped(.beforeOrigin), .dropped(.notPublishing): break
        case .dropped(.timeNotRising), .dropped(.awaitingKeyframe), .dropped(.malformed), .dropped(.noSuchTrack):
            queue.ledger.add(.corrupt)
            if packet.track == .video { queue.resynchronise() }
        }
    }

    /// Tells the server where decoders need to know something else from this picture on. False where it cannot be told.
    private func announceAnew(before packet: EncodedPacket) -> Bool {
        guard packet.track == .video, packet.isKeyframe, let present = announced.video else { return true }
        let wanted = packet.videoFormat ?? program.video ?? present
        guard wanted != present else { return true }
        let format = ProgramFormat(video: wanted, audio: announced.audio)
        do throws(TrackHeaderError) { try machine.publish(format: format) } catch {
            end(.failed(DestinationError(.unusableFormat, context.name, error), .unusable))
            return false
        }
        announced = format
        return true
    }

    /// Bytes the link has taken since the connection began.
    var bytesSent: UInt64 { machine.output.totalAppended - UInt64(machine.output.count) }

    private func settleMarks() {
        let sent = bytesSent
        guard let first = marks.first, first.end <= sent else { return }
        let now = context.clock.now
        while let mark = marks.first, mark.end <= sent {
            _ = marks.removeFirst()
            context.monitor.count(mark, now: now)
        }
    }

    func enter(_ next: DestinationState) {
        guard next != state, ending == nil else { return }
        state = next
        tell(.state(next))
    }
}
