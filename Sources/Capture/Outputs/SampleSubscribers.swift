import OnAirMedia

/// The readers of one output.
final class SampleSubscribers: Sendable {
    private struct State {
        var subscribers: [SampleSubscriber] = []
        /// Whose samples pass; nil for those of no session.
        var connection: CaptureConnection?
    }

    private let state = Lock(State())

    init() {}

    deinit {
        for subscriber in state.withLock({ $0.subscribers }) { subscriber.finish() }
    }

    func add(_ subscriber: SampleSubscriber) { state.withLock { $0.subscribers.append(subscriber) } }

    func remove(_ subscriber: SampleSubscriber) {
        state.withLock { $0.subscribers.removeAll { $0 === subscriber } }
        subscriber.finish()
    }

    /// Only samples of `connection` pass from now on, and what waits of another one is let go.
    func open(_ connection: CaptureConnection?) {
        state.withLock { state in
            guard state.connection !== connection else { return }
            state.connection = connection
            for subscriber in state.subscribers { subscriber.clear() }
        }
    }

    /// Called on the source's thread.
    func take(_ sample: SampleBuffer, from connection: CaptureConnection?) {
        // Under the lock, so that nothing comes after `open` has let it go. Readers are resumed, never run, by this.
        state.withLock { state in
            guard state.connection === connection else { return }
            for subscriber in state.subscribers { subscriber.take(sample, from: connection) }
        }
    }

    /// The device itself has lost something; called on the source's thread.
    func lose(_ drop: CaptureDrop, from connection: CaptureConnection) {
        state.withLock { state in
            guard state.connection === connection else { return }
            for subscriber in state.subscribers { subscriber.lose(drop) }
        }
    }
}
