import Foundation
import OnAirSound
import OnAirTestKit
import Testing

@Suite("Clock drift")
struct ClockDriftTests {
    /// What a source's stamps show: `true` is the real distance at `time` seconds.
    private func follow(
        seconds: Double, block: Double = 0.01, jitter: (inout SeededGenerator) -> Double = { _ in 0 }, seed: UInt64 = 1,
        truth: (Double) -> Double
    ) -> [(time: Double, drift: ClockDrift)] {
        var seen: [(Double, ClockDrift)] = []
        var drift = ClockDrift()
        var random = SeededGenerator(seed: seed)
        drift.beginRun()
        for turn in 1...Int(seconds / block) {
            let time = Double(turn) * block
            drift.observe(truth(time) + jitter(&random), after: block)
            seen.append((time, drift))
        }
        return seen
    }

    @Test("Exact stamps of a right clock measure exactly nothing")
    func rightClock() {
        for (_, drift) in follow(seconds: 600, truth: { _ in 0 }) {
            #expect(drift.offset == 0 && drift.rate == 0)
        }
    }

    @Test(
        "A steady drift is known to 3 ppm after 30 s, and the offset never lags by more than half a millisecond",
        arguments: [-500e-6, -100e-6, -83e-6, 20e-6, 104e-6, 300e-6, 500e-6])
    func steadyDrift(rate: Double) {
        var worst = 0.0
        var late = 0.0
        for (time, drift) in follow(seconds: 300, truth: { $0 * rate }) {
            worst = max(worst, abs(drift.offset - time * rate))
            if time > 30 { late = max(late, abs(drift.rate - rate)) }
        }
        #expect(worst < 0.5e-3, "\(worst * 1e3) ms")
        #expect(late < 3e-6, "\(late * 1e6) ppm")
    }

    @Test(
        "Shaky stamps are averaged: of 1 to 8 ms of jitter a tenth is left in the offset, with blocks of 85 ms a fifth",
        arguments: [1e-3, 3e-3, 8e-3], [0.01, 0.02, 0.085])
    func jitter(size: Double, block: Double) {
        for seed in 1...5 as ClosedRange<UInt64> {
            var (offset, rate) = (0.0, 0.0)
            let seen = follow(
                seconds: 400, block: block, jitter: { Double.random(in: -size...size, using: &$0) }, seed: seed,
                truth: { $0 * 100e-6 }
            )
            for (time, drift) in seen {
                guard time > 120 else { continue }
                offset = max(offset, abs(drift.offset - time * 100e-6))
                rate = max(rate, abs(drift.rate - 100e-6))
            }
            #expect(
                offset < max(size / 10, 0.2e-3) + (block > 0.05 ? size / 10 : 0), "seed \(seed): \(offset * 1e3) ms")
            #expect(rate < (size > 5e-3 ? 25e-6 : 15e-6), "seed \(seed): \(rate * 1e6) ppm")
        }
    }

    @Test(
        "One stamp that is 25 ms off or a second, is not believed: the estimate stays right to a quarter of a millisecond"
    )
    func outlier() {
        for size in [25e-3, -25e-3, 1] {
            var turn = 0
            let seen = follow(
                seconds: 100,
                jitter: { random in
                    turn += 1
                    return Double.random(in: -1e-3...1e-3, using: &random) + (turn == 6000 ? size : 0)
                }, truth: { $0 * 100e-6 }
            )
            for (time, drift) in seen {
                if time > 59.9 { #expect(abs(drift.offset - time * 100e-6) < 0.25e-3) }
            }
        }
    }

    @Test("Stamps of which one in fifty is 20 to 40 ms late are still averaged right to a millisecond")
    func manyOutliers() {
        for seed in 1...5 as ClosedRange<UInt64> {
            let seen = follow(
                seconds: 300,
                jitter: { random in
                    let shake = Double.random(in: -2e-3...2e-3, using: &random)
                    return UInt8.random(in: 0..<50, using: &random) == 0
                        ? Double.random(in: 20e-3...40e-3, using: &random) : shake
                }, seed: seed, truth: { $0 * -50e-6 }
            )
            for (time, drift) in seen {
                if time > 60 { #expect(abs(drift.offset + time * 50e-6) < 1e-3, "seed \(seed) at \(time) s") }
            }
        }
    }

    @Test("A drift that changes is followed within 2 ms, a slow change within a quarter of one")
    func changingDrift() {
        let step = { (time: Double) in time < 200 ? time * 100e-6 : 0.02 + (time - 200) * 300e-6 }
        var worst = 0.0
        for (time, drift) in follow(seconds: 600, truth: step) { worst = max(worst, abs(drift.offset - step(time))) }
        #expect(worst < 2e-3, "\(worst * 1e3) ms")
        // Warming up: 60 ppm in ten minutes, as an integral of the rate.
        let warming = { (time: Double) in 20e-6 * time + 60e-6 * time * time / 1200 }
        worst = 0
        for (time, drift) in follow(seconds: 600, truth: warming) {
            worst = max(worst, abs(drift.offset - warming(time)))
        }
        #expect(worst < 0.25e-3, "\(worst * 1e3) ms")
    }

    @Test("A new run begins at its own stamp with the rate that is known")
    func newRun() {
        var drift = ClockDrift()
        drift.beginRun()
        for turn in 1...10_000 { drift.observe(Double(turn) * 1e-6, after: 0.01) }
        let rate = drift.rate
        drift.beginRun()
        #expect(drift.offset == 0 && drift.rate == rate)
        #expect(abs(drift.offset(after: 10) - 1e-3) < 1e-5)
    }
}
