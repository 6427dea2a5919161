import OnAirMedia
import OnAirPicture
import OnAirTestKit
import Testing

/// Laws that hold for hours and for every phase.
struct GridPacerTests {
    static let rates = [
        FrameRate(24000, 1001), FrameRate(24), FrameRate(25), FrameRate(30000, 1001), FrameRate(30), FrameRate(50),
        FrameRate(60000, 1001), FrameRate(60), FrameRate(15), FrameRate(1), FrameRate(2997, 100),
    ]

    /// Picture `index` of a camera of `rate` that starts at `start`.
    private func arrival(_ index: Int64, _ rate: FrameRate, start: Int64, latency: Int64 = 0, jitter: Int64 = 0)
        -> PacerTrial.Arrival
    {
        let captured = HostTime(nanoseconds: start).advanced(by: rate.time(ofFrame: index))
        return PacerTrial.Arrival(
            time: captured.advanced(byNanoseconds: latency + jitter), captureTime: captured, sequence: index)
    }

    @Test(
        "At equal rates every picture is shown once, as it arrives, for hours and from any phase", arguments: rates,
        [0, 1, 249, 500, 501, 999])
    func equalRates(rate: FrameRate, permille: Int64) {
        let epoch = HostTime(nanoseconds: 5_000_000_123)
        var trial = PacerTrial(rate: rate, epoch: epoch)
        let start = epoch.nanoseconds + trial.pacer.period * permille / 1000
        let count: Int64 = permille == 500 ? 200_000 : 5_000
        for index in 0..<count { trial.arrive(arrival(index, rate, start: start, latency: 7_654_321)) }
        #expect(trial.repeats == 0 && trial.displaced == 0 && trial.lagged == 0)
        #expect(trial.served.count == Int(count))
        #expect(trial.served.allSatisfy { $0.waited == 0 })
        let first = trial.served[0].gridIndex
        #expect(trial.served.enumerated().allSatisfy { $1.gridIndex == first + Int64($0) && $1.sequence == Int64($0) })
        // Rounding to nanoseconds is all that may move the phase.
        #expect(trial.largestPhaseStep <= 1)
    }

    @Test(
        "The picture delay is the first grid time less the first capture time, at most half a period", arguments: rates)
    func delay(rate: FrameRate) throws {
        for permille: Int64 in [0, 1, 300, 499, 501, 700, 999, 31_400] {
            var trial = PacerTrial(rate: rate, epoch: HostTime(nanoseconds: 77))
            #expect(trial.pacer.pictureDelay == nil)
            let start = 77 + trial.pacer.period * permille / 1000
            trial.arrive(arrival(0, rate, start: start, latency: 40_000_000))
            let delay = try #require(trial.pacer.pictureDelay)
            let gridTime = rate.time(ofFrame: trial.served[0].gridIndex)
            #expect(abs(delay.nanoseconds - (gridTime.nanoseconds - (start - 77))) <= 1)
            #expect(abs(delay.nanoseconds) <= trial.pacer.period / 2 + 1)
            for index: Int64 in 1..<50 { trial.arrive(arrival(index, rate, start: start, latency: 40_000_000)) }
            #expect(trial.pacer.pictureDelay == delay)
        }
    }

    @Test("A picture captured before the epoch is shown at grid point 0")
    func beforeEpoch() {
        var trial = PacerTrial(rate: FrameRate(30), epoch: HostTime(nanoseconds: 1_000_000_000))
        trial.arrive(arrival(0, FrameRate(30), start: 800_000_000, latency: 210_000_000))
        #expect(trial.served.map(\.gridIndex) == [0])
        #expect(trial.pacer.pictureDelay == .milliseconds(200))
    }

    @Test("Nothing comes out before the first picture")
    func silentStart() {
        var pacer = GridPacer(rate: FrameRate(30), epoch: HostTime(nanoseconds: 0))
        for second: Int64 in 0..<5 {
            let decision = pacer.decide(now: HostTime(nanoseconds: second * 1_000_000_000), waiting: nil)
            #expect(decision == .wait(until: nil))
        }
    }

    @Test(
        "A camera off by parts per million crosses a frame exactly as often as it has to",
        arguments: [FrameRate(30), FrameRate(30000, 1001), FrameRate(60), FrameRate(15)], [-400, -50, -3, 3, 50, 400])
    func drift(rate: FrameRate, partsPerMillion: Int64) {
        let camera = FrameRate(
            rate.framesPerSecond.numerator * (1_000_000 + partsPerMillion), rate.framesPerSecond.denominator * 1_000_000
        )
        var trial = PacerTrial(rate: rate)
        let count: Int64 = 60 * 60 * 30
        for index in 0..<count { trial.arrive(arrival(index, camera, start: 12_345_678)) }
        let frames = Double(count) * Double(partsPerMillion) / 1e6
        #expect(abs(Double(trial.displaced) - max(frames, 0)) <= 1)
        #expect(abs(Double(trial.repeats) + min(frames, 0)) <= 1)
        #expect(trial.lagged == 0)
        #expect(trial.fresh.allSatisfy { $0.waited == 0 })
        #expect(trial.largestPhaseStep <= GridPacer.largestPhaseStep)
        expectContiguous(trial)
        expectSoundStays(trial, camera: camera, start: 12_345_678, within: 5 * trial.pacer.period / 8)
    }

    @Test("Jitter of a quarter period loses nothing", arguments: [1, 2, 3])
    func jitter(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let rate = FrameRate(30)
        var trial = PacerTrial(rate: rate)
        for index: Int64 in 0..<20_000 {
            let jitter = Int64.random(in: 0...8_000_000, using: &generator)
            trial.arrive(arrival(index, rate, start: 1_000_000, latency: 20_000_000, jitter: jitter))
        }
        #expect(trial.repeats == 0 && trial.displaced == 0 && trial.lagged == 0)
        #expect(trial.served.allSatisfy { $0.waited == 0 })
        #expect(trial.largestPhaseStep <= GridPacer.largestPhaseStep)
    }

    @Test("Jitter at the turning point does not cross a frame twice", arguments: [1, 2, 3])
    func jitterAndDrift(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let (rate, camera) = (FrameRate(30), FrameRate(30_000_900, 1_000_000))
        var trial = PacerTrial(rate: rate)
        for index: Int64 in 0..<200_000 {
            let jitter = Int64.random(in: 0...4_000_000, using: &generator)
            trial.arrive(arrival(index, camera, start: 1_000_000, latency: 20_000_000, jitter: jitter))
        }
        #expect((5...7).contains(trial.displaced), "30 ppm of 200000 pictures are 6")
        #expect(trial.repeats == 0 && trial.lagged == 0)
        expectContiguous(trial)
    }

    @Test(
        "At any other rate the program keeps its own, and fresh pictures never wait",
        arguments: [
            (60, 30), (30, 20), (50, 30), (30, 24), (30, 25), (120, 30), (15, 30), (25, 30), (24, 60), (10, 24),
            (60, 24),
        ])
    func otherRates(camera: Int64, program: Int64) {
        let (cameraRate, rate) = (FrameRate(camera), FrameRate(program))
        var trial = PacerTrial(rate: rate)
        let seconds: Int64 = 120
        for index in 0..<seconds * camera { trial.arrive(arrival(index, cameraRate, start: 3_000_000)) }
        expectContiguous(trial)
        #expect(trial.lagged == 0)
        #expect(abs(trial.served.count - Int(seconds * program)) <= 1)
        // Two pictures equally near to the first ticks (30 into 20) may make one wait; then the phase has moved on.
        #expect(trial.fresh.count { $0.waited > 0 } <= 1)
        // Evenly picked: neighbours differ by the ratio of the rates, rounded down or up.
        let (low, high) = (camera / program, (camera + program - 1) / program)
        let numbers = trial.served.compactMap(\.sequence)
        let steps = zip(numbers.dropFirst(), numbers).map { $0 - $1 }
        #expect(steps.allSatisfy { (low...high).contains($0) }, "\(Set(steps))")
    }

    @Test("Whatever the camera and the machine do, every grid point is served once or counted", arguments: 1...20)
    func torture(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let rate = FrameRate(30)
        var trial = PacerTrial(rate: rate)
        var now: Int64 = 0
        var arrivals: Int64 = 0
        for _ in 0..<5_000 {
            now += Int64.random(in: 0...Int64.random(in: 1...120_000_000, using: &generator), using: &generator)
            let time = HostTime(nanoseconds: now)
            if Bool.random(using: &generator) { trial.run(until: time) }
            if Bool.random(using: &generator) {
                let age = Int64.random(in: 0...50_000_000, using: &generator)
                trial.put(
                    PacerTrial.Arrival(
                        time: time, captureTime: time.advanced(byNanoseconds: -age), sequence: arrivals))
                arrivals += 1
            }
            if Bool.random(using: &generator) {
                let decisions = trial.call(at: time)
                // Lagged, then the tick that has just passed, then the present one: never a burst.
                #expect(decisions.count <= 4)
            }
        }
        let indices = trial.served.map(\.gridIndex)
        #expect(zip(indices, indices.dropFirst()).allSatisfy { $0 < $1 })
        let span = (indices.last ?? 0) - (indices.first ?? 0) + 1
        #expect(span <= Int64(indices.count) + trial.lagged)
        #expect(span >= Int64(indices.count) + trial.lagged - 1 - trial.lagged / 2)
        #expect(trial.largestPhaseStep <= GridPacer.largestPhaseStep)
        // The grid keeps up with the clock.
        let late = now - (trial.served.last.map { rate.time(ofFrame: $0.gridIndex).nanoseconds } ?? 0)
        #expect(late < 1_000_000_000)
    }

    private func expectContiguous(_ trial: PacerTrial, sourceLocation: SourceLocation = #_sourceLocation) {
        let indices = trial.served.map(\.gridIndex)
        #expect(
            zip(indices, indices.dropFirst()).allSatisfy { $0 + 1 == $1 }, "no grid point is left out or served twice",
            sourceLocation: sourceLocation)
    }

    /// Sound is moved by a constant; a picture may be off by no more than `limit` from where that puts it.
    private func expectSoundStays(
        _ trial: PacerTrial, camera: FrameRate, start: Int64, within limit: Int64,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        guard let delay = trial.pacer.pictureDelay else { return }
        let farthest = trial.fresh.reduce(Int64(0)) { farthest, served in
            let captured = start + camera.time(ofFrame: served.sequence ?? 0).nanoseconds
            let place = trial.pacer.rate.time(ofFrame: served.gridIndex).nanoseconds
            return max(farthest, abs(place - captured - delay.nanoseconds))
        }
        #expect(farthest <= limit, sourceLocation: sourceLocation)
    }
}
