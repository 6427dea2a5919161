import Glibc
import OnAirMedia

/// Finds when the beeps of the simulated microphone start, also after the sound has been encoded and decoded.
///
/// A beep is 1 kHz, louder than −20 dBFS, with linear ramps of 1 ms. The detector multiplies the sound with a 1 kHz
/// oscillation and averages over 5 ms (a whole number of periods), which leaves the beep's envelope; it passes half of
/// its plateau 3 ms after the beep's start: half the window and half the ramp. Good to about 0.1 ms on clean sound.
///
/// Sound may be fed in pieces of any length; hours of it take no memory but the list of onsets.
public struct BeepDetector: Sendable {
    /// When each beep started, in samples from the first one fed; between samples where the beep does.
    public private(set) var onsets: [Double] = []
    private let sampleRate: Int
    private let window: Int
    /// Whole periods of 1 kHz, cosine and sine.
    private let oscillation: [SIMD2<Double>]
    private var products: [SIMD2<Double>]
    private var sum = SIMD2<Double>.zero
    private var position = 0
    private var state = State.quiet
    /// The envelope since it rose above the floor; its memory is kept from beep to beep.
    private var rise: [Double] = []

    private enum State { case quiet, rising, noted }

    private static let floor = 0.05
    private static let leastPlateau = 0.1

    /// A detector for sound of `sampleRate` samples per second.
    public init(sampleRate: Int) {
        self.sampleRate = sampleRate
        window = sampleRate / 200
        oscillation = (0..<Int(Rational(1000, Int64(sampleRate)).denominator)).map { index in
            let phase = 2 * Double.pi * Double(1000 * index % sampleRate) / Double(sampleRate)
            return SIMD2(cos(phase), sin(phase))
        }
        products = Array(repeating: .zero, count: window)
    }

    /// All onsets in `samples`, in samples.
    public static func onsets(in samples: [Float], sampleRate: Int) -> [Double] {
        var detector = BeepDetector(sampleRate: sampleRate)
        detector.feed(samples)
        return detector.onsets
    }

    /// Goes on with the next `samples` of one channel.
    public mutating func feed(_ samples: [Float]) { samples.withUnsafeBufferPointer { feed($0) } }

    /// Goes on with the first channel of `block`.
    public mutating func feed(_ block: SoundBlock) { block.withChannel(0) { feed($0) } }

    /// Goes on with the next `samples` of one channel.
    public mutating func feed(_ samples: UnsafeBufferPointer<Float>) {
        for sample in samples { feed(Double(sample)) }
    }

    private mutating func feed(_ sample: Double) {
        let product = sample * oscillation[position % oscillation.count]
        let slot = position % window
        sum += product - products[slot]
        products[slot] = product
        position += 1
        // The mean of sine times sine is a half.
        let envelope = 2 * (sum * sum).sum().squareRoot() / Double(window)
        if envelope < Self.floor {
            state = .quiet
            return
        }
        if state == .quiet {
            state = .rising
            rise.removeAll(keepingCapacity: true)
        }
        if state == .rising {
            rise.append(envelope)
            if rise.count > sampleRate / 25 { note() }
        }
    }

    private mutating func note() {
        state = .noted
        let plateau = rise.max() ?? 0
        guard plateau >= Self.leastPlateau, let index = rise.firstIndex(where: { $0 >= plateau / 2 }) else { return }
        let (before, after) = (index > 0 ? rise[index - 1] : Self.floor, rise[index])
        let part = after > before ? (plateau / 2 - before) / (after - before) : 1
        // The last element belongs to sample `position` - 1.
        let crossing = Double(position - rise.count + index - 1) + part
        onsets.append(crossing - Double(window - 1) / 2 - 0.0005 * Double(sampleRate))
    }
}
