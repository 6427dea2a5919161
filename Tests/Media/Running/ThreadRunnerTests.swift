import Dispatch
import Glibc
import OnAirMedia
import Testing

@Suite(.serialized)
struct ThreadRunnerTests {
    private func wait(_ semaphore: DispatchSemaphore, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(semaphore.wait(timeout: .now() + 20) == .success, sourceLocation: sourceLocation)
    }

    /// What the kernel calls the calling thread.
    private static func threadName() -> String {
        let file = open("/proc/thread-self/comm", O_RDONLY)
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = read(file, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(count, 0)).prefix { $0 != 10 }, as: UTF8.self)
    }

    @Test("A stage has a named thread of its own, the same for all its steps")
    func ownThread() {
        let runner = ThreadRunner()
        let ended = DispatchSemaphore(value: 0)
        let seen = Lock<(threads: [pthread_t], name: String)>(([], ""))
        let handle = runner.add(
            ClosureStage("a stage with a long name") { _ in
                let text = Self.threadName()
                return seen.withLock { seen in
                    seen.threads.append(pthread_self())
                    seen.name = text
                    return seen.threads.count < 4 ? .again : .finished
                }
            }, signal: runner.makeSignal())
        handle.whenFinished { ended.signal() }
        wait(ended)
        let (threads, name) = seen.withLock { $0 }
        #expect(threads.count == 4 && Set(threads).count == 1 && threads[0] != pthread_self())
        #expect(name == "a stage with a ", "the kernel keeps 15 bytes")
    }

    @Test("Everything pushed is seen, and a wake makes no more than two steps, however wakes and steps interleave")
    func noLostWakeAndNoSpinning() {
        let runner = ThreadRunner()
        let (signal, seen) = (runner.makeSignal(), DispatchSemaphore(value: 0))
        let (pushed, steps) = (StepCounter(), StepCounter())
        let stop = StopRequest(signal: signal)
        let served = StepCounter()
        let handle = runner.add(
            ClosureStage { _ in
                steps.increment()
                while served.count < pushed.count {
                    served.increment()
                    seen.signal()
                }
                return stop.isRequested ? .finished : .wake
            }, signal: signal)
        let rounds = 30_000
        for _ in 0..<rounds {
            pushed.increment()
            signal.wake()
            wait(seen)
        }
        let ended = DispatchSemaphore(value: 0)
        handle.whenFinished { ended.signal() }
        stop.request()
        wait(ended)
        // Each wake causes a step; its byte, when it comes after the step it caused, may cause one more.
        #expect(steps.count <= 2 * rounds + 3)
    }

    @Test("A deadline ends the wait; the stage is called at or after it")
    func deadline() {
        let runner = ThreadRunner()
        let ended = DispatchSemaphore(value: 0)
        let calls = Lock<[(asked: HostTime, now: HostTime)]>([])
        let handle = runner.add(
            ClosureStage { now in
                calls.withLock { calls in
                    if calls.count == 5 { return .finished }
                    let until = now.advanced(byNanoseconds: 300_000)
                    calls.append((calls.last?.asked ?? now, now))
                    calls[calls.count - 1].asked = until
                    return .event(until: until)
                }
            }, signal: runner.makeSignal())
        handle.whenFinished { ended.signal() }
        wait(ended)
        let seen = calls.withLock { $0 }
        #expect(zip(seen, seen.dropFirst()).allSatisfy { $0.asked <= $1.now })
    }

    @Test("A descriptor that becomes readable ends the wait")
    func descriptor() {
        var pipes: [Int32] = [0, 0]
        #expect(pipe(&pipes) == 0)
        let (reading, writing) = (pipes[0], pipes[1])
        defer {
            close(reading)
            close(writing)
        }
        let runner = ThreadRunner()
        let (started, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let steps = StepCounter()
        let handle = runner.add(
            ClosureStage { _ in
                guard steps.increment() == 1 else { return .finished }
                started.signal()
                return .event(
                    until: nil, descriptor: DescriptorInterest(descriptor: reading, readable: true, writable: false))
            }, signal: runner.makeSignal())
        handle.whenFinished { ended.signal() }
        wait(started)
        var byte: UInt8 = 1
        #expect(write(writing, &byte, 1) == 1)
        wait(ended)
    }

    @Test("A finished stage is released before its end is told")
    func releasedFirst() {
        final class Owned: Stage {
            let name = "owned"
            let released: StepCounter
            init(_ released: StepCounter) { self.released = released }
            deinit { released.increment() }
            func step(now: HostTime) -> StageWait { .finished }
        }
        let runner = ThreadRunner()
        let (released, ended) = (StepCounter(), DispatchSemaphore(value: 0))
        let atEnd = StepCounter()
        let handle = runner.add(Owned(released), signal: runner.makeSignal())
        handle.whenFinished {
            if released.count == 1 { atEnd.increment() }
            ended.signal()
        }
        wait(ended)
        #expect(released.count == 1)
        // Asked too late to hear it from the thread, it is told here; released it is in either case.
        #expect(atEnd.count == 1)
    }

    @Test("A transfer box gives its value once")
    func transferBox() {
        let box = TransferBox([1, 2, 3])
        #expect(box.take() == [1, 2, 3])
        #expect(box.take() == nil)
    }
}
