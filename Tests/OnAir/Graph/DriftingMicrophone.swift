import Foundation
import OnAirMedia

/// A microphone whose sample clock runs at `actual` samples a second of the host's clock and says 48 000. It hears a
/// click, a bell-shaped pulse of 2 ms, at each host time that `click` tells.
///
/// Blocks of 480 samples are pushed when their last sample is there, and stamped with the time of their first, up to
/// `jitter` early or late.
final class DriftingMicrophone: Stage {
    let name = "microphone"
    private let output: BoundedQueue<SoundBlock>
    private let actual: Double
    private let epoch: HostTime
    private let end: HostTime
    private let jitter: Int64
    private let click: (Int64) -> Double
    private let pool = SoundPool(format: SoundFormat(sampleRate: 48000, channels: 1), blockCapacity: 480, capacity: 32)
    private var random = UInt64(0x9E37_79B9_7F4A_7C15)
    private var block: Int64 = 0
    private var nextClick: Int64 = 0
    /// Blocks that found no room.
    private(set) var lost = 0

    /// - Parameter click: when click n is heard, in seconds after the epoch.
    init(
        into output: BoundedQueue<SoundBlock>, actual: Double, epoch: HostTime, end: HostTime, jitter: Int64,
        click: @escaping (Int64) -> Double
    ) {
        self.output = output
        self.actual = actual
        self.epoch = epoch
        self.end = end
        self.jitter = jitter
        self.click = click
    }

    func step(now: HostTime) -> StageWait {
        while time(ofSample: (block + 1) * 480) <= now {
            if now >= end {
                output.close()
                return .finished
            }
            push()
            block += 1
        }
        return .event(until: time(ofSample: (block + 1) * 480))
    }

    private func time(ofSample sample: Int64) -> HostTime {
        epoch.advanced(byNanoseconds: Int64((Double(sample) / actual * 1e9).rounded()))
    }

    private func push() {
        random ^= random << 13
        random ^= random >> 7
        random ^= random << 17
        let shake = jitter == 0 ? 0 : Int64(random % UInt64(2 * jitter + 1)) - jitter
        // Nothing is captured before the epoch.
        let stamp = time(ofSample: block * 480).advanced(byNanoseconds: block == 0 ? abs(shake) : shake)
        guard var samples = pool.take(captureTime: stamp, sampleCount: 480) else {
            lost += 1
            return
        }
        let first = Double(block * 480) / actual
        while click(nextClick) + 0.01 < first { nextClick += 1 }
        let distance = click(nextClick) - first
        let actual = actual
        samples.withMutableChannel(0) { plane in
            guard distance < 480 / actual + 0.01 else { return plane.update(repeating: 0) }
            for index in 0..<480 {
                // The standard deviation is half a millisecond.
                let x = (Double(index) / actual - distance) / 0.5e-3
                plane[index] = abs(x) > 6 ? 0 : Float(0.8 * exp(-x * x / 2))
            }
        }
        if !output.push(samples.freeze()) { lost += 1 }
    }
}
