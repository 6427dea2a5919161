import OnAirCapture
import OnAirMedia
import OnAirTestKit
import Testing

/// The truth is known here: sound is captured at a rate we choose, and arrives later by what we add.
@Suite("SampleClock")
struct SampleClockTests {
    /// A source whose sound arrives in pieces.
    private struct Source {
        /// Samples per second it really has.
        var rate = 48_000.0
        /// Samples it gives at one time, in so many pieces.
        var period = 480
        var pieces = 1
        /// The most milliseconds that an arrival is late.
        var jitter = 0.0
        var seed: UInt64 = 7

        let start = HostTime(nanoseconds: 5_000_000_000)

        /// When sample `index` is captured.
        func truth(_ index: Int64) -> HostTime { start.advanced(byNanoseconds: Int64(Double(index) * 1e9 / rate)) }

        /// Feeds `clock` from sample `first` on for `seconds`; calls `check` after each arrival with its last sample.
        func run(
            _ clock: inout SampleClock, from first: Int64 = 0, seconds: Double,
            check: (SampleClock, SampleClock.Reading, Int64) -> Void
        ) {
            var generator = SeededGenerator(seed: seed)
            var index = first
            let end = first + Int64(seconds * rate)
            var last = HostTime(nanoseconds: 0)
            while index < end {
                let late = Double.random(in: 0...1, using: &generator) * jitter * 1e6
                let arrival = max(last, truth(index + Int64(period)).advanced(byNanoseconds: Int64(late)))
                last = arrival
                for _ in 0..<pieces {
                    index += Int64(period / pieces)
                    check(clock, clock.arrived(arrival, before: index), index)
                }
            }
        }
    }

    private func error(_ clock: SampleClock, _ source: Source, at index: Int64) -> Double {
        guard let time = clock.time(ofSample: index) else { return .infinity }
        return Double(time.nanoseconds(since: source.truth(index))) / 1e6
    }

    @Test("Without jitter it is exact from the first arrival on")
    func exact() {
        let source = Source()
        var clock = SampleClock(sampleRate: 48_000)
        #expect(clock.time(ofSample: 0) == nil)
        source.run(&clock, seconds: 60) { before, reading, index in
            #expect(reading == (index == 480 ? .started : .followed))
        }
        #expect(abs(error(clock, source, at: 48_000 * 60)) < 0.000_01)
        #expect(abs(error(clock, source, at: 0)) < 0.000_01)
    }

    @Test(
        "Arrivals up to 10 ms late move its times by less than a millisecond after a second, whatever the crystal",
        arguments: [48_000.0, 47_996.0, 48_005.0, 47_990.0, 48_010.0], [1, 2, 3] as [UInt64])
    func jitter(rate: Double, seed: UInt64) {
        let source = Source(rate: rate, jitter: 10, seed: seed)
        var clock = SampleClock(sampleRate: 48_000)
        var (worst, settled) = (0.0, 0.0)
        var times: [(Int64, HostTime)] = []
        source.run(&clock, seconds: 120) { clock, _, index in
            let error = abs(self.error(clock, source, at: index))
            if index > 48_000 { worst = max(worst, error) }
            if index > 48_000 * 60 { settled = max(settled, error) }
            if let time = clock.time(ofSample: index) { times.append((index, time)) }
        }
        #expect(worst < 1)
        #expect(settled < 0.5)
        // As long as the samples of a piece last, within 5 %, once it has settled.
        for (earlier, later) in zip(times, times.dropFirst()) where earlier.0 > 48_000 {
            let step = Double(later.1.nanoseconds(since: earlier.1)) / (Double(later.0 - earlier.0) * 1e9 / rate)
            #expect(abs(step - 1) < 0.05)
        }
    }

    @Test("It learns the rate to 20 ppm in a minute of jitter", arguments: [47_996.0, 48_005.0])
    func rate(rate: Double) {
        let source = Source(rate: rate, jitter: 5)
        var clock = SampleClock(sampleRate: 48_000)
        source.run(&clock, seconds: 60) { _, _, _ in }
        #expect(abs(clock.skew - (48_000 / rate - 1)) < 20e-6)
    }

    @Test("Periods of 170 ms that arrive in pieces of 10 ms are no jumps")
    func longPeriods() {
        let source = Source(period: 8160, pieces: 17, jitter: 3)
        var clock = SampleClock(sampleRate: 48_000)
        var (jumps, worst) = (0, 0.0)
        source.run(&clock, seconds: 60) { clock, reading, index in
            guard index > 48_000 else { return }
            if case .jumped = reading { jumps += 1 }
            worst = max(worst, abs(error(clock, source, at: index)))
        }
        #expect(jumps == 0)
        #expect(worst < 3)
    }

    @Test("A second of sound that is lost is a jump of a second, noticed within 250 ms")
    func lost() {
        let source = Source(jitter: 5)
        var clock = SampleClock(sampleRate: 48_000)
        source.run(&clock, seconds: 10) { _, _, _ in }
        // The source goes on, but a second of samples has not come: what comes has lower numbers than it should.
        var later = source
        later.seed = 9
        var (jump, noticed) = (Int64(0), Int64(0))
        let shifted = ShiftedSource(source: later, missing: 48_000)
        shifted.run(&clock, from: 480_000, seconds: 2) { reading, index in
            if case .jumped(let nanoseconds) = reading { (jump, noticed) = (nanoseconds, index) }
        }
        #expect(abs(Double(jump) / 1e6 - 1000) < 6)
        #expect(noticed - 480_000 < 12_000)
    }

    /// A source some of whose samples were lost before sample `from`.
    private struct ShiftedSource {
        let source: Source
        let missing: Int64

        func run(
            _ clock: inout SampleClock, from first: Int64, seconds: Double,
            check: (SampleClock.Reading, Int64) -> Void
        ) {
            var generator = SeededGenerator(seed: source.seed)
            var index = first
            while index < first + Int64(seconds * source.rate) {
                index += 480
                let late = Int64(Double.random(in: 0...1, using: &generator) * source.jitter * 1e6)
                check(clock.arrived(source.truth(index + missing).advanced(byNanoseconds: late), before: index), index)
            }
        }
    }

    @Test("A process that was stopped for a second and then reads what has waited has lost nothing")
    func catchingUp() {
        let source = Source()
        var clock = SampleClock(sampleRate: 48_000)
        source.run(&clock, seconds: 10) { _, _, _ in }
        let resumed = source.truth(480_000 + 48_000)
        for piece in 1...100 {
            // 0.2 ms for each that waited.
            let arrival = resumed.advanced(byNanoseconds: Int64(piece) * 200_000)
            #expect(clock.arrived(arrival, before: 480_000 + Int64(piece) * 480) == .followed)
        }
        source.run(&clock, from: 480_000 + 48_000, seconds: 1) { clock, reading, index in
            #expect(reading == .followed)
            #expect(abs(error(clock, source, at: index)) < 1)
        }
    }

    @Test("Sound cannot come before it was captured: a second of old sound at the start sets the clock back at once")
    func backlog() {
        let source = Source()
        var clock = SampleClock(sampleRate: 48_000)
        let arrival = source.truth(48_000)
        for piece in 1...100 { _ = clock.arrived(arrival, before: Int64(piece) * 480) }
        // Within the 40 ms that are not told from jitter.
        #expect(error(clock, source, at: 48_000) < 40.1)
        source.run(&clock, from: 48_000, seconds: 3) { _, _, _ in }
        #expect(abs(error(clock, source, at: 48_000 * 4)) < 1)
    }

    @Test("Whatever numbers come, nothing traps")
    func hostile() {
        var clock = SampleClock(sampleRate: 8000)
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<10_000 {
            let time = Int64.random(in: .min / 2 ... .max / 2, using: &generator)
            let index = Int64.random(in: .min / 4 ... .max / 4, using: &generator)
            _ = clock.arrived(HostTime(nanoseconds: time), before: index)
            _ = clock.time(ofSample: index &+ 1)
        }
    }
}
