import Glibc
import OnAirCapture
import OnAirMedia
import Testing

@Suite("Speech of the simulated microphone")
struct SimulatedSpeechTests {
    private func heard(_ rate: Int, from start: Int64 = 0) throws -> [Float] {
        CaptureRun().run(
            try SimulatedMicrophone(.init(sampleRate: rate, channels: 1, signal: .speech)), from: start,
            until: MediaTime(value: 10, timescale: 1)
        ) { block, _ in block.withChannel(0) { Array($0) } }.flatMap { $0 }
    }

    /// Power at `hertz` (Goertzel).
    private func power(_ samples: ArraySlice<Float>, _ hertz: Double, _ rate: Double) -> Double {
        var (real, imaginary) = (0.0, 0.0)
        for (index, sample) in samples.enumerated() {
            let phase = 2 * .pi * hertz * Double(index) / rate
            real += Double(sample) * cos(phase)
            imaginary += Double(sample) * sin(phase)
        }
        return real * real + imaginary * imaginary
    }

    @Test("It has the loudness, pauses and rhythm of speech, and no beeps", arguments: [44100, 48000])
    func rhythm(rate: Int) throws {
        let samples = try heard(rate)
        #expect(samples.count == 10 * rate)
        let peak = samples.map(abs).max() ?? 0
        #expect(abs(peak - 0.5) < 1e-3)
        #expect(abs(samples.reduce(0, +) / Float(samples.count)) < 0.02)
        // Loudness of each 20 ms.
        let frames = stride(from: 0, to: samples.count - rate / 50, by: rate / 50).map { start -> Float in
            let piece = samples[start..<start + rate / 50]
            return (piece.reduce(0) { $0 + $1 * $1 } / Float(piece.count)).squareRoot()
        }
        let silent = frames.filter { $0 < 0.001 }.count
        #expect((0.1...0.6).contains(Double(silent) / Double(frames.count)))
        // Syllables: rises from quiet to loud, two to six a second.
        let rises = zip(frames, frames.dropFirst()).filter { $0 < 0.02 && $1 >= 0.02 }.count
        #expect((20...60).contains(rises))
    }

    @Test("Its energy is below 4 kHz, and voiced: a comb over the pitch, with formants")
    func spectrum() throws {
        let samples = try heard(48000)
        let loudest =
            stride(from: 0, to: samples.count - 4800, by: 2400).max { a, b in
                samples[a..<a + 4800].reduce(0) { $0 + $1 * $1 } < samples[b..<b + 4800].reduce(0) { $0 + $1 * $1 }
            } ?? 0
        let piece = samples[loudest..<loudest + 4800]
        func band(_ low: Int, _ high: Int) -> Double {
            stride(from: low, to: high, by: 10).reduce(0) { $0 + power(piece, Double($1), 48000) }
        }
        let (speech, above) = (band(100, 4000), band(6000, 12000))
        #expect(speech > 100 * above)
    }

    @Test("It is the same in every run and wherever it is started")
    func same() throws {
        let whole = try heard(48000)
        #expect(try heard(48000) == whole)
        #expect(try heard(48000, from: 2_000_000_000) == Array(whole[96000...]))
    }
}
