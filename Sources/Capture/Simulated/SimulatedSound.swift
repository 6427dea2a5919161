import Glibc
import OnAirMedia

/// What the simulated microphone hears, as a pure function of the sample's number: a quiet tone of 440 Hz at −40 dBFS
/// and, on top, a beep at each flash: 1 kHz at −6 dBFS for 100 ms with linear ramps of 1 ms.
///
/// A beep starts at the exact time of its flash, which may lie between two samples; its phase counts from there.
package struct SimulatedSound: Sendable {
    /// Amplitude of the tone: −40 dBFS.
    package static let toneAmplitude = 0.01
    /// Amplitude of a beep: −6 dBFS.
    package static let beepAmplitude = pow(10, -6.0 / 20)

    private let sampleRate: Int64
    private let flashes: FlashSchedule
    /// Whole periods of the tone.
    private let tone: [Float]

    /// The sound at `sampleRate` samples per second beside a camera with `flashes`.
    package init(sampleRate: Int, flashes: FlashSchedule) {
        self.sampleRate = Int64(sampleRate)
        self.flashes = flashes
        let period = Int(Rational(440, Int64(sampleRate)).denominator)
        tone = (0..<period).map { index in
            Float(Self.toneAmplitude * sin(2 * .pi * Double(440 * index % sampleRate) / Double(sampleRate)))
        }
    }

    /// Fills `samples` with what is heard from sample `first` (0 at the epoch) on.
    package func render(from first: Int64, into samples: UnsafeMutableBufferPointer<Float>) {
        var phase = Int(first % Int64(tone.count))
        for index in samples.indices {
            samples[index] = tone[phase]
            phase = phase + 1 == tone.count ? 0 : phase + 1
        }
        let last = MediaTime(value: first + Int64(samples.count) - 1, timescale: sampleRate)
        guard let newest = flashes.flash(startedBy: last) else { return }
        let oldest = flashes.flash(startedBy: MediaTime(value: first, timescale: sampleRate)) ?? 1
        for number in oldest...newest { addBeep(number, from: first, to: samples) }
    }

    private func addBeep(_ number: Int64, from first: Int64, to samples: UnsafeMutableBufferPointer<Float>) {
        let start = flashes.time(ofFlash: number)
        // Time since the beep's start in units of 1 / (sampleRate · timescale) second: whole numbers, so that a
        // sample's value does not depend on the block it is made in.
        let unit = Double(sampleRate) * Double(start.timescale)
        var elapsed = Int128(first) * Int128(start.timescale) - Int128(start.value) * Int128(sampleRate)
        for index in samples.indices {
            let time = Double(elapsed) / unit
            elapsed += Int128(start.timescale)
            guard time >= 0 else { continue }
            guard time < 0.1 else { return }
            let envelope = min(1, time / 0.001, (0.1 - time) / 0.001)
            samples[index] += Float(Self.beepAmplitude * envelope * sin(2 * .pi * 1000 * time))
        }
    }
}
