import OnAirMedia

/// Tells what happens in a session, in the order it happened. Kept apart from the session, so that the stages of its
/// inputs, which hold this, do not keep the session alive.
///
/// What happens is queued where it happens, if need be under the session's lock, and told outside of it by one thread
/// at a time.
final class CaptureSessionEvents: Sendable {
    private let hub = EventHub<CaptureSessionEvent> { .missed($0) }
    private let observer: @Sendable (CaptureSessionEvent) -> Void
    private let state = Lock(State())

    private struct State {
        var active: Set<ObjectIdentifier> = []
        var interrupted: Set<ObjectIdentifier> = []
        var waiting: [CaptureSessionEvent] = []
        var isTelling = false
        var isFinishing = false
    }

    init(_ observer: @escaping @Sendable (CaptureSessionEvent) -> Void) { self.observer = observer }

    deinit { hub.finish() }

    var isInterrupted: Bool { state.withLock { !$0.interrupted.isEmpty } }

    func events() -> AsyncStream<CaptureSessionEvent> { hub.events() }

    /// Queues `event`; `tell` tells it.
    func note(_ event: CaptureSessionEvent) { state.withLock { $0.waiting.append(event) } }

    /// Tells what is queued, unless somebody else is at it: then that one does. Called outside of every lock.
    func tell() {
        let isMine = state.withLock { state in
            defer { state.isTelling = true }
            return !state.isTelling
        }
        guard isMine else { return }
        while let event = next() {
            observer(event)
            hub.post(event)
        }
        if state.withLock({ $0.isFinishing }) { hub.finish() }
    }

    private func next() -> CaptureSessionEvent? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isTelling = false
                return nil
            }
            return state.waiting.removeFirst()
        }
    }

    /// From now on `input` has something to say.
    ///
    /// - Parameter problem: why it gives nothing just now; `tell` tells that.
    func begin(_ input: CaptureDeviceInput, problem: CaptureError? = nil) {
        state.withLock { state in
            state.active.insert(ObjectIdentifier(input))
            guard let problem else { return }
            state.interrupted.insert(ObjectIdentifier(input))
            state.waiting.append(.interrupted(input, problem))
        }
    }

    /// An input's stage has something to say.
    func received(_ notice: CaptureInputNotice, of input: CaptureDeviceInput) {
        let id = ObjectIdentifier(input)
        state.withLock { state in
            // An input that was taken out has nothing more to say.
            guard state.active.contains(id) else { return }
            switch notice {
            case .lost(let error):
                state.interrupted.insert(id)
                state.waiting.append(.interrupted(input, error))
            case .resumed:
                state.interrupted.remove(id)
                state.waiting.append(.interruptionEnded(input))
            case .ended:
                state.interrupted.remove(id)
                state.waiting.append(.ended(input))
            }
        }
        tell()
    }

    /// `input` was taken out, or stopped.
    func forget(_ input: CaptureDeviceInput) {
        state.withLock { state in
            state.active.remove(ObjectIdentifier(input))
            state.interrupted.remove(ObjectIdentifier(input))
        }
    }

    /// The session is gone: what is queued is told, and every listener's stream ends.
    func finish() {
        state.withLock { $0.isFinishing = true }
        tell()
    }
}
