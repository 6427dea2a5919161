import OnAirMedia

/// Tells when each sample of a source was captured, from when sound arrived. A pure value.
///
/// Sound never arrives before it was captured, but later: by the length of the pieces it comes in, and by what the
/// machine was busy with. So of the arrivals in half a second only the promptest counts. A delay-locked loop of second
/// order follows it, and with it how far the source's rate is from its name: fast at first, then with a time constant
/// of 8 s. Arrivals up to 10 ms late move its times by well under a millisecond.
///
/// Sound that comes more than 40 ms too early shows at once that the clock was late. Sound that stays more than 40 ms
/// late for 200 ms has lost something before it. Either is a jump.
///
/// A sound server's own report of its latency is not used for this: it is only asked for each 1.5 s, counts in whole
/// periods of the source and, interpolated, wanders by 5 ms and more.
package struct SampleClock: Equatable, Sendable {
    /// What an arrival has done to the clock.
    package enum Reading: Equatable, Sendable {
        /// The first one; nothing was known before.
        case started
        /// It went on.
        case followed
        /// Time before this sample is missing or, where negative, was there twice.
        case jumped(byNanoseconds: Int64)
    }

    /// Samples per second by name.
    package let sampleRate: Int
    /// How much longer than its name says a sample lasts, as a part of it: 100e-6 is 100 ppm slow.
    package private(set) var skew = 0.0
    private var state: State?
    private var window: Window?

    private struct State: Equatable {
        /// A sample, and the nanosecond it was captured in, in two parts: hours do not fit into a `Double` exactly.
        var index: Int64
        var time: Int64
        var fraction: Double
        /// Seconds since the clock was started or jumped.
        var age: Double
    }

    /// Arrivals since the clock was last set.
    private struct Window: Equatable {
        var start: HostTime
        /// How late the promptest one was, in nanoseconds.
        var least: Double
        var count = 0
    }

    /// Loop frequency once it has settled, in radians per second.
    private static let settledFrequency = 0.125
    /// The greatest skew believed: ten times that of bad sound hardware.
    private static let largestSkew = 1e-3
    /// Before this age, in seconds, a difference says nothing about the rate.
    private static let rateAge = 2.0
    /// Further away than this is no jitter, in nanoseconds.
    private static let jump = 40e6
    /// So many arrivals over so many nanoseconds have to be late for a jump.
    private static let (jumpCount, jumpPatience) = (5, Int64(200_000_000))

    package init(sampleRate: Int) { self.sampleRate = sampleRate }

    /// When sample `index` is captured; nil before the first arrival.
    package func time(ofSample index: Int64) -> HostTime? {
        guard let state else { return nil }
        let ahead = nanoseconds(index - state.index) + state.fraction
        return HostTime(nanoseconds: state.time &+ Self.whole(ahead.rounded()))
    }

    /// How long it has followed arrivals since it was started or jumped, in seconds.
    package var age: Double { state?.age ?? 0 }

    /// Takes an arrival: at `time` everything before sample `index` was there. Neither goes back.
    package mutating func arrived(_ time: HostTime, before index: Int64) -> Reading {
        guard let state else {
            set(index, time)
            return .started
        }
        let predicted = nanoseconds(index - state.index) + state.fraction
        let late = Double(time.nanoseconds &- state.time) - predicted
        if late < -Self.jump {
            set(index, time)
            return .jumped(byNanoseconds: Self.whole(late))
        }
        var window = window ?? Window(start: time, least: late)
        window.least = min(window.least, late)
        window.count += 1
        self.window = window
        let length = time.nanoseconds &- window.start.nanoseconds
        if window.least > Self.jump {
            guard window.count >= Self.jumpCount, length >= Self.jumpPatience else { return .followed }
            set(index, HostTime(nanoseconds: time.nanoseconds &+ Self.whole(window.least - late)))
            return .jumped(byNanoseconds: Self.whole(window.least))
        }
        if Double(length) >= min(max(state.age / 2, 0.02), 0.5) * 1e9 {
            follow(window, state, index, predicted, seconds: Double(length) / 1e9)
        }
        return .followed
    }

    private mutating func set(_ index: Int64, _ time: HostTime) {
        state = State(index: index, time: time.nanoseconds, fraction: 0, age: 0)
        window = nil
    }

    private mutating func follow(
        _ window: Window, _ state: State, _ index: Int64, _ predicted: Double, seconds: Double
    ) {
        let age = state.age + seconds
        let frequency = max(Self.settledFrequency, 1 / age)
        if age > Self.rateAge {
            skew += frequency * frequency * seconds * window.least / 1e9
            skew = min(max(skew, -Self.largestSkew), Self.largestSkew)
        }
        let moved = predicted + min(1, 2.0.squareRoot() * frequency * seconds) * window.least
        let whole = moved.rounded(.down)
        self.state = State(index: index, time: state.time &+ Self.whole(whole), fraction: moved - whole, age: age)
        self.window = nil
    }

    /// As a whole number; what does not fit is as far as one goes.
    private static func whole(_ nanoseconds: Double) -> Int64 { Int64(min(max(nanoseconds, -9e18), 9e18)) }

    private func nanoseconds(_ samples: Int64) -> Double { Double(samples) * 1e9 / Double(sampleRate) * (1 + skew) }
}
