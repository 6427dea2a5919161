import Foundation
import OnAirMedia
import OnAirSound
import OnAirTestKit
import Testing

@Suite("Sound stage with clocks that differ")
struct SoundStageDriftTests {
    private func expectGapless(_ stage: SoundStageHarness) {
        for (before, after) in zip(stage.blocks, stage.blocks.dropFirst()) {
            #expect(after.sampleIndex == before.sampleIndex + 1024)
        }
        #expect(stage.blocks.allSatisfy { $0.block.sampleCount == 1024 })
    }

    /// How long ago the last sample that is out was captured, in milliseconds.
    private func latency(_ stage: SoundStageHarness) -> Double {
        let end = SoundStageHarness.epoch.advanced(
            by: MediaTime(value: (stage.blocks.last?.sampleIndex ?? 0) + 1024, timescale: 48000))
        return Double(stage.runner.clock.now.nanoseconds(since: end)) / 1e6
    }

    private func tone(_ time: Double) -> Float { Float(0.5 * sin(2 * .pi * 441 * time)) }

    @Test("A right clock passes bit for bit for two minutes, with jitter in its stamps too")
    func rightClock() {
        let stage = SoundStageHarness()
        var random = SeededGenerator(seed: 5)
        var number: UInt32 = 0
        for turn in 0..<12_000 {
            let shake = turn == 0 ? 0 : Double.random(in: -3...3, using: &random)
            stage.feed(at: Double(turn) * 10 + shake) { _ in
                number += 1
                return Float(number) / 16_777_216
            }
        }
        stage.finish()
        expectGapless(stage)
        let samples = stage.samples()
        // The harness fills each channel of a mono microphone once.
        let differs = (0..<(12_000 * 480)).first { samples[$0] != Float($0 + 1) / 16_777_216 }
        #expect(differs == nil)
        #expect(stage.meter.snapshot.correction == 0)
    }

    @Test(
        "A wrong clock is followed without a click: the tone stays where the host's clock has it",
        arguments: [-83.3, 104.2])
    func tonePlace(wrong: Double) {
        let stage = SoundStageHarness()
        for turn in 0..<12_000 {
            // 480 samples last a little longer or shorter than they say.
            let start = Double(turn) * 0.01
            let stretched = 1 - wrong * 1e-6
            stage.feed(at: start * 1000 * stretched) { time in
                tone(start * stretched + (time - start * stretched) * stretched)
            }
        }
        stage.finish()
        expectGapless(stage)
        let samples = stage.samples()
        // Steeper than the tone itself would be a click: 2π · 441 / 48000 · 0.5 a sample, and 1 % for what is stretched.
        let steepest = zip(samples, samples.dropFirst()).prefix(119 * 48000).map { abs($1 - $0) }.max() ?? 1
        let limit: Float = 2 * .pi * 441 / 48000 * 0.5 * 1.01
        #expect(steepest < limit)
        let statistics = stage.meter.snapshot
        #expect(abs(statistics.drift - wrong) < 3 && abs(statistics.correction + wrong) < 15)
        #expect(abs(statistics.positionError) < 0.3)
        #expect(statistics.gaps == 0 && statistics.overlappedSamples == 0)
    }

    @Test("A lost block while a wrong clock is being corrected is silence where it was, and the correction goes on")
    func gapWhileCorrecting() {
        let stage = SoundStageHarness()
        for turn in 0..<12_000 where turn != 9000 { stage.feed(at: Double(turn) * 10.001) }
        stage.finish()
        expectGapless(stage)
        let samples = stage.samples()
        let silent = samples.indices.filter { samples[$0] == 0 && $0 < 119 * 48000 }
        #expect(abs(silent.count - 480) < 30, "\(silent.count)")
        #expect(abs((silent.first ?? 0) - Int(90.009 * 48000)) < 30)
        let statistics = stage.meter.snapshot
        #expect(statistics.gaps == 1 && statistics.silentSamples == Int64(silent.count))
        #expect(abs(statistics.correction - 100) < 10)
    }

    @Test(
        "A single stamp that is far off is not heard, whether the clock is right or wrong",
        arguments: [25, -25, 60, -60, 150, 700, -3000], [0, 100e-6])
    func wildStamp(shift: Double, wrong: Double) {
        let (stage, steady) = (SoundStageHarness(), SoundStageHarness())
        for turn in 0..<6000 {
            let time = Double(turn) * 10 * (1 + wrong)
            let wave = { (_: Double) in Float(turn % 97 + 1) / 97 }
            steady.feed(at: time, wave: wave)
            // Such blocks arrive when the others do.
            let off = turn % 1000 == 500 ? shift : 0
            stage.feed(at: time + off, late: -off, wave: wave)
        }
        stage.finish()
        steady.finish()
        expectGapless(stage)
        let (samples, usual) = (stage.samples(), steady.samples())
        #expect(samples.count == usual.count)
        let statistics = stage.meter.snapshot
        #expect(statistics.gaps == 0 && statistics.overlappedSamples == 0 && statistics.ignoredStamps == 6)
        // While a clock is corrected, what is measured differs by what one stamp counts less.
        let isSame = samples == usual
        #expect(isSame || wrong != 0)
    }

    @Test(
        "After a stall of 900 ms the latency is what it was at once, however the late sound is stamped",
        arguments: [true, false])
    func stall(isStampedRight: Bool) {
        let stage = SoundStageHarness()
        for turn in 0..<500 { stage.feed(at: Double(turn) * 10, wave: tone) }
        // A block that is being filled, and the one just pushed.
        let usual = 1024 / 48.0 + 10.1
        #expect(latency(stage) < usual)
        // 90 blocks are held up, then come in one moment.
        stage.run(to: 5900)
        #expect(latency(stage) < 200 + 1024 / 48.0 + 0.1)
        for turn in 500..<590 {
            let time = isStampedRight ? Double(turn) * 10 : 5890
            let late = isStampedRight ? 5900 - time - 10 : 0
            stage.feed(at: time, late: late, wave: tone)
        }
        for turn in 590..<1000 {
            stage.feed(at: Double(turn) * 10, wave: tone)
            #expect(latency(stage) < usual, "at \(turn * 10) ms")
        }
        stage.finish()
        expectGapless(stage)
        // Nothing after the stall has moved by a sample, and what was held up longer than 200 ms is counted.
        let samples = stage.samples()
        let moved = (5900 * 48..<9990 * 48).first { abs(samples[$0] - tone(Double($0) / 48000)) > 1e-4 }
        #expect(moved == nil)
        let statistics = stage.meter.snapshot
        #expect(statistics.gaps == 1)
        let lost = isStampedRight ? 700.0 : 890
        #expect(abs(Double(statistics.silentSamples) / 48 - lost) < 25, "\(statistics.silentSamples / 48) ms")
        #expect(stage.ledger[.overlapped] > 60)
        #expect(statistics.pictureDelay == .zero && statistics.correction == 0)
    }

    @Test("Twenty changes of microphone, each with its own rate and clock: sound is never 5 ms out of its place")
    func changesOfMicrophone() {
        let stage = SoundStageHarness()
        var (time, worst) = (0.0, 0.0)
        let microphones = [(48000, 1, 1.0001), (44100, 2, 0.9999), (48000, 2, 0.9998), (16000, 1, 1.00005)]
        for change in 0..<20 {
            let (rate, channels, wrong) = microphones[change % microphones.count]
            let pool = SoundPool(
                format: SoundFormat(sampleRate: rate, channels: channels), blockCapacity: rate / 100, capacity: 30)
            for _ in 0..<500 {
                let length = 10 * wrong
                stage.run(to: time + length)
                guard var block = pool.take(captureTime: SoundStageHarness.time(time), sampleCount: rate / 100) else {
                    Issue.record("no room")
                    return
                }
                for channel in 0..<channels { block.withMutableChannel(channel) { $0.update(repeating: 0.5) } }
                #expect(stage.input.push(block.freeze()))
                time += length
                worst = max(worst, abs(stage.meter.snapshot.positionError))
            }
        }
        stage.finish()
        expectGapless(stage)
        let statistics = stage.meter.snapshot
        #expect(worst < 5)
        #expect(statistics.silentSamples < 20 * 48 && statistics.overlappedSamples < 20 * 48)
        // All of it is there: from the first sample to the last there is as much sound as time.
        let end = stage.samples().lastIndex { $0 > 0.1 } ?? 0
        #expect(abs(Double(end) / 48 - time) < 5, "\(Double(end) / 48) of \(time) ms")
    }
}
