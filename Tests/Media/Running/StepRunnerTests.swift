import OnAirMedia
import Testing

struct StepRunnerTests {
    @Test("Stages run in the order of time, then of their adding")
    func order() {
        let runner = StepRunner()
        let log = Log()
        for (name, period) in [("a", Int64(30)), ("b", 20), ("c", 30)] {
            runner.add(
                ClosureStage(name) { now in
                    log.add("\(name)\(now.nanoseconds)")
                    return .event(until: now.advanced(byNanoseconds: period))
                }, signal: runner.makeSignal())
        }
        runner.run(until: HostTime(nanoseconds: 60))
        #expect(
            log.entries == [
                "a0", "b0", "c0", "b20", "a30", "c30", "b40", "a60", "b60", "c60",
            ])
        #expect(runner.clock.now == HostTime(nanoseconds: 60))
    }

    @Test("A wake is served at the instant it happens, before later deadlines")
    func wake() {
        let runner = StepRunner()
        let (log, signal) = (Log(), runner.makeSignal())
        runner.add(
            ClosureStage("sleeper") { now in
                log.add("woken \(now.nanoseconds)")
                return .wake
            }, signal: signal)
        runner.add(
            ClosureStage("waker") { now in
                if now.nanoseconds == 70 { signal.wake() }
                return .event(until: now.advanced(byNanoseconds: 70))
            }, signal: runner.makeSignal())
        runner.run(until: HostTime(nanoseconds: 100))
        #expect(log.entries == ["woken 0", "woken 70"])
    }

    @Test("Many wakes before a step are one")
    func wakesCollapse() {
        let runner = StepRunner()
        let (steps, signal) = (StepCounter(), runner.makeSignal())
        runner.add(
            ClosureStage { _ in
                steps.increment()
                return .wake
            }, signal: signal)
        runner.run(until: runner.clock.now)
        for _ in 0..<5 { signal.wake() }
        runner.run(until: runner.clock.now)
        #expect(steps.count == 2)
    }

    @Test("A finished stage is never called again, and its handle says so once")
    func finished() {
        let runner = StepRunner()
        let (steps, ends, signal) = (StepCounter(), StepCounter(), runner.makeSignal())
        let handle = runner.add(
            ClosureStage { _ in steps.increment() < 3 ? .again : .finished }, signal: signal)
        handle.whenFinished { ends.increment() }
        #expect(!handle.isFinished && handle.name == "closure")
        #expect(runner.runUntilFinished(limit: HostTime(nanoseconds: 10)))
        signal.wake()
        runner.run(until: HostTime(nanoseconds: 20))
        #expect(steps.count == 3 && ends.count == 1 && handle.isFinished)
        handle.whenFinished { ends.increment() }
        #expect(ends.count == 2, "asked after the end, it answers at once")
    }

    @Test("Running until all have finished gives up at the limit, or where nobody has anything to do")
    func limit() {
        let busy = StepRunner()
        busy.add(
            ClosureStage { .event(until: $0.advanced(byMilliseconds: 1)) }, signal: busy.makeSignal())
        #expect(!busy.runUntilFinished(limit: HostTime(nanoseconds: 5_000_000)))
        #expect(busy.clock.now == HostTime(nanoseconds: 5_000_000))
        let idle = StepRunner()
        idle.add(ClosureStage { _ in .wake }, signal: idle.makeSignal())
        #expect(!idle.runUntilFinished(limit: HostTime(nanoseconds: 5_000_000)))
    }

    @Test("A stop request wakes its stage and stays asked")
    func stopRequest() {
        let runner = StepRunner()
        let signal = runner.makeSignal()
        let stop = StopRequest(signal: signal)
        let handle = runner.add(ClosureStage { _ in stop.isRequested ? .finished : .wake }, signal: signal)
        runner.run(until: HostTime(nanoseconds: 1))
        #expect(!stop.isRequested && !handle.isFinished)
        stop.request()
        runner.run(until: HostTime(nanoseconds: 1))
        #expect(stop.isRequested && handle.isFinished)
    }

    /// Lines in order.
    final class Log: Sendable {
        private let lines = Lock<[String]>([])
        func add(_ line: String) { lines.withLock { $0.append(line) } }
        var entries: [String] { lines.withLock { $0 } }
    }
}
