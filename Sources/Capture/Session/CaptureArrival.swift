import OnAirMedia

/// A camera on its way into a session: it runs beside the session's own, and its pictures go nowhere yet.
///
/// A camera takes 0.3 to 1 s from its start to its first picture. With this the old one goes on until then.
package final class CaptureArrival: Sendable {
    /// How it came out.
    package enum Outcome: Sendable {
        /// Pictures come.
        case arrived
        /// It could not be opened or started, gave nothing within its patience, or was dismissed.
        case failed(CaptureError)
    }

    private struct State {
        var outcome: Outcome?
        /// Why the device gives nothing just now.
        var problem: CaptureError?
        var waiters: [@Sendable (Outcome) -> Void] = []
    }

    private let state = Lock(State())

    init() {}

    /// Whether pictures have come, or why none will; nil while that is open.
    package var current: Outcome? { state.withLock { $0.outcome } }

    /// Why it gives nothing just now; nil while it does.
    package var problem: CaptureError? { state.withLock { $0.problem } }

    /// Whether it gives pictures now, whatever there was before.
    package var isReady: Bool { state.withLock { $0.outcome != nil && $0.problem == nil } }

    /// Waits until pictures come, or until none will.
    package func outcome() async -> Outcome {
        await withCheckedContinuation { continuation in whenDecided { continuation.resume(returning: $0) } }
    }

    private func whenDecided(_ body: @escaping @Sendable (Outcome) -> Void) {
        let outcome = state.withLock { state in
            if state.outcome == nil { state.waiters.append(body) }
            return state.outcome
        }
        if let outcome { body(outcome) }
    }

    /// The first outcome is the one that counts.
    func decide(_ outcome: Outcome) {
        let waiters: [@Sendable (Outcome) -> Void] = state.withLock { state in
            guard state.outcome == nil else { return [] }
            state.outcome = outcome
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter(outcome) }
    }

    /// The input's stage has something to say.
    func received(_ notice: CaptureInputNotice, from deviceName: String) {
        switch notice {
        case .lost(let error):
            fail(error)
        case .resumed:
            state.withLock { $0.problem = nil }
            decide(.arrived)
        case .ended: fail(CaptureError(.lost, "\(deviceName) has nothing more to give."))
        }
    }

    /// It gives nothing any more.
    func fail(_ error: CaptureError) {
        state.withLock { $0.problem = error }
        decide(.failed(error))
    }
}
