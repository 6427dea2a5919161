import Dispatch
import OnAirMedia

/// Waits for stages to finish, but never longer than a deadline.
enum StageDeadline {
    /// Calls `body` once all `handles` have finished: at once if they have, else on the last one's thread.
    static func whenAllFinished(_ handles: [StageHandle], _ body: @escaping @Sendable () -> Void) {
        guard !handles.isEmpty else { return body() }
        let open = Lock(handles.count)
        for handle in handles {
            handle.whenFinished {
                let isLast = open.withLock { count in
                    count -= 1
                    return count == 0
                }
                if isLast { body() }
            }
        }
    }

    /// Returns the names of the stages that had not finished after `milliseconds`.
    static func wait(for handles: [StageHandle], milliseconds: Int) async -> [String] {
        guard handles.contains(where: { !$0.isFinished }) else { return [] }
        let pending = PendingStages(count: handles.count)
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            pending.begin(continuation)
            for handle in handles { handle.whenFinished { pending.finishOne() } }
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { pending.giveUp() }
        }
        return handles.filter { !$0.isFinished }.map(\.name)
    }
}

/// Resumes one continuation, once: when all stages have finished or the deadline has come.
private final class PendingStages: Sendable {
    private struct State {
        var count: Int
        var continuation: CheckedContinuation<Void, Never>?
    }

    private let state: Lock<State>

    init(count: Int) { state = Lock(State(count: count)) }

    func begin(_ continuation: CheckedContinuation<Void, Never>) { state.withLock { $0.continuation = continuation } }

    func finishOne() {
        let resumed: CheckedContinuation<Void, Never>? = state.withLock { state in
            state.count -= 1
            guard state.count == 0 else { return nil }
            defer { state.continuation = nil }
            return state.continuation
        }
        resumed?.resume()
    }

    func giveUp() {
        let resumed = state.withLock { state in
            defer { state.continuation = nil }
            return state.continuation
        }
        resumed?.resume()
    }
}
