import Glibc

/// Advances all stages on a virtual clock, single-threaded, in the order (time, stage): equal input gives equal bits.
///
/// Whoever made it drives it, from one thread at a time. A stage that waits for a file descriptor is only woken by its
/// signal. What a stage adds while it runs is looked after at the same instant.
///
/// Unchecked because its calls never overlap, which every one of them checks.
public final class StepRunner: StageRunner, @unchecked Sendable {
    private struct Entry {
        let stage: any Stage
        let handle: StageHandle
        var due: HostTime?
    }

    private let virtualClock: VirtualClock
    private var entries: [Entry] = []
    private let driver = Lock<Driver>(Driver())

    /// Which thread is inside, and how deep.
    private struct Driver {
        var thread: pthread_t?
        var depth = 0
    }

    /// A runner whose clock stands at `start`.
    public init(start: HostTime = HostTime(nanoseconds: 0)) { virtualClock = VirtualClock(start: start) }

    public var clock: any HostClock { virtualClock }

    public func makeSignal() -> WakeSignal { WakeSignal(pollable: false) }

    @discardableResult
    public func add(_ stage: sending any Stage, signal: WakeSignal) -> StageHandle {
        enter()
        defer { leave() }
        let handle = StageHandle(name: stage.name, signal: signal)
        entries.append(Entry(stage: stage, handle: handle, due: virtualClock.now))
        return handle
    }

    /// Runs everything that is due up to and including `end`, then leaves the clock standing there.
    public func run(until end: HostTime) {
        enter()
        defer { leave() }
        while let index = nextIndex(until: end) { step(index) }
        virtualClock.advance(to: end)
    }

    /// Runs until no stage has anything due or pending, or `limit` is reached; true when all have finished.
    @discardableResult
    public func runUntilFinished(limit: HostTime) -> Bool {
        enter()
        defer { leave() }
        while !entries.isEmpty, let index = nextIndex(until: limit) { step(index) }
        return entries.isEmpty
    }

    private func enter() {
        let thread = pthread_self()
        let isAlone = driver.withLock { driver in
            guard driver.depth == 0 || driver.thread == thread else { return false }
            driver.thread = thread
            driver.depth += 1
            return true
        }
        precondition(isAlone, "a step runner is driven from one thread at a time")
    }

    private func leave() { driver.withLock { $0.depth -= 1 } }

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
