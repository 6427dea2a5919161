import OnAirMedia

/// What waits for one reader of a `CaptureSampleBuffers`.
final class SampleSubscriber: Sendable {
    typealias Item = (sample: SampleBuffer, connection: CaptureConnection?)

    private struct State {
        var backlog: SampleBacklog
        var reader: CheckedContinuation<Void, Never>?
        var isFinished = false
    }

    let losses = DropLedger()
    private let state: Lock<State>

    init(_ limit: SampleBacklog.Limit) { state = Lock(State(backlog: SampleBacklog(limit))) }

    func take(_ sample: SampleBuffer, from connection: CaptureConnection?) {
        let reader: CheckedContinuation<Void, Never>? = state.withLock { state in
            guard !state.isFinished else { return nil }
            if let lost = state.backlog.add(sample, from: connection) { losses.add(lost.reason.ledgerReason) }
            return state.reader.take()
        }
        reader?.resume()
    }

    /// The device itself has lost something.
    func lose(_ drop: CaptureDrop) { losses.add(drop.reason.ledgerReason, count: Int64(drop.count)) }

    /// What waits is let go.
    func clear() { state.withLock { $0.backlog.removeAll() } }

    /// No sample comes any more, and none that waits is given.
    func finish() {
        let reader = state.withLock { state in
            state.isFinished = true
            state.backlog.removeAll()
            return state.reader.take()
        }
        reader?.resume()
    }

    /// The next sample; nil at the end, and for a second reader while one waits.
    func next() async -> Item? {
        while true {
            if let item = takeSample() { return item }
            if await !waitForSample() { return nil }
        }
    }

    private func takeSample() -> Item? {
        state.withLock { state in
            while let entry = state.backlog.next() {
                // Losses are counted already.
                if case .sample(let sample, let connection) = entry { return (sample, connection) }
            }
            return nil
        }
    }

    /// Returns once there may be a sample; false at the end.
    private func waitForSample() async -> Bool {
        let canWait = state.withLock { !$0.isFinished && $0.reader == nil }
        guard canWait else { return false }
        await withCheckedContinuation { continuation in
            let mustWait = state.withLock { state in
                guard state.backlog.isEmpty, !state.isFinished, state.reader == nil else { return false }
                state.reader = continuation
                return true
            }
            if !mustWait { continuation.resume() }
        }
        return state.withLock { !$0.isFinished }
    }
}
