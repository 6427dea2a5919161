import Glibc

/// A voice without words: a train of glottal pulses through the formants of vowels, in a rhythm of syllables with
/// pauses for breath. A pure function of the sample's number that repeats itself after ten seconds.
///
/// Formant frequencies are those of an adult man (Peterson and Barney, 1952).
package struct SimulatedSpeech: Sendable {
    /// Peak of the loudest syllable: −6 dBFS.
    package static let peak: Float = 0.5
    /// Seconds until it repeats itself.
    package static let period = 10

    private let loop: [Float]

    private struct Vowel {
        /// First, second and third formant, hertz.
        let formants: SIMD3<Double>
    }

    private static let vowels = [
        Vowel(formants: SIMD3(730, 1090, 2440)), Vowel(formants: SIMD3(270, 2290, 3010)),
        Vowel(formants: SIMD3(570, 840, 2410)), Vowel(formants: SIMD3(530, 1840, 2480)),
        Vowel(formants: SIMD3(300, 870, 2240)),
    ]

    /// A resonance: two poles (the digital resonator of formant synthesis).
    private struct Resonator {
        private let b: Double
        private let c: Double
        private var past = SIMD2<Double>(0, 0)

        init(hertz: Double, bandwidth: Double, rate: Double) {
            let radius = exp(-.pi * bandwidth / rate)
            (b, c) = (2 * radius * cos(2 * .pi * hertz / rate), -radius * radius)
        }

        mutating func pass(_ input: Double) -> Double {
            let output = (1 - b - c) * input + b * past.x + c * past.y
            past = SIMD2(output, past.x)
            return output
        }
    }

    /// Syllables: vowel, start and length in seconds, pitch in hertz. The same in every run.
    private static let syllables: [(vowel: Int, start: Double, length: Double, pitch: Double)] = {
        var (syllables, time, seed) = ([(Int, Double, Double, Double)](), 0.15, UInt32(7))
        func next(_ count: UInt32) -> UInt32 {
            seed = seed &* 1_664_525 &+ 1_013_904_223
            return seed >> 16 % count
        }
        while time < Double(period) - 0.9 {
            // A phrase falls in pitch; then there is a breath.
            let count = 5 + Int(next(5))
            for index in 0..<count where time < Double(period) - 0.4 {
                let length = 0.12 + 0.02 * Double(next(6))
                let pitch = 128 - 28 * Double(index) / Double(count) + Double(next(9))
                syllables.append((Int(next(5)), time, length, pitch))
                time += length + 0.02 + 0.01 * Double(next(5))
            }
            time += 0.35 + 0.05 * Double(next(6))
        }
        return syllables
    }()

    package init(sampleRate: Int) {
        let rate = Double(sampleRate)
        var loop = [Float](repeating: 0, count: Self.period * sampleRate)
        var peak: Float = 0
        for syllable in Self.syllables {
            let (first, count) = (Int(syllable.start * rate), Int((syllable.length + 0.03) * rate))
            let formants = Self.vowels[syllable.vowel].formants
            var one = Resonator(hertz: formants.x, bandwidth: 60, rate: rate)
            var two = Resonator(hertz: formants.y, bandwidth: 90, rate: rate)
            var three = Resonator(hertz: formants.z, bandwidth: 150, rate: rate)
            var phase = 0.0
            for index in 0..<count where first + index < loop.count {
                let time = Double(index) / rate
                // Rises in 25 ms, falls in 50.
                let envelope = max(0, min(1, time / 0.025, (syllable.length - time) / 0.05))
                phase += syllable.pitch * (1 - 0.12 * time / syllable.length) / rate
                if phase >= 1 { phase -= 1 }
                // A glottal pulse: opens over 40 %, closes over 16 % of the period.
                let flow =
                    phase < 0.4 ? 0.5 - 0.5 * cos(.pi * phase / 0.4) : max(0, cos(.pi / 2 * (phase - 0.4) / 0.16))
                let source = (phase < 0.56 ? flow : 0) - 0.24
                var value = one.pass(source * envelope)
                value += 0.6 * two.pass(source * envelope)
                value += 0.3 * three.pass(source * envelope)
                loop[first + index] += Float(value)
                peak = max(peak, abs(loop[first + index]))
            }
        }
        let scale = peak > 0 ? Self.peak / peak : 0
        for index in loop.indices { loop[index] *= scale }
        self.loop = loop
    }

    /// Fills `samples` with what is heard from sample `first` (0 at the epoch, never negative) on.
    package func render(from first: Int64, into samples: UnsafeMutableBufferPointer<Float>) {
        var at = Int(first % Int64(loop.count))
        for index in samples.indices {
            samples[index] = loop[at]
            at = at + 1 == loop.count ? 0 : at + 1
        }
    }
}
