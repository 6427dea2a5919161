import Synchronization

/// Asks one stage to end: it finishes what it must, closes its outputs and answers `.finished`.
public final class StopRequest: Sendable {
    private let requested = Atomic(false)
    private let signal: WakeSignal

    /// A request to the stage behind `signal`.
    public init(signal: WakeSignal) { self.signal = signal }

    /// Asks, and wakes the stage.
    public func request() {
        requested.store(true, ordering: .releasing)
        signal.wake()
    }

    /// Wakes the stage without asking it to end: for a source whose samples come on a thread that is not its own.
    public func wake() { signal.wake() }

    /// Whether the stage has been asked to end.
    public var isRequested: Bool { requested.load(ordering: .acquiring) }
}
