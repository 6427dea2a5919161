import OnAirMedia
import OnAirSystem
import OnAirWire

/// Publishes the program to one RTMP server and comes back whenever it is lost.
///
/// It lives through any number of attempts, each with a fresh link and a fresh protocol machine (`RTMPConnection`); when
/// the next one is due, and when there is none, `ReconnectPolicy` decides. Every attempt is told to be over exactly once:
/// by `lost`, or by `ended` together with the destination. Its send queue is open only while a server takes the program,
/// so that nobody else notices. Asked to stop, or when the program ends, it says good-bye and is gone within a second
/// whatever the peer does. Belongs to its runner's thread; others read its monitor.
public final class RTMPDestinationStage: Stage {
    enum Phase {
        case idle
        /// The next attempt is due then.
        case waiting(until: HostTime)
        /// The address of this attempt is being asked for, until then.
        case asking(AddressMailbox, until: HostTime)
        case trying(RTMPConnection)
        case ended
    }

    /// Connections made for one attempt, at most, where the protocol asks for another: a server that always does is broken.
    static let mostConnections = 6

    public let name = "rtmp"
    let shownName: String
    let source: AddressSource
    let links: any LinkMaker
    let format: ProgramFormat
    let context: RTMPConnection.Context
    /// Changes how it comes back; nil where that stays as the options say.
    let reconnect: ReconnectControl?
    let stop: StopRequest
    let monitor: DestinationMonitor
    let log: Log
    let tell: @Sendable (DestinationEvent) -> Void
    var random: any RandomNumberGenerator
    var policy: ReconnectPolicy
    var phase = Phase.idle
    var state = DestinationState.idle
    /// The number of the attempt that is under way, or comes next.
    var attempt: Int
    var redactor = Redactor()
    /// Where the present attempt goes, and how many connections it has made.
    var address: RTMPAddress?
    var connections = 0
    var nextDial: HostTime?
    var hasSettled = false
    var figures = AttemptFigures()
    var path = NetworkPath.unknown
    var seenChanges: Int
    private var soundLosses: Int64 = 0
    private var soundLossesTold: HostTime?

    /// A destination that begins at its first step.
    ///
    /// - Parameters:
    ///   - source: where to publish; its secrets are hidden from `log` and every error.
    ///   - name: what errors and log lines call it; free of secrets.
    ///   - format: the program's tracks.
    ///   - queue: this destination's own, shut, with this stage's signal as consumer.
    ///   - links: makes a fresh transport for each connection, which wakes this stage.
    ///   - firstAttempt: the number of the first attempt.
    ///   - options: time-outs, how it comes back, and the like.
    ///   - reconnect: changes how it comes back while it runs; nil: as the options say.
    ///   - stop: asks it to end; wakes this stage.
    ///   - monitor: where its figures go.
    ///   - clock: the runner's; tells when a packet's last byte was taken.
    ///   - random: fills the handshake, spreads the attempts.
    ///   - events: called on the stage's thread, in order.
    public init(
        source: AddressSource, name: String, format: ProgramFormat, queue: SendQueue, links: any LinkMaker,
        firstAttempt: Int = 1, options: DestinationOptions = DestinationOptions(), reconnect: ReconnectControl? = nil,
        stop: StopRequest,
        monitor: DestinationMonitor = DestinationMonitor(), clock: any HostClock, log: Log = .silent,
        random: some RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
        events: @escaping @Sendable (DestinationEvent) -> Void
    ) {
        self.source = source
        shownName = name
        self.links = links
        self.format = format
        self.reconnect = reconnect
        self.stop = stop
        self.monitor = monitor
        self.log = log.labelled("rtmp")
        self.random = random
        attempt = firstAttempt
        tell = events
        context = RTMPConnection.Context(
            name: name, options: options, queue: queue, clock: clock, monitor: monitor)
        let asks = if case .asked = source { true } else { false }
        policy = ReconnectPolicy(options: options.reconnect, asksForAddress: asks)
        seenChanges = links.networkChanges
        if case .fixed(let address) = source { hide(address.secrets) }
    }

    /// A destination at one address, shown as that without its secrets.
    public convenience init(
        address: RTMPAddress, format: ProgramFormat, queue: SendQueue, links: any LinkMaker, firstAttempt: Int = 1,
        options: DestinationOptions = DestinationOptions(), stop: StopRequest,
        monitor: DestinationMonitor = DestinationMonitor(), clock: any HostClock, log: Log = .silent,
        random: some RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
        events: @escaping @Sendable (DestinationEvent) -> Void
    ) {
        self.init(
            source: .fixed(address), name: address.description, format: format, queue: queue, links: links,
            firstAttempt: firstAttempt, options: options, stop: stop, monitor: monitor, clock: clock, log: log,
            random: random, events: events)
    }

    public func step(now: HostTime) -> StageWait {
        if stop.isRequested {
            leave(.stopped, now: now)
        } else if context.queue.isClosed, state != .publishing {
            leave(.finished, now: now)
        }
        lookAtNetwork(now: now)
        beginWhereDue(now: now)
        takeAnswer(now: now)
        let more = advance(now: now)
        tellSoundLosses(now: now)
        publishFigures(now: now)
        if case .ended = phase { return .finished }
        if case .trying(let connection) = phase, connection.phase == .idle { return .again }
        return more ? .again : .event(until: nextDeadline, descriptor: connection?.interest)
    }

    var connection: RTMPConnection? {
        if case .trying(let connection) = phase { connection } else { nil }
    }

    /// Lets the connection do what is due, and says what became of it. True when there is more to do at once.
    private func advance(now: HostTime) -> Bool {
        guard let connection else { return false }
        let more = connection.step(now: now)
        if connection.hasAnswered { policy.connected() }
        if !hasSettled, connection.media.milliseconds >= ReconnectPolicy.settlesAfter {
            hasSettled = true
            policy.settled()
        }
        switch connection.ending {
        case nil: redialWhereDue(connection, now: now)
        case .stopped?: end(.stopped)
        case .finished?: end(.finished)
        case .again(let next)?: connectAgain(next, now: now)
        case .failed(let error, let failure)?: failed(error, failure, now: now)
        }
        return more
    }

    private func redialWhereDue(_ connection: RTMPConnection, now: HostTime) {
        guard connection.isDialling else {
            nextDial = nil
            return
        }
        if let due = nextDial {
            guard now >= due else { return }
            connection.link.redial(now: now)
        }
        nextDial = policy.redial(now: now, random: &random)
    }

    private var nextDeadline: HostTime? {
        switch phase {
        case .idle, .ended: nil
        case .waiting(let until), .asking(_, let until): until
        case .trying(let connection): RTMPConnection.earliest(connection.nextDeadline, nextDial)
        }
    }

    private func tellSoundLosses(now: HostTime) {
        let losses = context.queue.dropped.audio
        guard losses > soundLosses else { return }
        if let soundLossesTold, now < soundLossesTold.advanced(byMilliseconds: 1000) { return }
        report(.lostSound(packets: losses - soundLosses))
        soundLosses = losses
        soundLossesTold = now
    }
}
