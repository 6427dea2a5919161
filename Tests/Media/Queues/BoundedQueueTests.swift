import OnAirMedia
import OnAirTestKit
import Testing

struct BoundedQueueTests {
    /// What a queue should do, without a ring.
    struct Model {
        var items: [Int] = []
        var isClosed = false
        let capacity: Int
    }

    @Test("Behaves like a list with a limit, for every fill, operation and moment of closing", arguments: 1...5)
    func againstModel(capacity: Int) {
        for seed in 0..<200 {
            var generator = SeededGenerator(seed: UInt64(seed * 10 + capacity))
            let queue = BoundedQueue<Int>(capacity: capacity)
            var model = Model(capacity: capacity)
            for item in 0..<60 {
                switch Int.random(in: 0..<20, using: &generator) {
                case 0..<6:
                    let fits = !model.isClosed && model.items.count < capacity
                    if fits { model.items.append(item) }
                    #expect(queue.push(item) == fits)
                case 6..<12:
                    var displaced: Int?
                    if model.isClosed {
                        displaced = item
                    } else {
                        if model.items.count == capacity { displaced = model.items.removeFirst() }
                        model.items.append(item)
                    }
                    #expect(queue.pushDroppingOldest(item) == displaced)
                case 12..<19: #expect(queue.pop() == (model.items.isEmpty ? nil : model.items.removeFirst()))
                default:
                    if Bool.random(using: &generator) {
                        model.isClosed = true
                        queue.close()
                    }
                }
                #expect(queue.count == model.items.count)
                #expect(queue.isFinished == (model.isClosed && model.items.isEmpty))
            }
        }
    }

    @Test("Items that left are let go at once")
    func releases() {
        final class Thing: Sendable {}
        let queue = BoundedQueue<Thing>(capacity: 2)
        weak var first: Thing?
        do {
            let thing = Thing()
            first = thing
            #expect(queue.push(thing))
        }
        #expect(first != nil)
        _ = queue.pop()
        #expect(first == nil)
    }

    @Test("Every push and the closing wake the consumer; a refused push does not")
    func wakes() {
        let runner = StepRunner()
        let signal = runner.makeSignal()
        let queue = BoundedQueue<Int>(capacity: 1, consumer: signal)
        let steps = StepCounter()
        runner.add(
            ClosureStage { _ in
                steps.increment()
                return .wake
            }, signal: signal)
        func count() -> Int {
            runner.run(until: runner.clock.now)
            return steps.count
        }
        #expect(count() == 1)
        _ = queue.push(1)
        #expect(count() == 2)
        _ = queue.push(2)
        #expect(count() == 2)
        _ = queue.pushDroppingOldest(3)
        #expect(count() == 3)
        queue.close()
        #expect(count() == 4)
    }
}
