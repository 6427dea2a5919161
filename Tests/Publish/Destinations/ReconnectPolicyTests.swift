import OnAirMedia
import OnAirPublish
import OnAirTestKit
import Testing

@Suite("ReconnectPolicy on a time line")
struct ReconnectPolicyTests {
    /// A policy and its clock.
    private final class Line {
        var policy: ReconnectPolicy
        var random: SeededGenerator
        var now = HostTime(nanoseconds: 0)
        /// When attempts began, in milliseconds.
        var begun: [Int64] = []

        init(seed: UInt64 = 1, asks: Bool = false, _ change: (inout ReconnectOptions) -> Void = { _ in }) {
            var options = ReconnectOptions()
            change(&options)
            policy = ReconnectPolicy(options: options, asksForAddress: asks)
            random = SeededGenerator(seed: seed)
        }

        var milliseconds: Int64 { now.nanoseconds / 1_000_000 }

        func begin() {
            policy.began(now: now)
            begun.append(milliseconds)
        }

        /// The attempt goes live and is lost after so many milliseconds.
        func live(for time: Int64, settles: Bool = false) {
            policy.connected()
            policy.publishing()
            now = now.advanced(byMilliseconds: time)
            if settles { policy.settled() }
        }

        /// The attempt fails after so many milliseconds; the clock moves to the next one. False where there is none.
        func fail(_ failure: ReconnectPolicy.Failure, after time: Int64 = 0) -> Bool {
            now = now.advanced(byMilliseconds: time)
            guard case .again(let due) = policy.failed(failure, now: now, random: &random) else { return false }
            now = due
            begin()
            return true
        }

        /// Distances between attempts.
        var gaps: [Int64] { zip(begun, begun.dropFirst()).map { $1 - $0 } }
    }

    @Test("The first connect's failure is final, whatever it is", arguments: ReconnectPolicy.Failure.allCases)
    func firstConnect(failure: ReconnectPolicy.Failure) {
        for asks in [false, true] {
            let line = Line(asks: asks)
            line.begin()
            #expect(!line.fail(failure))
        }
    }

    @Test("Asked to keep trying, only what can never work is final")
    func keepsTrying() {
        for failure in ReconnectPolicy.Failure.allCases {
            for asks in [false, true] {
                let line = Line(asks: asks) { $0.keepsTrying = true }
                line.begin()
                let isFinal = failure == .unusable || failure == .authentication && !asks
                #expect(line.fail(failure) == !isFinal)
            }
        }
    }

    @Test("After a live stream refused credentials are final, unless each attempt asks for its address")
    func authentication() {
        for asks in [false, true] {
            let line = Line(asks: asks)
            line.begin()
            line.live(for: 60_000, settles: true)
            #expect(line.fail(.dropped))
            #expect(line.fail(.authentication) == asks)
        }
    }

    @Test("A network that is away: each 0.5 s ± 20 % for 60 s, then rarer, at most each 10 s", arguments: 1...20)
    func away(seed: UInt64) {
        let line = Line(seed: seed)
        line.begin()
        line.live(for: 100_000, settles: true)
        #expect(line.fail(.dropped))
        let start = line.milliseconds
        #expect(start - 100_000 <= 500)
        while line.milliseconds < start + 300_000 { #expect(line.fail(.noWay)) }
        for (begun, gap) in zip(line.begun, line.gaps).dropFirst() {
            if begun < start + 60_000 { #expect((400...600).contains(gap)) } else { #expect(gap <= 10_000) }
        }
        #expect(line.gaps.last.map { $0 > 6_000 } == true)
        let early = line.begun.filter { (start..<start + 60_000).contains($0) }.count
        #expect((100...150).contains(early))
    }

    @Test("Tries that hang overlap: beside one without an answer the next is due after 0.5 s ± 20 %")
    func overlapping() {
        let line = Line()
        line.begin()
        line.live(for: 20_000, settles: true)
        _ = line.fail(.dropped)
        let start = line.now
        var dials: [Int64] = []
        while line.now < start.advanced(byMilliseconds: 10_000) {
            let next = line.policy.redial(now: line.now, random: &line.random)
            dials.append(next.nanoseconds(since: line.now) / 1_000_000)
            line.now = next
        }
        #expect(dials.allSatisfy { (400...600).contains($0) })
        // Given up after 10 s of connecting, the next attempt follows at once: its first try is due long ago.
        let before = line.milliseconds
        #expect(line.fail(.noWay))
        #expect(line.milliseconds - before <= 50)
    }

    @Test("A server that accepts and drops sees at most 10 attempts in any 5 minutes", arguments: 1...50)
    func acceptThenDrop(seed: UInt64) {
        // At once, or after taking media for a while, but never 10 s of it.
        for life in [0, 100, 3000, 9000] as [Int64] {
            let line = Line(seed: seed)
            line.begin()
            line.live(for: life)
            while line.milliseconds < 3_600_000 {
                guard line.fail(.dropped) else {
                    Issue.record("given up")
                    return
                }
                line.live(for: life)
            }
            for first in line.begun {
                #expect(line.begun.filter { (first..<first + 300_000).contains($0) }.count <= 10)
            }
            #expect(line.gaps.allSatisfy { $0 <= 85_000 + life })
        }
    }

    @Test("The first three drops in a row cost at most 0.5, 0.75 and 1.125 s, spread over all of it")
    func backOff() {
        var longest = [Int64](repeating: 0, count: 3)
        var shortest = [Int64](repeating: .max, count: 3)
        for seed in 1...200 as ClosedRange<UInt64> {
            let line = Line(seed: seed)
            line.begin()
            line.live(for: 60_000, settles: true)
            for index in 0..<3 {
                let before = line.milliseconds
                #expect(line.fail(.dropped))
                longest[index] = max(longest[index], line.milliseconds - before)
                shortest[index] = min(shortest[index], line.milliseconds - before)
            }
        }
        for (index, most) in [500, 750, 1125].enumerated() {
            #expect(longest[index] <= most && longest[index] > Int64(most) * 9 / 10)
            #expect(shortest[index] < Int64(most) / 10)
        }
    }

    @Test("Only 10 s of acknowledged media make the back-off begin anew")
    func settling() {
        let line = Line()
        line.begin()
        line.live(for: 60_000, settles: true)
        for _ in 0..<8 {
            #expect(line.fail(.dropped))
            line.live(for: 5_000)
        }
        #expect(line.gaps.last.map { $0 > 20_000 } == true)
        line.live(for: 10_000, settles: true)
        let before = line.milliseconds
        #expect(line.fail(.dropped))
        #expect(line.milliseconds - before <= 500)
    }

    @Test("The name in use after our own drop: each second, three times, then it is accepted")
    func nameInUse() {
        let line = Line()
        line.begin()
        line.live(for: 30_000, settles: true)
        #expect(line.fail(.dropped))
        for _ in 0..<3 {
            let before = line.milliseconds
            #expect(line.fail(.nameInUse, after: 20))
            #expect(line.milliseconds - before == 1020)
        }
        line.live(for: 1000)
        // It did not count as a server that accepts and drops.
        let before = line.milliseconds
        #expect(line.fail(.dropped))
        #expect(line.milliseconds - before <= 750)
    }

    @Test("A limit of attempts counts from the last settled stream; 0 turns coming back off")
    func attempts() {
        for limit in [0, 1, 3] {
            let line = Line { $0.attempts = limit }
            line.begin()
            for _ in 0..<2 {
                line.live(for: 20_000, settles: true)
                for _ in 0..<limit { #expect(line.fail(.noWay)) }
            }
            line.live(for: 100)
            #expect(!line.fail(.dropped))
        }
    }

    @Test(
        "A fixed delay replaces every other, and is at least 100 ms",
        arguments: [(0, 100), (2000, 2000)] as [(Int64, Int64)])
    func fixedDelay(delay: Int64, expected: Int64) {
        let line = Line { $0.delay = delay }
        line.begin()
        line.live(for: 20_000, settles: true)
        for failure in [.dropped, .noWay, .nameInUse, .dropped] as [ReconnectPolicy.Failure] {
            let before = line.milliseconds
            #expect(line.fail(failure))
            #expect(line.milliseconds - before == expected)
        }
    }

    @Test("Another way to the network begins the first minute anew")
    func pathChanges() {
        let line = Line()
        line.begin()
        line.live(for: 20_000, settles: true)
        #expect(line.fail(.dropped))
        while line.milliseconds < 200_000 { #expect(line.fail(.noWay)) }
        #expect(line.gaps.last.map { $0 > 6_000 } == true)
        line.policy.pathChanged(now: line.now)
        #expect(line.fail(.noWay))
        #expect(line.gaps.last.map { (400...600).contains($0) } == true)
    }
}
