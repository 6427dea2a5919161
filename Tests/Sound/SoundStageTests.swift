import Foundation
import OnAirMedia
import OnAirSound
import OnAirTestKit
import Testing

@Suite("Sound stage")
struct SoundStageTests {
    private func expectGapless(_ stage: SoundStageHarness, from first: Int64 = 0) {
        #expect(stage.blocks.first?.sampleIndex == first)
        for (before, after) in zip(stage.blocks, stage.blocks.dropFirst()) {
            #expect(after.sampleIndex == before.sampleIndex + 1024)
        }
        #expect(stage.blocks.allSatisfy { $0.block.sampleCount == 1024 })
    }

    @Test("Sound of the program's own rate comes through untouched, in blocks of 1024 at its place")
    func passesThrough() {
        let stage = SoundStageHarness()
        let wave = { (time: Double) in Float(sin(2 * .pi * 440 * time)) }
        for turn in 0..<100 { stage.feed(at: Double(turn) * 10, wave: wave) }
        stage.finish()
        expectGapless(stage)
        #expect(stage.blocks.count == 47)
        for channel in 0...1 {
            let samples = stage.samples(channel)
            let differs = (0..<48000).contains { abs(samples[$0] - wave(Double($0) / 48000)) > 1e-5 }
            #expect(!differs)
            #expect(samples[48000...].allSatisfy { $0 == 0 })
        }
        for sound in stage.blocks {
            let captured = SoundStageHarness.epoch.advanced(by: sound.time)
            #expect(abs(sound.block.captureTime.nanoseconds(since: captured)) <= 1)
        }
        #expect(stage.meter.snapshot.silentSamples == 0 && stage.meter.snapshot.gaps == 0)
        #expect(stage.isEnded && stage.handle.isFinished)
    }

    @Test(
        "Sound of another rate keeps its place to a fraction of a sample, at the end of a minute too",
        arguments: [(44100, 48000), (48000, 44100), (16000, 48000), (96000, 48000)])
    func resamplesInPlace(source: Int, target: Int) {
        let stage = SoundStageHarness(
            rate: source, program: SoundFormat(sampleRate: target, channels: 1), delay: .milliseconds(25))
        let wave = { (time: Double) in Float(0.5 * sin(2 * .pi * 500 * time)) }
        for turn in 0..<6000 { stage.feed(at: Double(turn) * 10, count: source / 100, wave: wave) }
        stage.finish()
        expectGapless(stage)
        let samples = stage.samples()
        let begin = target * 59
        let late = (begin..<(begin + target / 2)).map { index -> Float in
            samples[index] - wave(Double(index) / Double(target) - 0.025)
        }
        // A place is a whole sample, so up to half a sample of the tone's slope may be off.
        #expect((late.map(abs).max() ?? 1) < 0.001 + Float(0.5 * 2 * .pi * 500 / Double(target) / 2))
        #expect(stage.meter.snapshot.silentSamples == 0)
    }

    @Test("Jitter in the stamps is not heard")
    func jitterIsNotHeard() {
        let stage = SoundStageHarness(rate: 44100)
        let steady = SoundStageHarness(rate: 44100)
        var random = SeededGenerator(seed: 3)
        for turn in 0..<500 {
            let shake = turn == 0 ? 0 : Double.random(in: -4.9...4.9, using: &random)
            let level = Float(turn % 97) / 97
            stage.feed(at: Double(turn) * 10 + shake, count: 441) { _ in level }
            steady.feed(at: Double(turn) * 10, count: 441) { _ in level }
        }
        stage.finish()
        steady.finish()
        let isSame = stage.samples() == steady.samples()
        #expect(isSame)
        #expect(stage.meter.snapshot.gaps == 0)
    }

    @Test("A lost block is counted silence exactly where it was, and nothing after it moves")
    func gapIsSilence() {
        let stage = SoundStageHarness()
        for turn in 0..<50 where turn != 20 && turn != 21 { stage.feed(at: Double(turn) * 10) }
        stage.finish()
        expectGapless(stage)
        let samples = stage.samples()
        #expect(samples.prefix(24000).indices.filter { samples[$0] == 0 } == Array(9600..<10560))
        #expect(stage.meter.snapshot.silentSamples == 960)
        #expect(stage.meter.snapshot.gaps == 1)
    }

    @Test("A block that comes twice is cut and counted")
    func overlapIsCut() {
        let stage = SoundStageHarness()
        for turn in 0..<50 {
            stage.feed(at: Double(turn) * 10)
            if turn == 20 { stage.feed(at: 200) { _ in -0.5 } }
        }
        stage.finish()
        expectGapless(stage)
        #expect(stage.samples().allSatisfy { $0 >= 0 })
        #expect(stage.ledger[.overlapped] == 1)
        #expect(stage.meter.snapshot.overlappedSamples == 480)
        #expect(stage.meter.snapshot.silentSamples == 0)
    }

    @Test(
        "A silent microphone does not stop the track: silence follows the clock at most 222 ms behind, and sound comes back in its place"
    )
    func silentMicrophone() {
        let stage = SoundStageHarness()
        for turn in 0..<20 { stage.feed(at: Double(turn) * 10) }
        for time in stride(from: 210.0, through: 3000, by: 10) {
            stage.run(to: time)
            let out = Double((stage.blocks.last?.sampleIndex ?? -1024) + 1024) / 48
            #expect(time - out < 200 + 1024 / 48.0 + 0.1, "\(out) ms are out at \(time) ms")
        }
        for turn in 300..<350 { stage.feed(at: Double(turn) * 10) }
        stage.finish()
        expectGapless(stage)
        let samples = stage.samples()
        let silent = samples.prefix(3500 * 48).indices.filter { samples[$0] == 0 }
        #expect(silent == Array(9600..<(3000 * 48)))
        #expect(stage.meter.snapshot.silentSamples == 2800 * 48)
        #expect(stage.meter.snapshot.gaps == 1)
    }

    @Test("Without any microphone the track is silence from the epoch on")
    func noMicrophone() {
        let stage = SoundStageHarness()
        stage.run(to: 1000)
        expectGapless(stage)
        #expect(stage.blocks.count == 37)
        #expect(stage.samples().allSatisfy { $0 == 0 })
    }

    @Test("Sound waits for the picture delay in its queue, and goes where it says")
    func waitsForDelay() {
        let stage = SoundStageHarness(delay: nil)
        for turn in 0..<10 { #expect(stage.feed(at: Double(turn) * 10)) }
        #expect(stage.blocks.isEmpty)
        stage.delay.set(.milliseconds(40))
        for turn in 10..<30 { stage.feed(at: Double(turn) * 10) }
        stage.finish()
        expectGapless(stage)
        let samples = stage.samples()
        #expect(samples.firstIndex { $0 != 0 } == 40 * 48)
        #expect(samples.lastIndex { $0 != 0 } == 340 * 48 - 1)
        #expect(stage.meter.snapshot.silentSamples == 0)
        #expect(stage.meter.snapshot.pictureDelay == .milliseconds(40))
    }

    @Test("Without a picture delay sound goes on after 180 ms, with none lost; a delay that comes later is taken over")
    func delayComesLate() {
        let stage = SoundStageHarness(delay: nil)
        for turn in 0..<60 {
            #expect(stage.feed(at: Double(turn) * 10))
            if turn == 30 { stage.delay.set(.milliseconds(20)) }
            if turn == 16 { #expect(stage.blocks.isEmpty) }
        }
        stage.finish()
        expectGapless(stage)
        let samples = stage.samples()
        #expect(samples.firstIndex { $0 != 0 } == 0)
        #expect(samples.lastIndex { $0 != 0 } == 620 * 48 - 1)
        #expect(stage.meter.snapshot.silentSamples == 960)
        #expect(stage.ledger[.overlapped] == 0)
    }

    @Test("Muting fades to exact silence within 5 ms while the track goes on, and back")
    func mutes() {
        let stage = SoundStageHarness()
        for turn in 0..<100 {
            if turn == 30 { stage.control.isMuted = true }
            if turn == 60 { stage.control.isMuted = false }
            stage.feed(at: Double(turn) * 10)
        }
        stage.finish()
        expectGapless(stage)
        let samples = stage.samples()
        // Blocks reach the stage when they end: the change is heard from the first block that ends after it.
        let firstLower = samples.firstIndex { $0 < 0.5 } ?? 0
        #expect(firstLower >= 29 * 480 && firstLower <= 31 * 480)
        let firstSilent = samples.firstIndex { $0 == 0 } ?? 0
        #expect(firstSilent - firstLower <= 240)
        let firstBack = samples[firstSilent...].firstIndex { $0 > 0 } ?? 0
        #expect(samples[firstSilent..<firstBack].allSatisfy { $0 == 0 })
        #expect(firstBack >= 59 * 480 && firstBack <= 61 * 480)
        #expect(samples[(firstBack + 240)..<48000].allSatisfy { $0 == 0.5 })
        let steps = zip(samples, samples.dropFirst()).prefix(47999).map { abs($1 - $0) }
        #expect((steps.max() ?? 1) < 0.003, "no click")
        #expect(stage.meter.snapshot.silentSamples == 0, "muting is no loss")
    }

    @Test("A microphone that changes its format goes on in its place; one of no use is counted")
    func formatChanges() throws {
        let stage = SoundStageHarness()
        for turn in 0..<20 { stage.feed(at: Double(turn) * 10) }
        for (rate, channels, time) in [(44100, 2, 200.0), (8000, 1, 210.0), (1_000, 1, 220.0), (48000, 3, 220.0)] {
            let count = rate / 100
            stage.run(to: time + 10)
            let pool = SoundPool(
                format: SoundFormat(sampleRate: rate, channels: channels), blockCapacity: count, capacity: 1)
            guard var block = pool.take(captureTime: SoundStageHarness.time(time), sampleCount: count) else { continue }
            for channel in 0..<channels { block.withMutableChannel(channel) { $0.update(repeating: 0.5) } }
            #expect(stage.input.push(block.freeze()))
        }
        stage.finish()
        expectGapless(stage)
        #expect(stage.ledger[.corrupt] == 2)
        let samples = stage.samples()
        #expect(samples[(205 * 48)..<(215 * 48)].allSatisfy { $0 > 0.4 && $0 < 0.65 })
        #expect(samples[(220 * 48)...].allSatisfy { abs($0) < 0.01 })
    }

    @Test("Ten minutes of sound end on the exact sample, with a beep near the end in its place")
    func tenMinutes() {
        let stage = SoundStageHarness(
            rate: 44100, program: SoundFormat(sampleRate: 48000, channels: 1), delay: MediaTime(value: 1, timescale: 30)
        )
        // Blocks of 100 ms; one beep at 599.5 s.
        for turn in 0..<6000 {
            stage.feed(at: Double(turn) * 100, count: 4410) { time in time >= 599.5 && time < 599.6 ? 0.8 : 0 }
        }
        stage.finish()
        expectGapless(stage)
        let end = stage.blocks.suffix(100)
        let samples = end.flatMap { $0.block.withChannel(0) { Array($0) } }
        let place = (samples.firstIndex { $0 > 0.4 } ?? 0) + Int(end.first?.sampleIndex ?? 0)
        #expect(abs(place - (599 * 48000 + 24000 + 1600)) <= 1)
        #expect(stage.meter.snapshot.gaps == 0)
        #expect(stage.blocks.count == (600 * 48000 + 1600 + 1023) / 1024)
    }

    @Test("Listeners that hold every block cost a place, never a stop")
    func poolRunsOut() {
        let runner = StepRunner(start: SoundStageHarness.epoch)
        let signal = runner.makeSignal()
        let input = BoundedQueue<SoundBlock>(capacity: 20, consumer: signal)
        let held = BoundedQueue<ProgramSound>(capacity: 100)
        let tap = Tap<ProgramSound>()
        let ledger = DropLedger()
        tap.attach(held, ledger: ledger, reason: .skipped)
        runner.add(
            SoundStage(
                input: input, output: tap, format: SoundFormat(sampleRate: 48000, channels: 2),
                epoch: SoundStageHarness.epoch, pictureDelay: PictureDelay(.zero), control: SoundControl(),
                ledger: ledger, meter: SoundMeter(), poolCapacity: 4), signal: signal)
        runner.run(until: SoundStageHarness.time(1000))
        #expect(held.count == 4)
        #expect(ledger[.poolEmpty] == 33)
        while held.pop() != nil {}
        runner.run(until: SoundStageHarness.time(1100))
        let next = held.pop()
        #expect(next?.sampleIndex == Int64(37 * 1024))
    }
}
