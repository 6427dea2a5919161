import Foundation
import OnAirMedia

/// Tones and what can be measured in them.
enum TestSound {
    /// A block of sound from one plane of samples per channel.
    static func block(_ channels: [[Float]], rate: Int, captureTime: HostTime = HostTime(nanoseconds: 0)) -> SoundBlock?
    {
        let count = channels[0].count
        let pool = SoundPool(
            format: SoundFormat(sampleRate: rate, channels: channels.count), blockCapacity: max(count, 1), capacity: 1)
        guard var block = pool.take(captureTime: captureTime, sampleCount: count) else { return nil }
        for channel in channels.indices {
            block.withMutableChannel(channel) { target in
                for index in 0..<count { target[index] = channels[channel][index] }
            }
        }
        return block.freeze()
    }

    static func sine(_ frequency: Double, rate: Int, count: Int, amplitude: Double = 0.5) -> [Float] {
        (0..<count).map { Float(amplitude * sin(2 * .pi * frequency * Double($0) / Double(rate))) }
    }

    /// Amplitude and phase (radians against a sine that starts at sample 0) of `frequency` in `samples`.
    static func tone(_ frequency: Double, in samples: ArraySlice<Float>, rate: Int) -> (
        amplitude: Double, phase: Double
    ) {
        // Least squares, exact for windows of any length.
        var (ss, cc, sc, ys, yc) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for index in samples.indices {
            let angle = 2 * .pi * frequency * Double(index) / Double(rate)
            let (s, c, y) = (sin(angle), cos(angle), Double(samples[index]))
            ss += s * s
            cc += c * c
            sc += s * c
            ys += y * s
            yc += y * c
        }
        let scale = 1 / (ss * cc - sc * sc)
        let (sine, cosine) = ((ys * cc - yc * sc) * scale, (yc * ss - ys * sc) * scale)
        return ((sine * sine + cosine * cosine).squareRoot(), atan2(cosine, sine))
    }

    /// Root mean square of what differs from the pure tone, in dB below the tone.
    static func distortion(_ frequency: Double, in samples: ArraySlice<Float>, rate: Int) -> Double {
        let found = tone(frequency, in: samples, rate: rate)
        var rest = 0.0
        for index in samples.indices {
            let pure = found.amplitude * sin(2 * .pi * frequency * Double(index) / Double(rate) + found.phase)
            rest += (Double(samples[index]) - pure) * (Double(samples[index]) - pure)
        }
        return 20 * log10((rest / Double(samples.count)).squareRoot() / (found.amplitude / 2.0.squareRoot()))
    }

    /// The numbers in raw little-endian 32-bit float.
    static func floats(_ bytes: [UInt8]) -> [Float] {
        bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }
}
