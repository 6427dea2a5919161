import OnAirMedia

/// Where a session's samples leave it: `CaptureVideoDataOutput`, `CaptureAudioDataOutput`, `CaptureVideoPreviewLayer`.
public protocol CaptureOutput: AnyObject, Sendable {
    /// How the session reaches the output. Only this module makes one.
    var port: CaptureOutputPort { get }
}

extension CaptureOutput {
    /// The connection that feeds this output with `mediaType`; nil while there is none.
    public func connection(for mediaType: MediaType) -> CaptureConnection? {
        port.connections.first { $0.mediaType == mediaType }
    }

    /// All connections that feed this output.
    public var connections: [CaptureConnection] { port.connections }
}

/// An output as its session sees it: what it takes, and who feeds it.
public final class CaptureOutputPort: Sendable {
    /// Takes what one connection carries; called on the source's thread, and never waits.
    enum Sink: Sendable {
        case pictures(@Sendable (Picture, CaptureConnection) -> Void)
        case sound(@Sendable (SoundBlock, CaptureConnection) -> Void)
    }

    private struct State {
        var owner: ObjectIdentifier?
        var connections: [CaptureConnection] = []
        /// The last connection's settings: they outlast a change of camera.
        var settings = CaptureConnection.Settings()
    }

    let sink: Sink
    private let state = Lock(State())

    init(_ sink: Sink) { self.sink = sink }

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

    func release() {
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
