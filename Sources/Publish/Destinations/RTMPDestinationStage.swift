import OnAirMedia
import OnAirSystem
import OnAirWire

/// Publishes the program to one RTMP server: joins a link, the protocol machine and a send queue. Decides nothing that
/// they or its small policies (`ProgressWatch`, the time-outs) do not decide.
///
/// One attempt, from looking up the host to the end, which is told in exactly one `ended` event. It takes from the send
/// queue only while fewer than 64 KiB are unsent, so that congestion shows in the queue, where it can be dropped, and
/// pongs overtake the pictures that wait there. Asked to stop, or when the program ends, it says good-bye and is gone
/// within a second whatever the peer does. Belongs to its runner's thread; others read its monitor.
public final class RTMPDestinationStage: Stage {
    /// Packets are taken from the queue while fewer bytes than this are unsent.
    static let unsentTarget = 64 << 10
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

    public let name = "rtmp"
    let address: String
    let redactor: Redactor
    let options: DestinationOptions
    let format: ProgramFormat
    let queue: SendQueue
    let link: any Link
    let clock: any HostClock
    let stop: StopRequest
    let monitor: DestinationMonitor
    let log: Log
    let attempt: Int
    let tell: @Sendable (DestinationEvent) -> Void
    var machine: RTMPPublisherMachine
    var phase = Phase.idle
    var state = DestinationState.idle
    /// Why it is leaving, once it is.
    var farewellReason = DestinationEnding.stopped
    var watch: ProgressWatch
    private var marks = Ring<LatencyMark>(capacity: 256)
    private let readBuffer = UnsafeMutableRawBufferPointer.allocate(byteCount: readSize, alignment: 16)
    /// Writing would block; the descriptor tells when not.
    var isBlocked = false
    private var unacknowledged = 0
    private var soundLosses: Int64 = 0
    private var soundLossesTold: HostTime?

    /// A destination that begins at its first step.
    ///
    /// - Parameters:
    ///   - address: where to publish; its secrets are hidden from `log` and every error.
    ///   - format: the program's tracks.
    ///   - queue: this destination's own, shut, with this stage's signal as consumer.
    ///   - link: a fresh transport to the address's host.
    ///   - attempt: the number that all events of this attempt carry.
    ///   - options: time-outs and the like.
    ///   - stop: asks it to end.
    ///   - monitor: where its figures go.
    ///   - clock: the runner's; tells when a packet's last byte was taken.
    ///   - random: fills the handshake.
    ///   - events: called on the stage's thread, in order.
    public init(
        address: RTMPAddress, format: ProgramFormat, queue: SendQueue, link: sending any Link, attempt: Int = 1,
        options: DestinationOptions = DestinationOptions(), stop: StopRequest,
        monitor: DestinationMonitor = DestinationMonitor(), clock: any HostClock, log: Log = .silent,
        random: some RandomNumberGenerator = SystemRandomNumberGenerator(),
        events: @escaping @Sendable (DestinationEvent) -> Void
    ) {
        var random = random
        var redactor = Redactor()
        for secret in address.secrets {
            redactor.add(secret)
            log.hide(secret)
        }
        self.address = address.description
        self.redactor = redactor
        self.options = options
        self.format = format
        self.queue = queue
        self.link = link
        self.clock = clock
        self.stop = stop
        self.monitor = monitor
        self.log = log.labelled("rtmp")
        self.attempt = attempt
        tell = events
        machine = RTMPPublisherMachine(target: address.target, configuration: options.rtmp, random: &random)
        watch = ProgressWatch(warnAfter: options.progressWarning, giveUpAfter: options.progressTimeOut)
    }

    deinit {
        link.close()
        readBuffer.deallocate()
    }

    public func step(now: HostTime) -> StageWait {
        if stop.isRequested { leave(.stopped, now: now) }
        if phase == .idle { begin(now: now) }
        var more = false
        if case .linking = phase { advanceLink(now: now) }
        if isConnected { more = exchange(now: now) }
        publishFigures()
        if phase == .ended { return .finished }
        return more ? .again : .event(until: nextDeadline, descriptor: interest)
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
        guard phase != .ended else { return false }
        if case .failed(let error) = machine.timerFired(now: now) {
            fail(error)
            return false
        }
        let moreToWrite = send(now: now)
        guard phase != .ended else { return false }
        observeProgress(now: now)
        let before = phase
        finishWhereDue(now: now)
        return phase != .ended && (moreToRead || moreToWrite || phase != before)
    }

    /// True when the budget of one step ended before the bytes did.
    func receive(now: HostTime) -> Bool {
        for _ in 0..<4 {
            do throws(SystemError) {
                switch try link.read(into: readBuffer) {
                case .bytes(let count):
                    received(UnsafeRawBufferPointer(rebasing: readBuffer[..<count]), now: now)
                    if phase == .ended { return false }
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
            queue.open()
            enter(.publishing)
        case .reconnect: fail(.connectionLost(during: .connect))
        case .failed(let error): fail(error)
        }
    }

    /// Writes what there is, taking packets as room comes. True when the budget of one step ended before they did.
    private func send(now: HostTime) -> Bool {
        var budget = Self.stepBudget
        while budget > 0 {
            takePackets()
            guard !machine.output.isEmpty else { return false }
            let written = machine.output.withReadableBytes { [link] bytes in
                Result { () throws(SystemError) in try link.write(bytes) }
            }
            switch written {
            case .success(.bytes(let count)):
                machine.output.consume(count)
                budget -= count
                isBlocked = false
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

    private func takePackets() {
        guard state == .publishing, marks.count < 256 else { return }
        while machine.output.count < Self.unsentTarget, marks.count < 256, let packet = queue.pop() {
            switch machine.send(packet) {
            case .written(let bytes):
                marks.append(
                    LatencyMark(
                        end: machine.output.totalAppended, track: packet.track, bytes: bytes,
                        captureTime: packet.captureTime))
            case .dropped(.beforeOrigin), .dropped(.notPublishing): break
            case .dropped(.timeNotRising), .dropped(.awaitingKeyframe), .dropped(.malformed), .dropped(.noSuchTrack):
                queue.ledger.add(.corrupt)
                if packet.track == .video { queue.resynchronise() }
            }
        }
    }

    /// Bytes the link has taken since the connection began.
    var bytesSent: UInt64 { machine.output.totalAppended - UInt64(machine.output.count) }

    private func settleMarks() {
        let sent = bytesSent
        guard let first = marks.first, first.end <= sent else { return }
        let now = clock.now
        while let mark = marks.first, mark.end <= sent {
            _ = marks.removeFirst()
            monitor.count(mark, now: now)
        }
    }

    private func publishFigures() {
        let level = queue.level
        let dropped = queue.dropped
        let unsent = machine.output.count
        let sent = Int64(bytesSent)
        let unacknowledged = unacknowledged
        let state = state
        monitor.update { figures in
            figures.state = state
            figures.bytesSent = sent
            figures.bytesUnsent = unsent
            figures.bytesUnacknowledged = unacknowledged
            figures.queue = level
            figures.dropped = dropped
        }
    }

    // MARK: Watching

    private func observeProgress(now: HostTime) {
        unacknowledged = link.unacknowledgedBytes
        let verdict = watch.observe(
            acknowledged: Int64(bytesSent) - Int64(unacknowledged),
            isWaiting: unacknowledged > 0 || !machine.output.isEmpty, now: now)
        switch verdict {
        case .nothing: break
        case .slow(let milliseconds): report(.noProgress(milliseconds: milliseconds))
        case .again: report(.progressAgain)
        case .stalled(let milliseconds):
            end(
                .failed(
                    DestinationError(
                        .stalled, address, "The server has taken nothing for \(milliseconds) ms.",
                        advice: "Check the network, or lower the bitrate.")))
        }
        let losses = queue.dropped.audio
        let isQuiet = soundLossesTold.map { now < $0.advanced(byMilliseconds: 1000) } ?? false
        if losses > soundLosses, !isQuiet {
            report(.lostSound(packets: losses - soundLosses))
            soundLosses = losses
            soundLossesTold = now
        }
    }
}
