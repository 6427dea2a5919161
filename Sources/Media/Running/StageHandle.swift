/// What is left of a stage for others once a runner has taken it over.
public final class StageHandle: Sendable {
    /// The stage's name.
    public let name: String
    /// Wakes the stage.
    public let signal: WakeSignal
    private let state = Lock(State())

    private struct State {
        var isFinished = false
        var waiters: [@Sendable () -> Void] = []
    }

    init(name: String, signal: WakeSignal) {
        self.name = name
        self.signal = signal
    }

    /// Whether the stage has answered `.finished`.
    public var isFinished: Bool { state.withLock { $0.isFinished } }

    /// Calls `body` once, when the stage has finished: at once if it already has, else on the stage's own thread.
    public func whenFinished(_ body: @escaping @Sendable () -> Void) {
        let already = state.withLock { state in
            if !state.isFinished { state.waiters.append(body) }
            return state.isFinished
        }
        if already { body() }
    }

    func finish() {
        let waiters = state.withLock { state in
            state.isFinished = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter() }
    }
}
