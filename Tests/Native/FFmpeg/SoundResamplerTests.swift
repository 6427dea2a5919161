import OnAirFFmpeg
import OnAirMedia
import OnAirTestKit
import Testing

@Suite("Sound resampler")
struct SoundResamplerTests {
    private func format(_ rate: Int, _ channels: Int) -> SoundFormat {
        SoundFormat(sampleRate: rate, channels: channels)
    }

    private func run(_ resampler: SoundResampler, _ channels: [[Float]], sizes: [Int]) throws -> [[Float]] {
        var output = Array(repeating: [Float](), count: resampler.target.channels)
        let take = { (sound: ResampledSound) in
            for channel in output.indices { output[channel] += sound.channel(channel) }
        }
        var position = 0
        var turn = 0
        while position < channels[0].count {
            let count = min(sizes[turn % sizes.count], channels[0].count - position)
            let part = channels.map { Array($0[position..<(position + count)]) }
            guard let block = TestSound.block(part, rate: resampler.source.sampleRate) else { continue }
            try resampler.convert(block, take)
            position += count
            turn += 1
        }
        try resampler.finish(take)
        return output
    }

    @Test(
        "A tone keeps its frequency, level and place through blocks of any size, and its length is exact",
        arguments: [8000, 16000, 22050, 32000, 44100, 48000, 96000, 192_000], [44100, 48000])
    func toneSurvives(from source: Int, to target: Int) throws {
        var random = SeededGenerator(seed: UInt64(source + target))
        let sizes = (0..<50).map { _ in Int.random(in: 1...5000, using: &random) }
        let count = 2 * source + 12345
        let resampler = try SoundResampler(from: format(source, 1), to: format(target, 1))
        let output = try run(resampler, [TestSound.sine(1000, rate: source, count: count)], sizes: sizes)[0]
        #expect(output.count == (count * target + source - 1) / source)
        let middle = output[2000..<(output.count - 2000)]
        let tone = TestSound.tone(1000, in: middle, rate: target)
        #expect(abs(tone.amplitude - 0.5) < 0.002)
        // Place: 1 kHz turns 360° a millisecond, so 0.01 rad is 1.6 µs, a thirteenth of a sample.
        #expect(abs(tone.phase) < 0.01)
        #expect(TestSound.distortion(1000, in: middle, rate: target) < -85)
    }

    @Test("Block sizes make no difference to a single sample")
    func blockSizesDoNotMatter() throws {
        let input = [TestSound.sine(440, rate: 44100, count: 30000), TestSound.sine(3000, rate: 44100, count: 30000)]
        let whole = try run(SoundResampler(from: format(44100, 2), to: format(48000, 2)), input, sizes: [30000])
        let drips = try run(
            SoundResampler(from: format(44100, 2), to: format(48000, 2)), input, sizes: [1, 7, 480, 441])
        #expect(whole == drips)
    }

    @Test("Mono becomes stereo at equal level, stereo becomes mono as half the sum, equal formats pass untouched")
    func channelsMap() throws {
        let left = TestSound.sine(500, rate: 48000, count: 4000)
        let right = TestSound.sine(900, rate: 48000, count: 4000)
        #expect(
            try run(SoundResampler(from: format(48000, 1), to: format(48000, 2)), [left], sizes: [512]) == [left, left])
        let mono = try run(SoundResampler(from: format(48000, 2), to: format(48000, 1)), [left, right], sizes: [512])[0]
        #expect(zip(mono, zip(left, right)).allSatisfy { abs($0 - ($1.0 + $1.1) / 2) < 1e-6 })
        let same = try run(SoundResampler(from: format(48000, 2), to: format(48000, 2)), [left, right], sizes: [511])
        #expect(same == [left, right])
    }

    @Test("The delay is what has gone in and not come out, and it is constant in the long run")
    func delayIsTold() throws {
        let resampler = try SoundResampler(from: format(44100, 1), to: format(48000, 1))
        let block = try #require(TestSound.block([TestSound.sine(1000, rate: 44100, count: 441)], rate: 44100))
        var out: Int64 = 0
        for turn in 1...2000 {
            try resampler.convert(block) { out += Int64($0.count) }
            let inside = MediaTime(value: Int64(turn) * 441, timescale: 44100) - MediaTime(value: out, timescale: 48000)
            #expect(resampler.delay == inside)
            #expect(inside >= .zero && inside < .milliseconds(2))
        }
    }

    @Test("After its end it starts anew, without a trace of before")
    func startsAnew() throws {
        let resampler = try SoundResampler(from: format(32000, 1), to: format(48000, 1))
        let input = TestSound.sine(700, rate: 32000, count: 9999)
        let first = try run(resampler, [input], sizes: [1000])
        _ = try run(resampler, [TestSound.sine(5000, rate: 32000, count: 777)], sizes: [100])
        #expect(try run(resampler, [input], sizes: [1000]) == first)
    }

    @Test("Very short pieces have their exact length too", arguments: [1, 2, 3, 10, 31])
    func shortPieces(count: Int) throws {
        for (source, target) in [(44100, 48000), (48000, 44100), (8000, 48000)] {
            let resampler = try SoundResampler(from: format(source, 1), to: format(target, 1))
            let output = try run(resampler, [Array(repeating: 0.25, count: count)], sizes: [count])[0]
            #expect(output.count == (count * target + source - 1) / source)
        }
    }

    @Test("Rates and layouts that make no sense are refused")
    func refusesNonsense() throws {
        for bad in [format(0, 1), format(-5, 1), format(48000, 0), format(48000, 6), format(1_000_000, 2)] {
            let error = #expect(throws: FFmpegError.self) { _ = try SoundResampler(from: bad, to: format(48000, 2)) }
            #expect(error?.kind == .resampling)
        }
        let resampler = try SoundResampler(from: format(44100, 1), to: format(48000, 1))
        let other = try #require(TestSound.block([[0, 0]], rate: 48000))
        #expect(throws: FFmpegError.self) { try resampler.convert(other) { _ in } }
    }
}
