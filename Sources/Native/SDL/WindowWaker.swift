import CSDL
import Synchronization

/// Wakes whoever waits for a window's events, from any thread. Any number of calls before he has heard make one event.
public final class WindowWaker: Sendable {
    private let isPending = Atomic(false)
    private let type: UInt32

    /// - Parameter type: a user event's, registered with SDL.
    init(type: UInt32) { self.type = type }

    public func wake() {
        guard !isPending.exchange(true, ordering: .acquiringAndReleasing) else { return }
        var event = SDL_Event()
        event.type = type
        // SDL's queue may be full of other events, or the window be gone: the next call tries again.
        if SDL_PushEvent(&event) != 1 { isPending.store(false, ordering: .releasing) }
    }

    /// Whether `event` is this one's, which has been heard then. What is said after is heard again.
    func hears(_ event: SDL_Event) -> Bool {
        guard event.type == type else { return false }
        isPending.store(false, ordering: .releasing)
        return true
    }
}
