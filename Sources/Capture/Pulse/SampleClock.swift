import OnAirMedia

/// Tells when each sample of a source was captured, from measurements that jitter. A pure value.
///
/// A delay-locked loop of second order: it follows the host time of the sample it has come to, and how far the source's
/// rate is from its name. Wide at first, so that it is right after a few measurements, then narrower, down to a time
/// constant of 8 s: jitter of ±5 ms then moves its times by well under a millisecond, and a crystal that is off by
/// 100 ppm by nothing.
///
/// Measurements that stay away from it for a while are a jump, and it goes there at once.
struct SampleClock: Equatable, Sendable {
    /// What a measurement has done to the clock.
    enum Reading: Equatable, Sendable {
        /// The first one; nothing was known before.
        case started
        /// It went on as it did.
        case followed
        /// Time between the samples before this one and it is missing or, where negative, was there twice.
        case jumped(byNanoseconds: Int64)
    }

    /// Samples per second by name.
    let sampleRate: Int
    /// How much longer than its name says a sample lasts, as a part of it: 100e-6 is 100 ppm slow.
    private(set) var skew = 0.0
    private var state: State?
    private var suspicion: Suspicion?

    private struct State: Equatable {
        /// A sample, and the nanosecond it was captured in, in two parts: hours do not fit into a `Double` exactly.
        var index: Int64
        var time: Int64
        var fraction: Double
        /// Seconds since the clock was started or jumped.
        var age: Double
    }

    /// Measurements that do not fit.
    private struct Suspicion: Equatable {
        var count: Int
        var since: HostTime
    }

    /// Loop frequency once it has settled, in radians per second.
    private static let settled = 0.125
    /// The greatest skew believed; no sound hardware is that bad, and a burst of jitter at the start may look like it.
    private static let largestSkew = 1e-3
    /// Further away than this is no jitter.
    private static let jumpNanoseconds = 40e6
    /// So many measurements over so long have to agree on a jump.
    private static let (jumpCount, jumpPatience) = (5, Int64(60_000_000))

    init(sampleRate: Int) { self.sampleRate = sampleRate }

    /// When sample `index` is captured; nil before the first measurement.
    func time(ofSample index: Int64) -> HostTime? {
        guard let state else { return nil }
        let ahead = nanoseconds(index - state.index) + state.fraction
        // A whole number would not do: it may be any age ahead.
        guard abs(ahead) < 9e18 else { return nil }
        return HostTime(nanoseconds: state.time &+ Int64(ahead.rounded()))
    }

    /// Takes the measurement that sample `index`, not before the one measured last, was captured at `time`.
    mutating func measured(_ time: HostTime, ofSample index: Int64) -> Reading {
        guard var state else {
            self.state = State(index: index, time: time.nanoseconds, fraction: 0, age: 0)
            return .started
        }
        let step = nanoseconds(index - state.index)
        let interval = max(0, step / 1e9)
        let predicted = step + state.fraction
        let error = Double(time.nanoseconds &- state.time) - predicted
        if abs(error) > Self.jumpNanoseconds {
            return suspect(error, time, index)
        }
        suspicion = nil
        state.age += interval
        let frequency = max(Self.settled, 1.4 / max(state.age, 1e-3))
        skew += min(1, frequency * frequency * interval) * error / 1e9
        skew = min(max(skew, -Self.largestSkew), Self.largestSkew)
        let moved = predicted + min(1, 2.0.squareRoot() * frequency * interval) * error
        state.index = index
        state.time += Int64(moved.rounded(.down))
        state.fraction = moved - moved.rounded(.down)
        self.state = state
        return .followed
    }

    /// Forgets everything but the rate's name.
    mutating func reset() { self = SampleClock(sampleRate: sampleRate) }

    private mutating func suspect(_ error: Double, _ time: HostTime, _ index: Int64) -> Reading {
        var suspicion = suspicion ?? Suspicion(count: 0, since: time)
        suspicion.count += 1
        self.suspicion = suspicion
        guard suspicion.count >= Self.jumpCount, time.nanoseconds(since: suspicion.since) >= Self.jumpPatience else {
            return .followed
        }
        self.suspicion = nil
        state = State(index: index, time: time.nanoseconds, fraction: 0, age: 0)
        return .jumped(byNanoseconds: Int64(error))
    }

    private func nanoseconds(_ samples: Int64) -> Double { Double(samples) * 1e9 / Double(sampleRate) * (1 + skew) }
}
