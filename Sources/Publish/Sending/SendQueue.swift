import OnAirMedia

/// The packets that wait for one destination. Bounded by time and bytes; what it gives up when full is decided by
/// `DropPolicy` and counted as `dropped` in its ledger.
///
/// It begins with a keyframe: what comes before one is left out and not counted. A destination that is not ready for
/// packets (still connecting) keeps its queue shut until it is.
public final class SendQueue: Sendable {
    private struct State {
        var backlog: SendBacklog
        var isOpen: Bool
        /// What came while it was shut again.
        var missed = SendLosses()
        var wasShut = false
        var isClosed = false
        /// What the newest IDR picture says, and whether one came by.
        var videoFormat: VideoTrackFormat?
        var hasSeenKeyframe = false
    }

    /// What was lost here, as `dropped`.
    public let ledger: DropLedger
    /// How much may wait.
    public let limits: SendLimits
    private let consumer: WakeSignal?
    private let requestKeyframe: @Sendable () -> Void
    private let requestRecovery: @Sendable () -> Void
    private let hasVideo: Bool
    private let state: Lock<State>

    /// An empty queue.
    ///
    /// - Parameters:
    ///   - format: the program's tracks.
    ///   - limits: how much may wait.
    ///   - isOpen: whether it takes packets at once; else from `open()` on.
    ///   - consumer: woken by every push and by `close()`.
    ///   - ledger: counts what is lost.
    ///   - requestRecovery: asks the encoder for one IDR picture after pictures were lost, soon but without hurry; nil
    ///     does as `requestKeyframe`.
    ///   - requestKeyframe: asks the encoder for one IDR picture at once. Both are called from any thread, never under a
    ///     lock.
    public init(
        format: ProgramFormat, limits: SendLimits = SendLimits(), isOpen: Bool, consumer: WakeSignal?,
        ledger: DropLedger = DropLedger(), requestRecovery: (@Sendable () -> Void)? = nil,
        requestKeyframe: @escaping @Sendable () -> Void
    ) {
        self.ledger = ledger
        self.limits = limits
        self.consumer = consumer
        self.requestKeyframe = requestKeyframe
        self.requestRecovery = requestRecovery ?? requestKeyframe
        hasVideo = format.video != nil
        let policy = DropPolicy(limits: limits, hasVideo: hasVideo, hasAsked: false)
        state = Lock(State(backlog: SendBacklog(policy: policy), isOpen: isOpen))
    }

    /// Takes packets from now on, beginning with a keyframe, for which it asks at once.
    public func open() {
        let policy = DropPolicy(limits: limits, hasVideo: hasVideo, hasAsked: true)
        state.withLock { state in
            state.isOpen = true
            state.backlog.restart(policy: policy)
        }
        if hasVideo { requestKeyframe() }
    }

    /// Takes nothing more until it is opened again, and forgets what waits: nobody is there to send it. Both are counted as
    /// missed, not as dropped.
    public func shut() {
        state.withLock { state in
            let waiting = state.backlog.level
            state.missed.video += Int64(waiting.video.packets)
            state.missed.audio += Int64(waiting.audio.packets)
            state.backlog.restart(policy: DropPolicy(limits: limits, hasVideo: hasVideo, hasAsked: false))
            state.wasShut = state.wasShut || state.isOpen
            state.isOpen = false
        }
    }

    /// Adds `packet`, making room as the policy says.
    public func push(_ packet: EncodedPacket) {
        let (lost, wish) = state.withLock { state -> (Int64, DropPolicy.Wish?) in
            if packet.track == .video, packet.isKeyframe {
                (state.videoFormat, state.hasSeenKeyframe) = (packet.videoFormat, true)
            }
            guard state.isOpen, !state.isClosed else {
                if state.wasShut, !state.isClosed { state.missed.count(packet.track) }
                return (0, nil)
            }
            let before = state.backlog.dropped.total
            let wish = state.backlog.push(packet)
            return (state.backlog.dropped.total - before, wish)
        }
        if lost > 0 { ledger.add(.dropped, count: lost) }
        switch wish {
        case .beginning: requestKeyframe()
        case .recovery: requestRecovery()
        case nil: break
        }
        consumer?.wake()
    }

    /// What decoders of the pictures to come must know, so that whoever begins now announces it at once; nil where it is
    /// what the program's format says. Known while nothing is taken, too.
    package var videoFormat: VideoTrackFormat? { state.withLock { $0.videoFormat } }

    /// The program has been like this when the queue was attached to it.
    func expect(_ format: VideoTrackFormat?) {
        state.withLock { state in
            if !state.hasSeenKeyframe { state.videoFormat = format }
        }
    }

    /// Takes the oldest packet; nil when none waits.
    public func pop() -> EncodedPacket? { state.withLock { $0.backlog.pop() } }

    /// Takes the oldest sound, even before a picture that is older; nil when none waits.
    package func popSound() -> EncodedPacket? { state.withLock { $0.backlog.popSound() } }

    /// The receiver lost its place: leaves pictures out until a keyframe comes, for which the next push asks.
    func resynchronise() { state.withLock { $0.backlog.resynchronise() } }

    /// What waits now.
    public var level: SendLevel { state.withLock { $0.backlog.level } }

    /// Packets lost of each track since the beginning.
    public var dropped: SendLosses { state.withLock { $0.backlog.dropped } }

    /// Packets of each track that came while it was shut again after having been open.
    public var missed: SendLosses { state.withLock { $0.missed } }

    /// Refuses everything from now on and wakes the consumer; what waits can still be taken.
    public func close() {
        state.withLock { $0.isClosed = true }
        consumer?.wake()
    }

    /// Closed, though something may be left to take.
    public var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Closed, and nothing left to take.
    public var isFinished: Bool { state.withLock { $0.isClosed && $0.backlog.isEmpty } }
}
