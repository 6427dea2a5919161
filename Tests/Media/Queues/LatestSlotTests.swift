import OnAirMedia
import Testing

struct LatestSlotTests {
    @Test("Holds the newest and hands back what it displaced")
    func newestWins() {
        let slot = LatestSlot<Int>()
        #expect(slot.take() == nil && slot.peek() == nil)
        #expect(slot.replace(1) == nil)
        #expect(slot.replace(2) == 1)
        #expect(slot.peek() == 2 && slot.peek() == 2)
        #expect(slot.take() == 2 && slot.take() == nil)
        #expect(slot.replace(3) == nil)
    }

    @Test("Closed it refuses, but what it holds can still be taken")
    func closing() {
        let slot = LatestSlot<Int>()
        _ = slot.replace(1)
        slot.close()
        #expect(!slot.isFinished)
        #expect(slot.replace(2) == 2)
        #expect(slot.take() == 1)
        #expect(slot.isFinished)
    }

    @Test("Each replacement and the closing wake the consumer")
    func wakes() {
        let runner = StepRunner()
        let signal = runner.makeSignal()
        let slot = LatestSlot<Int>(consumer: signal)
        let steps = StepCounter()
        runner.add(
            ClosureStage { _ in
                steps.increment()
                return .wake
            }, signal: signal)
        runner.run(until: runner.clock.now)
        for expected in 2...4 {
            if expected == 4 { slot.close() } else { _ = slot.replace(expected) }
            runner.run(until: runner.clock.now)
            #expect(steps.count == expected)
        }
    }
}
