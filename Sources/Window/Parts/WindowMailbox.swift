import OnAir
import OnAirMedia
import OnAirSDL
import OnAirTerminal

/// What the broadcast has for the window: the newest picture, what to tell, and the end. Written from any thread; the main
/// thread is woken and takes it.
package final class WindowMailbox: Sendable {
    private struct State {
        var picture: Picture?
        var facts = WindowFacts()
        var isTold = false
        var ending: ExitCode?
    }

    private let state = Lock(State())
    private let waker: WindowWaker

    package init(waker: WindowWaker) { self.waker = waker }

    /// The newest picture; one that was not taken meanwhile is let go.
    package func show(_ picture: Picture) {
        state.withLock { $0.picture = picture }
        waker.wake()
    }

    package func tell(_ facts: WindowFacts) {
        state.withLock { ($0.facts, $0.isTold) = (facts, false) }
        waker.wake()
    }

    package func end(_ code: ExitCode) {
        state.withLock { $0.ending = code }
        waker.wake()
    }

    /// The picture that came since the last call.
    func takePicture() -> Picture? {
        state.withLock { state in
            defer { state.picture = nil }
            return state.picture
        }
    }

    /// The facts, where there are others since the last call.
    func takeFacts() -> WindowFacts? {
        state.withLock { state in
            defer { state.isTold = true }
            return state.isTold ? nil : state.facts
        }
    }

    /// How everything ended; nil while it goes on.
    var ending: ExitCode? { state.withLock { $0.ending } }
}
