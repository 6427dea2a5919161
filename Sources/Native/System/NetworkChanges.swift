import Glibc
import OnAirMedia

/// Counts the changes of this machine's network and wakes whoever wants to know: one thread for the whole process, from
/// the first subscriber on.
package final class NetworkChanges: Sendable {
    private struct State {
        var count = 0
        var next = 0
        var signals: [Int: WakeSignal] = [:]
        var hasStarted = false
    }

    package static let shared = NetworkChanges()

    private let state = Lock(State())

    package init() {}

    /// Rises with each change. Stays as it is where the system does not tell.
    package var count: Int { state.withLock { $0.count } }

    /// Wakes `signal` after each change, until the answer is given to `unsubscribe`.
    package func subscribe(_ signal: WakeSignal) -> Int {
        let (token, starts) = state.withLock { state in
            defer { (state.next, state.hasStarted) = (state.next + 1, true) }
            state.signals[state.next] = signal
            return (state.next, !state.hasStarted)
        }
        if starts { start() }
        return token
    }

    package func unsubscribe(_ token: Int) {
        _ = state.withLock { $0.signals.removeValue(forKey: token) }
    }

    /// How many want to know.
    package var subscribers: Int { state.withLock { $0.signals.count } }

    private func start() {
        // Without it destinations come back all the same, only less promptly.
        _ = SerialThread.startIfPossible(name: "network") { [self] in
            guard let watch = try? NetworkWatch() else { return }
            while true {
                var entry = pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)
                guard poll(&entry, 1, -1) >= 0 else { continue }
                guard entry.revents & Int16(POLLNVAL) == 0 else { return }
                if watch.drain() { tell() }
            }
        }
    }

    /// Something has changed.
    package func tell() {
        let signals = state.withLock { state in
            state.count += 1
            return Array(state.signals.values)
        }
        for signal in signals { signal.wake() }
    }
}
