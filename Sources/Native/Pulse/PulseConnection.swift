import CPulse
import OnAirMedia

/// A connection to a sound server, with the thread that libpulse works on.
///
/// Every wait for the server has an end. Letting go of it ends the thread, whatever the server does; the last
/// reference must not be let go on that thread, so callbacks never hold one.
///
/// Unchecked because the handles never change and libpulse's objects are only touched holding the loop's lock.
final class PulseConnection: @unchecked Sendable {
    /// What it tells, from its own thread, which must not wait for anything.
    enum Event: Sendable {
        /// A source has come.
        case added(UInt32)
        /// A source has gone.
        case removed(UInt32)
        /// The server's settings, such as its default source, are others.
        case serverChanged
        /// The connection has ended.
        case ended
    }

    /// What C callbacks are given. Outlives the thread that calls them.
    private final class Listener: Sendable {
        let loop: PulseLoop
        let tell: @Sendable (Event) -> Void

        init(_ loop: PulseLoop, _ tell: @escaping @Sendable (Event) -> Void) { (self.loop, self.tell) = (loop, tell) }

        static func at(_ pointer: UnsafeMutableRawPointer?) -> Listener? {
            pointer.map { Unmanaged<Listener>.fromOpaque($0).takeUnretainedValue() }
        }
    }

    let loop: PulseLoop
    private let context: OpaquePointer
    private let listener: Listener
    private let address: String?

    /// Connects.
    ///
    /// - Parameters:
    ///   - address: the server; nil for what libpulse finds by itself.
    ///   - deadline: until when the server may take.
    ///   - tell: gets the events.
    /// - Throws: `noServer`, `denied`, `timedOut` or `refused`.
    init(
        address: String?, deadline: HostTime, tell: @escaping @Sendable (Event) -> Void
    ) throws(PulseError) {
        if let error = PulseServerPlace.verdict(address: address) { throw error }
        let loop = try PulseLoop()
        let properties = pa_proplist_new()
        defer { pa_proplist_free(properties) }
        pa_proplist_sets(properties, PA_PROP_APPLICATION_ID, "onair")
        pa_proplist_sets(properties, PA_PROP_APPLICATION_NAME, "OnAir")
        pa_proplist_sets(properties, PA_PROP_APPLICATION_ICON_NAME, "audio-input-microphone")
        loop.lock()
        guard let context = pa_context_new_with_proplist(loop.api, "OnAir", properties) else {
            loop.unlock()
            throw PulseError(.refused, "libpulse could not be started.")
        }
        loop.unlock()
        (self.loop, self.context, self.address) = (loop, context, address)
        listener = Listener(loop, tell)
        try connect(deadline)
    }

    deinit {
        loop.lock()
        pa_context_set_state_callback(context, nil, nil)
        pa_context_set_subscribe_callback(context, nil, nil)
        pa_context_disconnect(context)
        pa_context_unref(context)
        loop.unlock()
        loop.stop()
    }

    private func connect(_ deadline: HostTime) throws(PulseError) {
        loop.lock()
        defer { loop.unlock() }
        let pointer = Unmanaged.passUnretained(listener).toOpaque()
        pa_context_set_state_callback(
            context,
            { context, pointer in
                guard let context, let listener = Listener.at(pointer) else { return }
                listener.loop.signal()
                if !PA_CONTEXT_IS_GOOD(pa_context_get_state(context)).isTrue { listener.tell(.ended) }
            }, pointer)
        pa_context_set_subscribe_callback(
            context,
            { _, kind, index, pointer in
                guard let listener = Listener.at(pointer), let event = PulseConnection.event(kind, index) else {
                    return
                }
                listener.tell(event)
            }, pointer)
        guard pa_context_connect(context, address, PA_CONTEXT_NOAUTOSPAWN, nil) >= 0 else { throw failure() }
        let isAnswered = loop.wait(context, until: deadline) {
            let state = pa_context_get_state(context)
            return state == PA_CONTEXT_READY || !PA_CONTEXT_IS_GOOD(state).isTrue
        }
        guard isAnswered else { throw Self.timedOut }
        guard pa_context_get_state(context) == PA_CONTEXT_READY else { throw failure() }
        // Without an answer to wait for: events come once the server has taken it.
        if let operation = pa_context_subscribe(context, onair_pulse_watched, nil, nil) {
            pa_operation_unref(operation)
        }
    }

    private static func event(_ kind: pa_subscription_event_type_t, _ index: UInt32) -> Event? {
        let facility = kind.rawValue & PA_SUBSCRIPTION_EVENT_FACILITY_MASK.rawValue
        let change = kind.rawValue & PA_SUBSCRIPTION_EVENT_TYPE_MASK.rawValue
        switch facility {
        case PA_SUBSCRIPTION_EVENT_SERVER.rawValue: return .serverChanged
        case PA_SUBSCRIPTION_EVENT_SOURCE.rawValue where change == PA_SUBSCRIPTION_EVENT_NEW.rawValue:
            return .added(index)
        case PA_SUBSCRIPTION_EVENT_SOURCE.rawValue where change == PA_SUBSCRIPTION_EVENT_REMOVE.rawValue:
            return .removed(index)
        // Volume and the like.
        default: return nil
        }
    }

    /// Whether the server is there, as far as is known.
    var isReady: Bool {
        loop.lock()
        defer { loop.unlock() }
        return pa_context_get_state(context) == PA_CONTEXT_READY
    }

    /// Calls `body` with the context, holding the loop's lock.
    func withContext<Result>(_ body: (OpaquePointer) throws(PulseError) -> Result) throws(PulseError) -> Result {
        loop.lock()
        defer { loop.unlock() }
        return try body(context)
    }

    /// Asks the server something and waits for the whole answer; called with the lock held.
    ///
    /// - Throws: `timedOut` or, where the server goes away, `lost`.
    func answer(to operation: OpaquePointer?, until deadline: HostTime) throws(PulseError) {
        guard let operation else { throw failure() }
        // A callback that has not come by now must not come any more: what it writes to is gone.
        defer {
            pa_operation_cancel(operation)
            pa_operation_unref(operation)
        }
        pa_operation_set_state_callback(
            operation, { _, pointer in Listener.at(pointer)?.loop.signal() },
            Unmanaged.passUnretained(listener).toOpaque())
        let isAnswered = loop.wait(context, until: deadline) {
            pa_operation_get_state(operation) != PA_OPERATION_RUNNING
                || !PA_CONTEXT_IS_GOOD(pa_context_get_state(context)).isTrue
        }
        guard isAnswered else { throw Self.timedOut }
        guard pa_operation_get_state(operation) == PA_OPERATION_DONE else {
            throw PulseError(.lost, "The sound server has gone away.")
        }
    }

    /// What the last call on the context failed with; called with the lock held.
    func failure() -> PulseError {
        let number = pa_error_code_t(rawValue: UInt32(bitPattern: pa_context_errno(context)))
        switch number {
        case PA_ERR_ACCESS, PA_ERR_AUTHKEY: return PulseServerPlace.denied(address: address)
        case PA_ERR_CONNECTIONREFUSED, PA_ERR_INVALIDSERVER:
            return PulseError(
                .noServer, "The sound server does not answer: nobody listens there.",
                advice: "Start PulseAudio or PipeWire, or name a server in PULSE_SERVER.")
        case PA_ERR_TIMEOUT: return Self.timedOut
        case PA_ERR_NOENTITY: return PulseError(.noSource, "The sound server has no such source.")
        case PA_ERR_CONNECTIONTERMINATED, PA_ERR_KILLED, PA_ERR_BADSTATE:
            return PulseError(.lost, "The sound server has gone away.")
        default:
            let words = pa_strerror(pa_context_errno(context)).map { String(cString: $0) } ?? "an unknown error"
            return PulseError(.refused, "The sound server refused: \(words).")
        }
    }

    static let timedOut = PulseError(
        .timedOut, "The sound server does not answer.", advice: "Restart PulseAudio or PipeWire.")
}

extension Int32 {
    /// A C truth.
    var isTrue: Bool { self != 0 }
}
