/// Advances all stages on a virtual clock, single-threaded, in the order (time, stage): equal input gives equal bits.
///
/// Not Sendable: whoever made it drives it. A stage that waits for a file descriptor is only woken by its signal.
public final class StepRunner: StageRunner {
    private struct Entry {
        let stage: any Stage
        let handle: StageHandle
        var due: HostTime?
    }

    private let virtualClock: VirtualClock
    private var entries: [Entry] = []

    /// A runner whose clock stands at `start`.
    public init(start: HostTime = HostTime(nanoseconds: 0)) { virtualClock = VirtualClock(start: start) }

    public var clock: any HostClock { virtualClock }

    public func makeSignal() -> WakeSignal { WakeSignal(pollable: false) }

    @discardableResult
    public func add(_ stage: sending any Stage, signal: WakeSignal) -> StageHandle {
        let handle = StageHandle(name: stage.name, signal: signal)
        entries.append(Entry(stage: stage, handle: handle, due: virtualClock.now))
        return handle
    }

    /// Runs everything that is due up to and including `end`, then leaves the clock standing there.
    public func run(until end: HostTime) {
        while let index = nextIndex(until: end) { step(index) }
        virtualClock.advance(to: end)
    }

    /// Runs until no stage has anything due or pending, or `limit` is reached; true when all have finished.
    @discardableResult
    public func runUntilFinished(limit: HostTime) -> Bool {
        while !entries.isEmpty, let index = nextIndex(until: limit) { step(index) }
        return entries.isEmpty
    }

    private func nextIndex(until end: HostTime) -> Int? {
        let now = virtualClock.now
        var best: (index: Int, due: HostTime)?
        for (index, entry) in entries.enumerated() {
            guard let due = entry.handle.signal.isPending ? now : entry.due.map({ max($0, now) }) else { continue }
            if best == nil || due < best!.due { best = (index, due) }
            if due == now { break }
        }
        guard let best, best.due <= end else { return nil }
        virtualClock.advance(to: best.due)
        return best.index
    }

    private func step(_ index: Int) {
        _ = entries[index].handle.signal.take()
        switch entries[index].stage.step(now: virtualClock.now) {
        case .again: entries[index].due = virtualClock.now
        case .event(let until, _): entries[index].due = until
        case .finished: entries.remove(at: index).handle.finish()
        }
    }
}
