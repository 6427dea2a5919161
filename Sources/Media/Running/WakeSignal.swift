import COnAirSystem
import Glibc
import Synchronization

/// Wakes one stage from any thread. Many wakes before the stage runs count as one; none is lost.
public final class WakeSignal: Sendable {
    private let pending = Atomic(false)
    /// An eventfd for the thread runner to poll; -1 under the step runner, which reads `pending` itself, and where the
    /// process has no descriptor left: then the thread runner looks every few milliseconds instead.
    let descriptor: Int32

    /// Makes a signal, with a descriptor to poll when `pollable`.
    init(pollable: Bool) {
        descriptor = pollable ? onair_eventfd() : -1
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Asks for a step soon.
    public func wake() {
        guard !pending.exchange(true, ordering: .acquiringAndReleasing), descriptor >= 0 else { return }
        var one: UInt64 = 1
        _ = write(descriptor, &one, 8)
    }

    /// Takes the pending wake, if there is one. Called by the runner before each step.
    func take() -> Bool {
        guard pending.load(ordering: .acquiring) else { return false }
        return pending.exchange(false, ordering: .acquiringAndReleasing)
    }

    /// Empties the descriptor once polling has found it readable. Done there and not in `take()`: between setting
    /// `pending` and writing, a wake can be taken before its byte is there, and a byte nobody reads would turn the
    /// runner's waiting into spinning.
    func drain() {
        var count: UInt64 = 0
        _ = read(descriptor, &count, 8)
    }

    var isPending: Bool { pending.load(ordering: .acquiring) }
}
