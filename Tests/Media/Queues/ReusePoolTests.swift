import OnAirMedia
import OnAirTestKit
import Testing

struct ReusePoolTests {
    final class Thing: Sendable {
        let number: Int
        init(number: Int) { self.number = number }
    }

    private func makePool(_ capacity: Int, _ made: StepCounter) -> ReusePool<Thing> {
        ReusePool(capacity: capacity) { Thing(number: made.increment()) }
    }

    @Test("Makes objects on demand up to its capacity, then has none")
    func capacity() {
        let made = StepCounter()
        let pool = makePool(3, made)
        var held: [Thing] = []
        for _ in 0..<3 { if let thing = pool.take() { held.append(thing) } }
        #expect(held.map(\.number) == [1, 2, 3] && pool.inUse == 3)
        #expect(pool.take() == nil && made.count == 3)
    }

    @Test("An object is free again at its last release, and no sooner")
    func lastRelease() {
        let made = StepCounter()
        let pool = makePool(1, made)
        var first = pool.take()
        var second = first
        #expect(pool.take() == nil)
        first = nil
        #expect(pool.take() == nil, "the second holder still has it: \(second?.number ?? 0)")
        second = nil
        #expect(pool.inUse == 0)
        #expect(pool.take()?.number == 1)
        #expect(first == nil && second == nil && made.count == 1)
    }

    @Test("Random taking and releasing never gives an object to two owners", arguments: 1...4)
    func neverTwice(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let pool = makePool(5, StepCounter())
        var held: [Thing] = []
        for _ in 0..<2000 {
            if Bool.random(using: &generator), let thing = pool.take() {
                #expect(!held.contains { $0 === thing })
                held.append(thing)
            } else if !held.isEmpty {
                held.remove(at: Int.random(in: 0..<held.count, using: &generator))
            }
            #expect(pool.inUse == held.count)
        }
    }
}
