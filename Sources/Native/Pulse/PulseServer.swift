import CPulse
import OnAirMedia

/// A sound server that is asked for its sources: PulseAudio, or PipeWire's Pulse server.
///
/// Holds one connection, made when first needed and again after the server went away. Safe to use from any thread; its
/// calls wait for the server, at most `patience`.
public final class PulseServer: Sendable {
    /// The longest a server may take to answer: 1.5 s.
    public static let patience = MediaTime.milliseconds(1500)

    private let address: String?
    private let state = Lock(State())

    private struct State {
        var connection: PulseConnection?
        var listeners: [Int: @Sendable () -> Void] = [:]
        var nextListener = 0
    }

    /// - Parameter address: the server, such as `unix:/run/user/1000/pulse/native`; nil for the one that libpulse finds
    ///   by `PULSE_SERVER`, `XDG_RUNTIME_DIR` and its settings.
    public init(address: String? = nil) { self.address = address }

    /// The sources there are now, in the order to offer them in.
    ///
    /// - Throws: `PulseError` of kind `noServer` at once where none runs, `denied` where one does not let this user in,
    ///   `timedOut` where it does not answer.
    public func sources() throws(PulseError) -> [PulseSource] {
        try asking { connection, deadline throws(PulseError) in
            PulseSource.inOrderOfUse(try connection.sources(until: deadline))
        }
    }

    /// The source of this name.
    ///
    /// - Throws: `PulseError` as `sources()` does, or `noSource`.
    public func source(named name: String) throws(PulseError) -> PulseSource {
        try asking { connection, deadline throws(PulseError) in try connection.source(named: name, until: deadline) }
    }

    /// Makes the connection, if there is none.
    ///
    /// - Throws: `PulseError` as `sources()` does.
    public func connect() throws(PulseError) {
        _ = try connection(until: MonotonicClock().now.advanced(by: Self.patience))
    }

    /// Whether there is a connection.
    public var isConnected: Bool { state.withLock { $0.connection }?.isReady ?? false }

    /// Calls `changed`, from libpulse's thread, when sources have come or gone, another one has become the default, or
    /// the connection has ended, for as long as what is returned lives. It must not wait, nor ask the server.
    public func listen(_ changed: @escaping @Sendable () -> Void) -> AnyObject {
        let id = state.withLock { state in
            defer { state.nextListener += 1 }
            state.listeners[state.nextListener] = changed
            return state.nextListener
        }
        return Listening { [weak self] in self?.state.withLock { _ = $0.listeners.removeValue(forKey: id) } }
    }

    private final class Listening: Sendable {
        private let end: @Sendable () -> Void
        init(_ end: @escaping @Sendable () -> Void) { self.end = end }
        deinit { end() }
    }

    private func asking<Answer>(
        _ ask: (PulseConnection, HostTime) throws(PulseError) -> Answer
    ) throws(PulseError) -> Answer {
        let deadline = MonotonicClock().now.advanced(by: Self.patience)
        let connection = try connection(until: deadline)
        do throws(PulseError) {
            return try ask(connection, deadline)
        } catch {
            // It may have ended while nobody looked: a server that has been restarted answers a new one.
            if error.kind == .lost { return try ask(try self.connection(until: deadline), deadline) }
            if error.kind == .timedOut { drop(connection) }
            throw error
        }
    }

    private func connection(until deadline: HostTime) throws(PulseError) -> PulseConnection {
        if let connection = state.withLock({ $0.connection }) {
            if connection.isReady { return connection }
            drop(connection)
        }
        let made = try PulseConnection(address: address, deadline: deadline) { [weak self] _ in self?.tell() }
        let (kept, spare) = state.withLock { state in
            // Somebody else may have been faster.
            if let other = state.connection { return (other, Optional(made)) }
            state.connection = made
            return (made, nil)
        }
        _ = spare
        return kept
    }

    /// Lets go of `connection`, outside the lock: that ends a thread which may be waiting for it.
    private func drop(_ connection: PulseConnection) {
        state.withLock { if $0.connection === connection { $0.connection = nil } }
    }

    private func tell() {
        let listeners = state.withLock { Array($0.listeners.values) }
        for listener in listeners { listener() }
    }
}
