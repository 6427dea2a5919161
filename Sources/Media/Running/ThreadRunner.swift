import COnAirSystem
import Glibc

/// Gives each stage a serial thread of its own on the real clock.
public struct ThreadRunner: StageRunner {
    public let clock: any HostClock

    /// A runner on `clock`, by default the host's monotonic clock.
    public init(clock: any HostClock = MonotonicClock()) { self.clock = clock }

    /// How often a stage is looked after that cannot be woken, in nanoseconds: 2 ms.
    private static let lookInterval: Int64 = 2_000_000

    public func makeSignal() -> WakeSignal { WakeSignal(pollable: true) }

    @discardableResult
    public func add(_ stage: sending any Stage, signal: WakeSignal) -> StageHandle {
        let handle = StageHandle(name: stage.name, signal: signal)
        let box = TransferBox(stage)
        let clock = clock
        SerialThread.start(name: handle.name) {
            // The stage is released before its end is told, so that whoever waits finds files closed and memory back.
            if let stage = box.take() { Self.run(stage, signal: signal, clock: clock) }
            handle.finish()
        }
        return handle
    }

    private static func run(_ stage: consuming any Stage, signal: WakeSignal, clock: any HostClock) {
        onair_set_timer_slack(1)
        while true {
            _ = signal.take()
            switch stage.step(now: clock.now) {
            case .again: continue
            case .finished: return
            case .event(let until, let interest):
                wait(signal: signal, until: until, interest: interest, clock: clock)
            }
        }
    }

    private static func wait(signal: WakeSignal, until: HostTime?, interest: DescriptorInterest?, clock: any HostClock)
    {
        var descriptors = (
            pollfd(fd: signal.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: interest?.descriptor ?? -1, events: 0, revents: 0)
        )
        if let interest {
            descriptors.1.events =
                (interest.readable ? Int16(POLLIN) : 0) | (interest.writable ? Int16(POLLOUT) : 0)
        }
        var timeout = until.map { max(0, $0.nanoseconds(since: clock.now)) } ?? -1
        if signal.descriptor < 0 {
            // Nothing tells of a wake: a late stage is better than none.
            timeout = timeout < 0 ? Self.lookInterval : min(timeout, Self.lookInterval)
        }
        withUnsafeMutablePointer(to: &descriptors) { pair in
            pair.withMemoryRebound(to: pollfd.self, capacity: 2) { list in
                // An interrupted wait (EINTR) is one more step, which finds nothing to do.
                _ = onair_ppoll(list, 2, timeout)
            }
        }
        if descriptors.0.revents != 0 { signal.drain() }
    }
}
