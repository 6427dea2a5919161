import Foundation
import OnAirMedia
import OnAirSound
import Testing

@Suite("Sounds beside the microphone")
struct SoundTrackTests {
    /// Feeds a track as a file's stage does: blocks of 10 ms, each stamped `lead` too early.
    private final class Player {
        let track: SoundTrack
        private let pool: SoundPool
        private var next = 0

        init(_ track: SoundTrack, rate: Int = 48000, channels: Int = 1) {
            self.track = track
            pool = SoundPool(
                format: SoundFormat(sampleRate: rate, channels: channels), blockCapacity: rate / 100, capacity: 64)
        }

        /// Pushes all that is due `milliseconds` after the epoch; each sample is `wave` of the time it is to be heard.
        func push(until milliseconds: Double, wave: (Double) -> Float) {
            let rate = pool.format.sampleRate
            while Double(next + 1) * 10 - track.lead.seconds * 1000 <= milliseconds {
                let time = Double(next) * 10
                let captured = SoundStageHarness.time(time).advanced(byNanoseconds: -track.lead.nanoseconds)
                guard var block = pool.take(captureTime: captured, sampleCount: rate / 100) else { return }
                for channel in 0..<pool.format.channels {
                    block.withMutableChannel(channel) { samples in
                        for index in samples.indices {
                            samples[index] = wave(time / 1000 + Double(index) / Double(rate))
                        }
                    }
                }
                #expect(track.input.push(block.freeze()))
                next += 1
            }
        }
    }

    /// A tone on the microphone and another one on a track.
    private func run(
        _ stage: SoundStageHarness, _ player: Player, turns: Range<Int> = 0..<100,
        microphone: (Double) -> Float = { _ in 0 }, wave: (Double) -> Float
    ) {
        for turn in turns {
            player.push(until: Double(turn) * 10, wave: wave)
            stage.feed(at: Double(turn) * 10, wave: microphone)
        }
    }

    @Test("A track lies at its place to the sample, and the microphone's sound beside it is what it was")
    func place() {
        let stage = SoundStageHarness()
        let track = SoundTrack()
        stage.tracks.add(track)
        let voice = { (time: Double) in Float(0.25 * sin(2 * .pi * 440 * time)) }
        let music = { (time: Double) in Float(0.25 * sin(2 * .pi * 313 * time)) }
        run(stage, Player(track), microphone: voice, wave: music)
        stage.finish()
        for channel in 0...1 {
            let samples = stage.samples(channel)
            // The first block fades in.
            let worst = (1024..<48000).map { index -> Float in
                let time = Double(index) / 48000
                return abs(samples[index] - voice(time) - music(time))
            }.max()
            #expect((worst ?? 1) < 1e-5)
        }
    }

    @Test("A track of another rate is resampled and keeps its place", arguments: [44100, 16000])
    func resampled(rate: Int) {
        let stage = SoundStageHarness()
        let track = SoundTrack()
        stage.tracks.add(track)
        let music = { (time: Double) in Float(0.5 * sin(2 * .pi * 500 * time)) }
        run(stage, Player(track, rate: rate, channels: 2), turns: 0..<300, wave: music)
        stage.finish()
        let samples = stage.samples()
        let worst = (96000..<140_000).map { abs(samples[$0] - music(Double($0) / 48000)) }.max() ?? 1
        // Half a sample of the tone's slope, and the filter's ripple.
        let slope: Float = 0.5 * 2 * .pi * 500 / 48000
        #expect(worst < 0.001 + slope / 2, "\(worst)")
    }

    @Test("Volume and mute change without a step, and to exactly what they say")
    func volume() {
        let stage = SoundStageHarness()
        let track = SoundTrack()
        stage.tracks.add(track)
        let player = Player(track)
        run(stage, player, turns: 0..<50) { _ in 0.5 }
        track.volume = 0.5
        run(stage, player, turns: 50..<100) { _ in 0.5 }
        stage.control.isMuted = true
        run(stage, player, turns: 100..<150) { _ in 0.5 }
        stage.finish()
        let samples = stage.samples()
        #expect(samples[20_000] == 0.5 && samples[44_000] == 0.25 && samples[70_000] == 0)
        let steps = zip(samples, samples.dropFirst()).map { abs($0 - $1) }.max() ?? 1
        #expect(steps <= 0.5 / 1024 + 1e-6, "\(steps)")
    }

    @Test("What is louder than full scale is cut there")
    func clipped() {
        let stage = SoundStageHarness()
        let track = SoundTrack(volume: 2)
        stage.tracks.add(track)
        run(stage, Player(track), microphone: { _ in -0.1 }, wave: { time in time < 0.5 ? 0.9 : -0.9 })
        stage.finish()
        #expect(stage.samples().allSatisfy { abs($0) <= 1 })
        #expect(stage.samples()[20_000] == 1 && stage.samples()[40_000] == -1)
    }

    @Test("A track that stops, and one that is taken away, leave the microphone bit for bit as it is without")
    func gone() {
        let voice = { (time: Double) in Float(0.25 * sin(2 * .pi * 440 * time)) }
        let alone = SoundStageHarness()
        for turn in 0..<200 { alone.feed(at: Double(turn) * 10, wave: voice) }
        alone.finish()
        let stage = SoundStageHarness()
        let (stops, goes) = (SoundTrack(), SoundTrack())
        stage.tracks.add(stops)
        stage.tracks.add(goes)
        let (first, second) = (Player(stops), Player(goes))
        for turn in 0..<200 {
            if turn < 50 { first.push(until: Double(turn) * 10) { _ in 0.1 } }
            second.push(until: Double(turn) * 10) { _ in 0.1 }
            if turn == 100 { stage.tracks.remove(goes) }
            if turn > 100 { while goes.input.pop() != nil {} }
            stage.feed(at: Double(turn) * 10, wave: voice)
        }
        stage.finish()
        #expect(stage.samples()[52_000...] == alone.samples()[52_000...])
        #expect(stage.samples()[30_000] != alone.samples()[30_000])
    }
}
