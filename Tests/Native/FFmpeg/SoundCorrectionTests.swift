import Foundation
import OnAirFFmpeg
import OnAirMedia
import Testing

@Suite("Sound resampler with a ratio that changes")
struct SoundCorrectionTests {
    /// A tone through a resampler whose correction follows `ratio`, and where each sample that came out lies in time.
    private struct Passage {
        var samples: [Float] = []
        /// In seconds from the first sample in.
        var times: [Double] = []
        var count = 0

        init(
            _ frequency: Double, seconds: Int, from source: SoundFormat = SoundFormat(sampleRate: 48000, channels: 1),
            to target: SoundFormat = SoundFormat(sampleRate: 48000, channels: 1), ratio: (Double) -> Double
        ) throws {
            let resampler = try SoundResampler(from: source, to: target)
            let pool = SoundPool(format: source, blockCapacity: 1000, capacity: 2)
            let length = source.sampleRate / 100
            var end = 0.0
            for turn in 0..<(seconds * 100) {
                guard var block = pool.take(captureTime: HostTime(nanoseconds: 0), sampleCount: length) else { return }
                for channel in 0..<source.channels {
                    block.withMutableChannel(channel) { plane in
                        for index in 0..<length {
                            let time = Double(turn * length + index) / Double(source.sampleRate)
                            plane[index] = Float(0.5 * sin(2 * .pi * frequency * time))
                        }
                    }
                }
                try resampler.setCorrection(ratio(Double(turn) / 100))
                let before = samples.count
                try resampler.convert(block.freeze()) { samples += $0.channel(target.channels - 1) }
                // What is inside still has the present ratio.
                let inside = resampler.pending / (1 + resampler.correction) / Double(target.sampleRate)
                let next = Double(resampler.inputCount) / Double(source.sampleRate) - inside
                let made = samples.count - before
                for index in 0..<made { times.append(end + (next - end) * Double(index) / Double(max(made, 1))) }
                end = next
            }
            let before = samples.count
            let expected = resampler.pendingCount
            try resampler.finish { samples += $0.channel(target.channels - 1) }
            #expect(samples.count - before == Int(expected))
            count = samples.count
        }

        /// What differs from the pure tone at each sample's own time, in dB below the tone; and the largest difference
        /// relative to the tone's amplitude, its level and its phase.
        func distortion(_ frequency: Double) -> (decibels: Double, largest: Double, amplitude: Double, phase: Double) {
            var (ss, cc, sc, ys, yc) = (0.0, 0.0, 0.0, 0.0, 0.0)
            let range = 2000..<times.count
            for index in range {
                let angle = 2 * .pi * frequency * times[index]
                let (s, c, y) = (sin(angle), cos(angle), Double(samples[index]))
                (ss, cc, sc, ys, yc) = (ss + s * s, cc + c * c, sc + s * c, ys + y * s, yc + y * c)
            }
            let scale = 1 / (ss * cc - sc * sc)
            let (sine, cosine) = ((ys * cc - yc * sc) * scale, (yc * ss - ys * sc) * scale)
            let amplitude = (sine * sine + cosine * cosine).squareRoot()
            var (rest, largest) = (0.0, 0.0)
            for index in range {
                let angle = 2 * .pi * frequency * times[index]
                let difference = Double(samples[index]) - sine * sin(angle) - cosine * cos(angle)
                rest += difference * difference
                largest = max(largest, abs(difference) / amplitude)
            }
            let level = (rest / Double(range.count)).squareRoot() / (amplitude / 2.0.squareRoot())
            return (20 * log10(level), largest, amplitude, atan2(cosine, sine))
        }
    }

    @Test(
        "A tone that is stretched stays a tone: distortion and noise below −98 dB, level and place unmoved",
        arguments: [1000.0, 10_000], [-500e-6, -100e-6, 100e-6, 500e-6])
    func staysPure(frequency: Double, ratio: Double) throws {
        for (source, target) in [(48000, 48000), (44100, 48000), (48000, 44100)] {
            let passage = try Passage(
                frequency, seconds: 5, from: SoundFormat(sampleRate: source, channels: 1),
                to: SoundFormat(sampleRate: target, channels: 1)
            ) { _ in ratio }
            let found = passage.distortion(frequency)
            #expect(found.decibels < -98, "\(found.decibels) dB at \(frequency) Hz, \(source) to \(target)")
            #expect(abs(found.amplitude - 0.5) < 0.0001)
            // 0.001 rad of 10 kHz is 16 ns.
            #expect(abs(found.phase) < 0.001)
            let wanted = Double(5 * target) * (1 + ratio)
            #expect(abs(Double(passage.count) - wanted) < 1.5, "\(passage.count) of \(wanted)")
        }
    }

    @Test(
        "While the ratio slides from nothing to 500 ppm and back the tone stays as pure, and nothing is heard of the start",
        arguments: [1000.0, 10_000], [(48000, 1, 1), (48000, 1, 2), (48000, 2, 1), (48000, 2, 2), (44100, 1, 2)])
    func slides(frequency: Double, source: (rate: Int, channels: Int, target: Int)) throws {
        let slide = { (time: Double) in
            time < 2 ? 0 : time < 27 ? (time - 2) * 20e-6 : max(0, 500e-6 - (time - 27) * 40e-6)
        }
        let passage = try Passage(
            frequency, seconds: 32, from: SoundFormat(sampleRate: source.rate, channels: source.channels),
            to: SoundFormat(sampleRate: 48000, channels: source.target), ratio: slide)
        let found = passage.distortion(frequency)
        #expect(found.decibels < -90, "\(found.decibels) dB")
        // A click would stand out: no sample is off by more than −80 dB of the tone's height.
        #expect(found.largest < 1e-4, "\(found.largest)")
    }

    @Test("Until a correction is set samples pass bit for bit, and a correction of nothing changes nothing")
    func nothingUntilSet() throws {
        let tone = TestSound.sine(700, rate: 48000, count: 48000)
        let resampler = try SoundResampler(
            from: SoundFormat(sampleRate: 48000, channels: 1), to: SoundFormat(sampleRate: 48000, channels: 2))
        var output: [Float] = []
        for start in stride(from: 0, to: 48000, by: 480) {
            let block = try #require(TestSound.block([Array(tone[start..<(start + 480)])], rate: 48000))
            try resampler.setCorrection(0)
            try resampler.convert(block) { output += $0.channel(1) }
        }
        #expect(output == tone)
        #expect(!resampler.isCorrecting && resampler.pending == 0)
    }

    @Test(
        "Sound that has hardly begun can be corrected too, and what ends is complete",
        arguments: [1, 5, 63, 64, 65, 500])
    func shortRuns(first: Int) throws {
        for (source, target) in [(48000, 48000), (44100, 48000)] {
            let resampler = try SoundResampler(
                from: SoundFormat(sampleRate: source, channels: 1), to: SoundFormat(sampleRate: target, channels: 1))
            for _ in 0..<3 {
                var count = 0
                let tone = TestSound.sine(500, rate: source, count: first)
                let block = try #require(TestSound.block([tone], rate: source))
                try resampler.convert(block) { count += $0.count }
                try resampler.setCorrection(200e-6)
                try resampler.convert(block) { count += $0.count }
                #expect(resampler.outputCount == Int64(count))
                let pending = resampler.pendingCount
                try resampler.finish { count += $0.count }
                #expect(resampler.outputCount == 0 && resampler.inputCount == 0)
                let exact = Double(2 * first * target) / Double(source)
                #expect(abs(Double(count) - exact) <= 1.5, "\(count) of \(exact), \(pending) were pending")
            }
        }
    }

    @Test("A correction out of range is clamped, one that is no number is ignored")
    func refusesNonsense() throws {
        let resampler = try SoundResampler(
            from: SoundFormat(sampleRate: 48000, channels: 1), to: SoundFormat(sampleRate: 48000, channels: 1))
        try resampler.setCorrection(.nan)
        #expect(!resampler.isCorrecting)
        try resampler.setCorrection(1)
        #expect(resampler.correction == 1e-3)
        try resampler.setCorrection(-.infinity)
        #expect(resampler.correction == 1e-3)
    }
}
