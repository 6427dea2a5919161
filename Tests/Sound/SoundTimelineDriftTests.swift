import Foundation
import OnAirMedia
import OnAirSound
import OnAirTestKit
import Testing

@Suite("Sound timeline with clocks that differ")
struct SoundTimelineDriftTests {
    private static let epoch = HostTime(nanoseconds: 1_000_000_000)

    /// A source whose sample clock runs at `actual` samples a second (may change with time) and says `labelled`.
    private struct Source {
        var labelled = 48000
        /// Seconds of host time per sample.
        var period: Double
        var time = 0.0

        mutating func advance(_ count: Int) -> Double {
            defer { time += Double(count) * period }
            return time
        }
    }

    private func place(_ line: inout SoundTimeline, _ time: Double, _ count: Int, _ rate: Int, length: Double)
        -> SoundTimeline.Placement
    {
        let stamp = Self.epoch.advanced(byNanoseconds: Int64((time * 1e9).rounded()))
        return line.place(
            captureTime: stamp, sampleCount: count, sampleRate: rate,
            now: stamp.advanced(byNanoseconds: Int64(length * 1e9)))
    }

    /// Milliseconds that the end of what was taken lies from where it was really captured.
    private func error(_ line: SoundTimeline, _ end: Double) -> Double {
        (Double(line.end) / Double(line.sampleRate) - end) * 1e3
    }

    @Test(
        "Ten hours of a wrong clock: no gap, nothing cut, less than a millisecond out of place throughout",
        arguments: [47996.0, 48005, 47988, 48012, 48000.5])
    func tenHours(actual: Double) {
        var line = SoundTimeline(sampleRate: 48000, epoch: Self.epoch, pictureDelay: .zero, now: Self.epoch)
        var source = Source(period: 1 / actual)
        var (restarts, worst, late) = (0, 0.0, 0.0)
        for turn in 0..<3_600_000 {
            let stamp = source.advance(480)
            if place(&line, stamp, 480, 48000, length: 0.01) != .contiguous { restarts += 1 }
            let error = abs(error(line, source.time))
            worst = max(worst, error)
            if turn > 30_000 { late = max(late, error) }
        }
        #expect(restarts == 1, "the first block")
        #expect(worst < (abs(actual - 48000) > 10 ? 5 : 1.5), "\(worst) ms")
        #expect(late < 0.55, "\(late) ms after five minutes")
    }

    @Test(
        "Whatever the blocks, the jitter and the clock: sound is held within 5 ms and no run is begun anew",
        arguments: 1...24 as ClosedRange<UInt64>)
    func anySource(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let rate = [48000, 44100, 16000, 96000][Int.random(in: 0..<4, using: &random)]
        let wrong = Double.random(in: -250e-6...250e-6, using: &random)
        let jitter = Double.random(in: 0...1, using: &random) * 3.5e-3
        let shape = Int.random(in: 0..<3, using: &random)
        let largest = [480, 1024, 5000][Int.random(in: 0..<3, using: &random)]
        var line = SoundTimeline(sampleRate: 48000, epoch: Self.epoch, pictureDelay: .zero, now: Self.epoch)
        var source = Source(labelled: rate, period: (1 + wrong) / Double(rate), time: 0.1)
        var (restarts, worst) = (0, 0.0)
        while source.time < 900 {
            let count = Int.random(in: 1...largest, using: &random)
            let length = Double(count) * source.period
            let stamp = source.advance(count)
            let shake =
                switch shape {
                case 0: Double.random(in: -jitter...jitter, using: &random)
                // Late now and then, never early.
                case 1: UInt8.random(in: 0..<10, using: &random) == 0 ? jitter : 0
                // Triangular.
                default:
                    (Double.random(in: -jitter...jitter, using: &random)
                        + Double.random(in: -jitter...jitter, using: &random)) / 2
                }
            if place(&line, stamp + shake, count, rate, length: length) != .contiguous { restarts += 1 }
            worst = max(worst, abs(error(line, source.time)))
        }
        let text = "seed \(seed): \(rate) Hz \(wrong * 1e6) ppm, \(jitter * 1e3) ms of jitter \(shape), ≤ \(largest)"
        #expect(restarts == 1, "\(text)")
        #expect(worst < 5, "\(worst) ms, \(text)")
    }

    @Test(
        "A lost block is silence of its length at its place at once, however wrong the clock",
        arguments: [-100e-6, 250e-6])
    func gapWhileDrifting(wrong: Double) {
        var line = SoundTimeline(sampleRate: 48000, epoch: Self.epoch, pictureDelay: .zero, now: Self.epoch)
        var source = Source(period: (1 + wrong) / 48000)
        for turn in 0..<60_000 {
            let stamp = source.advance(480)
            if turn % 6000 == 5999 { continue }
            let placement = place(&line, stamp, 480, 48000, length: 0.01)
            if turn % 6000 == 0, turn > 0 {
                guard case .restart(let silence, 0) = placement else {
                    Issue.record("\(placement) at \(turn)")
                    continue
                }
                // To the half millisecond that the sound before it may be out of place.
                #expect(abs(silence - 480) <= 60, "\(silence)")
            } else if turn > 0 {
                #expect(placement == .contiguous)
            }
            #expect(abs(error(line, source.time)) < 4)
        }
    }

    @Test("A drift that jumps by 200 ppm, or wanders, is held within 5 ms without a new run")
    func driftChanges() {
        var line = SoundTimeline(sampleRate: 48000, epoch: Self.epoch, pictureDelay: .zero, now: Self.epoch)
        var source = Source(period: 1 / 48000.0)
        var random = SeededGenerator(seed: 9)
        var (restarts, worst, wrong) = (0, 0.0, 100e-6)
        for turn in 0..<400_000 {
            if turn == 100_000 { wrong = -100e-6 }
            if turn > 150_000, turn % 100 == 0 { wrong += Double.random(in: -0.5e-6...0.5e-6, using: &random) }
            source.period = (1 + wrong) / 48000
            let stamp = source.advance(480) + Double.random(in: -2e-3...2e-3, using: &random)
            if place(&line, stamp, 480, 48000, length: 0.01) != .contiguous { restarts += 1 }
            worst = max(worst, abs(error(line, source.time)))
        }
        #expect(restarts == 1)
        #expect(worst < 5, "\(worst) ms")
    }

    @Test("A clock that is wrong by more than can be corrected is put right in one place each time, never beyond 25 ms")
    func beyondCorrection() {
        var line = SoundTimeline(sampleRate: 48000, epoch: Self.epoch, pictureDelay: .zero, now: Self.epoch)
        var source = Source(period: 1.0015 / 48000)
        var (restarts, worst) = (0, 0.0)
        for _ in 0..<60_000 {
            let stamp = source.advance(480)
            let placement = place(&line, stamp, 480, 48000, length: 0.01)
            if placement != .contiguous { restarts += 1 }
            worst = max(worst, abs(error(line, source.time)))
        }
        // 1500 ppm less 500 is 1 ms a second: 20 ms each 20 s.
        #expect((20...40).contains(restarts), "\(restarts)")
        #expect(worst < 25, "\(worst) ms")
    }

    @Test("Another rate is another clock: what was measured is forgotten")
    func forgets() {
        var line = SoundTimeline(sampleRate: 48000, epoch: Self.epoch, pictureDelay: .zero, now: Self.epoch)
        var source = Source(period: 1 / 47990.0)
        for _ in 0..<6000 { _ = place(&line, source.advance(480), 480, 48000, length: 0.01) }
        #expect(line.correction > 100e-6 && line.drift.rate > 100e-6)
        _ = place(&line, source.time, 441, 44100, length: 0.01)
        #expect(line.correction == 0 && line.drift.rate == 0)
    }

    @Test("What the resampler says about its place is what the next correction goes by")
    func settles() {
        var line = SoundTimeline(sampleRate: 48000, epoch: Self.epoch, pictureDelay: .zero, now: Self.epoch)
        var source = Source(period: 1 / 47996.0)
        // A resampler that stretches 30 ppm less than it is told.
        var exact = 0.0
        for _ in 0..<60_000 {
            _ = place(&line, source.advance(480), 480, 48000, length: 0.01)
            exact += 480 * (1 + max(0, line.correction - 30e-6))
            line.settle(end: Int64(exact.rounded(.up)), exactEnd: exact)
        }
        // It stays behind by what makes up for it: 30 ppm over 25 s.
        #expect(abs(error(line, source.time) + 0.75) < 0.3, "\(error(line, source.time)) ms")
        #expect(abs(line.correction - 113e-6) < 5e-6)
    }
}
