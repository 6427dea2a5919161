import OnAirMedia
import OnAirPublish
import OnAirTestKit
import Testing

@Suite("Bitrate policy on simulated links")
struct BitratePolicyTests {
    private func limits(
        ceiling: Int = 6_000_000, minimum: Int = 300_000, initial: Int = 3_000_000, mode: SteeringMode? = .normal
    ) -> SteeringLimits {
        SteeringLimits(ceiling: ceiling, minimum: minimum, initial: initial, mode: mode)
    }

    /// 4, 1 and 4 Mbit/s.
    private func link(_ seconds: Double) -> Int { seconds < 30 || seconds >= 60 ? 4_000_000 : 1_000_000 }

    @Test(
        "4, 1 and 4 Mbit/s: down within 4 s, up within 20 s, 85 % of the link used, no queue above 2 s, no sound lost")
    func downAndUp() throws {
        var trial = SteeringTrial(limits: limits(), link: link)
        trial.run(100)
        let down = try #require(trial.delay(from: 30) { $0.encoded < 1_000_000 })
        #expect(down <= 1.5)
        // And stays there: the next four seconds hold no more than the link takes.
        #expect(trial.encoded(from: 32, to: 36) < 1_000_000)
        let up = try #require(trial.delay(from: 60) { $0.target >= 3_400_000 })
        #expect(up <= 17)
        #expect(trial.encoded(from: 78, to: 100) > 3_300_000)
        for (start, end) in [(10.0, 30.0), (30, 60), (80, 100)] {
            let used = trial.used(from: start, to: end)
            #expect(used >= 0.85, "\(used) from \(start) s to \(end) s")
        }
        // The worst moment: the link gives way just as a keyframe of 200 kB begins, which alone takes 1.6 s then. Less than
        // one group of pictures goes, and no sound.
        #expect(trial.longestQueue <= 2000)
        #expect(trial.dropped.audio == 0 && trial.dropped.video < 60)
        #expect(trial.requests <= 2)
        #expect(trial.rows.allSatisfy { $0.frameInterval == 1 }, "the bitrate was enough")
    }

    @Test("A still picture does not raise the target far above what is encoded")
    func stillPicture() {
        var trial = SteeringTrial(limits: limits()) { _ in 20_000_000 }
        trial.business = { $0 < 40 ? 0.05 : 1 }
        trial.run(70)
        // It stays where it began.
        #expect(trial.rows(from: 0, to: 40).allSatisfy { $0.target == 3_000_000 })
        #expect(trial.rows(from: 60, to: 70).allSatisfy { $0.target == 6_000_000 })
    }

    @Test("On a link that swings between 1 and 3 Mbit/s each five seconds no queue passes 2 s and nothing is lost")
    func swinging() {
        var trial = SteeringTrial(limits: limits()) { Int($0 / 5) % 2 == 0 ? 3_000_000 : 1_000_000 }
        trial.run(90)
        #expect(trial.longestQueue <= 1800)
        #expect(trial.dropped == SendLosses())
        let used = trial.used(from: 10, to: 90)
        // Five seconds are too short to trust a link that has just been slow: what it carries at worst is used.
        #expect(used > 0.45, "\(used)")
    }

    @Test("Conservative goes down further and comes up more slowly")
    func conservative() throws {
        var normal = SteeringTrial(limits: limits(), link: link)
        var careful = SteeringTrial(limits: limits(mode: .conservative), link: link)
        normal.run(100)
        careful.run(100)
        #expect(careful.longestQueue <= normal.longestQueue)
        #expect(careful.encoded(from: 40, to: 60) < normal.encoded(from: 40, to: 60))
        #expect(careful.encoded(from: 70, to: 80) < normal.encoded(from: 70, to: 80))
        #expect(careful.encoded(from: 70, to: 80) > careful.encoded(from: 50, to: 60), "it does come up")
        #expect(careful.dropped == SendLosses())
    }

    @Test("Off leaves the bitrate alone, and what the link does not take is dropped in whole groups, hardly any sound")
    func off() {
        var trial = SteeringTrial(limits: limits(ceiling: 3_000_000, mode: nil), link: link)
        trial.run(60)
        #expect(trial.rows.allSatisfy { $0.target == 3_000_000 && $0.frameInterval == 1 })
        #expect(trial.longestQueue <= 2250)
        #expect(trial.dropped.video > 300 && trial.dropped.audio == 0, "\(trial.dropped)")
        // 30 s too slow: a keyframe asked for each two seconds at most.
        #expect(trial.requests <= 16)
    }

    @Test("A link below the lowest bitrate lowers the frame rate then, and a better one raises it before the bitrate")
    func frameRate() throws {
        var trial = SteeringTrial(limits: limits(ceiling: 2_000_000, minimum: 400_000, initial: 1_000_000)) {
            $0 < 10 || $0 >= 40 ? 3_000_000 : 350_000
        }
        trial.run(90)
        let slow = trial.rows(from: 10, to: 40)
        let first = try #require(slow.first { $0.frameInterval > 1 })
        #expect(first.target == 400_000)
        #expect(slow.last?.frameInterval == 4)
        #expect(slow.allSatisfy { $0.target >= 400_000 })
        let better = trial.rows(from: 40, to: 90)
        let raised = try #require(better.first { $0.target > 450_000 })
        #expect(raised.frameInterval == 1)
        #expect(better.last?.target == 2_000_000)
    }

    @Test("6, 3 and 6 Mbit/s asked for by the user: what is encoded follows within 3 s and never passes what was asked")
    func userChange() {
        for rate in [8_000_000, 5_000_000] {
            var trial = SteeringTrial(limits: limits()) { _ in rate }
            let (high, low) = (limits(), limits(ceiling: 3_000_000))
            trial.meddle = { policy, time, now in
                let wanted = time < 40 || time >= 60 ? high : low
                if policy.limits != wanted { policy.configure(wanted, now: now) }
            }
            trial.run(80)
            #expect(trial.rows(from: 40, to: 60).allSatisfy { $0.target <= 3_000_000 })
            #expect(trial.encoded(from: 41, to: 43) < 3_150_000)
            let possible = Double(min(6_000_000, rate) - 150_000)
            #expect(Double(trial.encoded(from: 61.5, to: 63.5)) > possible * 0.85, "\(rate)")
            #expect(trial.rows.allSatisfy { $0.target <= 6_000_000 })
            #expect(trial.longestQueue <= 1000 && trial.dropped == SendLosses())
        }
    }

    @Test("The next leader begins with what is encoded; without one the ceiling holds; the first begins carefully")
    func leaders() {
        var policy = BitratePolicy(limits: limits())
        #expect(policy.target == 6_000_000)
        policy.lead(true)
        #expect(policy.target == 3_000_000)
        var trial = SteeringTrial(limits: limits()) { $0 < 20 ? 1_500_000 : 5_000_000 }
        trial.meddle = { policy, time, _ in
            if (20.0..<20.1).contains(time) { policy.lead(true) }
        }
        trial.run(60)
        let before = trial.rows(from: 19, to: 20).last?.target ?? 0
        let after = trial.rows(from: 20, to: 20.3).last?.target ?? 0
        #expect(abs(after - before) < before / 10)
        #expect(trial.encoded(from: 45, to: 60) > 4_000_000)
        policy.lead(false)
        #expect(policy.target == 6_000_000 && policy.frameInterval == 1)
    }

    @Test("After a lost connection it begins with less than before, and comes back")
    func comesBack() {
        var trial = SteeringTrial(limits: limits()) { _ in 4_000_000 }
        trial.isConnected = { $0 < 20 || $0 >= 23 }
        trial.run(50)
        let before = trial.rows(from: 19, to: 20).last?.target ?? 0
        let after = trial.rows(from: 23.2, to: 23.4).last?.target ?? 0
        #expect(Double(after) <= Double(before) * 0.71)
        #expect(trial.encoded(from: 38, to: 50) > 3_300_000)
        #expect(trial.rows(from: 20.5, to: 22.5).allSatisfy { $0.target == before })
    }

    @Test("A link that stands still for three seconds costs some bitrate, and that comes back")
    func standstill() {
        var trial = SteeringTrial(limits: limits()) { (20.0..<23.0).contains($0) ? 0 : 4_000_000 }
        trial.run(60)
        #expect(trial.longestQueue <= 2250)
        // Of three seconds two fit into the queue, and some tenths beyond it.
        #expect(trial.dropped.audio < 60)
        #expect(trial.encoded(from: 35, to: 60) > 3_300_000)
    }

    @Test("Whatever the link does, the target keeps its bounds, and recovers", arguments: 1...12 as ClosedRange<UInt64>)
    func anyLink(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var steps: [Int] = []
        for _ in 0..<30 {
            steps.append(Int.random(in: 0...1, using: &random) * Int.random(in: 100_000...9_000_000, using: &random))
        }
        let plan = steps
        var trial = SteeringTrial(limits: limits(), seed: seed) { $0 < 60 ? plan[Int($0 / 2)] : 5_000_000 }
        trial.run(100)
        #expect(
            trial.rows.allSatisfy { (300_000...6_000_000).contains($0.target) && (1...4).contains($0.frameInterval) })
        #expect(trial.longestQueue <= 2250)
        #expect(trial.encoded(from: 90, to: 100) > 3_800_000)
        #expect(trial.rows.last?.frameInterval == 1)
    }
}
