import CSDL
import OnAirMedia

/// Wakes whoever waits for a window's events, from any thread. Any number of calls before he has heard make one event.
public final class WindowWaker: Sendable {
    private struct State {
        var isPending = false
        var isClosed = false
    }

    private let state = Lock(State())
    private let type: UInt32

    /// - Parameter type: a user event's, registered with SDL.
    init(type: UInt32) { self.type = type }

    /// Without effect once the window is gone.
    public func wake() {
        // Under the lock, so that the window does not go while SDL sends something to it.
        state.withLock { state in
            guard !state.isPending, !state.isClosed else { return }
            var event = SDL_Event()
            event.type = type
            // Where SDL's queue is full of other events, the next call tries again.
            state.isPending = SDL_PushEvent(&event) == 1
        }
    }

    /// Whether `event` is this one's, which has been heard then. What is said after is heard again.
    func hears(_ event: SDL_Event) -> Bool {
        guard event.type == type else { return false }
        state.withLock { $0.isPending = false }
        return true
    }

    /// Nobody hears any more.
    func close() { state.withLock { $0.isClosed = true } }
}
