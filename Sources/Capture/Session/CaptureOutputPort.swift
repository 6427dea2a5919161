import OnAirMedia

/// An output as its session sees it: what it takes, and who feeds it.
public final class CaptureOutputPort: Sendable {
    /// Takes what one connection carries; called on the source's thread, and never waits.
    enum Sink: Sendable {
        case pictures(@Sendable (Picture, CaptureConnection) -> Void)
        case sound(@Sendable (SoundBlock, CaptureConnection) -> Void)
    }

    /// How an output that hands samples on by itself is told what may pass.
    struct Gate: Sendable {
        /// From now on only samples of this connection are taken; with nil none are. What waits of another one is let go.
        let open: @Sendable (CaptureConnection?) -> Void
        /// Whether no sample is being handed over.
        let isIdle: @Sendable () -> Bool
        /// Calls back once the sample that is being handed over has been.
        let whenIdle: @Sendable (@escaping @Sendable () -> Void) -> Void
    }

    private struct State {
        var owner: ObjectIdentifier?
        var connections: [CaptureConnection] = []
        /// The last connection's settings: they outlast a change of camera.
        var settings = CaptureConnection.Settings()
    }

    let sink: Sink
    /// Told of samples that the device itself lost; called on the source's thread, and never waits.
    let lost: @Sendable (CaptureDrop, CaptureConnection) -> Void
    private let gate: Gate?
    private let state = Lock(State())

    /// - Parameters:
    ///   - gate: nil where whoever takes the samples does so at once.
    ///   - lost: nothing by default, for whoever reads the session's ledgers.
    init(
        _ sink: Sink, gate: Gate? = nil,
        lost: @escaping @Sendable (CaptureDrop, CaptureConnection) -> Void = { _, _ in }
    ) {
        (self.sink, self.gate, self.lost) = (sink, gate, lost)
    }

    var mediaType: MediaType {
        switch sink {
        case .pictures: .video
        case .sound: .audio
        }
    }

    var connections: [CaptureConnection] { state.withLock { $0.connections } }

    var owner: ObjectIdentifier? { state.withLock { $0.owner } }

    /// Makes the output a session's own; false when it is another's.
    func claim(_ session: ObjectIdentifier) -> Bool {
        state.withLock { state in
            guard state.owner == nil || state.owner == session else { return false }
            state.owner = session
            return true
        }
    }

    /// Samples of these connections pass from now on, and no others. An output has one medium and a session one input
    /// for it, so there is one at most.
    func open(_ connections: [CaptureConnection]) { gate?.open(connections.first) }

    var isIdle: Bool { gate?.isIdle() ?? true }

    /// Calls `body` once nothing is being handed over.
    func whenIdle(_ body: @escaping @Sendable () -> Void) { if let gate { gate.whenIdle(body) } else { body() } }

    func release() {
        open([])
        set([])
        state.withLock { $0.owner = nil }
    }

    func set(_ connections: [CaptureConnection]) {
        state.withLock { state in
            if let last = state.connections.first, !connections.contains(where: { $0 === last }) {
                state.settings = last.settings
            }
            state.connections = connections
        }
    }

    /// What a new connection starts with: what the one before it had.
    var inheritedSettings: CaptureConnection.Settings {
        state.withLock { $0.connections.first?.settings ?? $0.settings }
    }
}
