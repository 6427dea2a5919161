import OnAirSound
import Testing

@Suite("Drift correction")
struct DriftCorrectionTests {
    /// A plant: the distance grows by `rate` and shrinks by what is corrected.
    private func run(
        from start: Double, rate: Double, seconds: Double, uncertainty: Double = 0, block: Double = 0.01,
        check: (_ time: Double, _ distance: Double, _ ratio: Double) -> Void
    ) {
        var control = DriftCorrection()
        var distance = start
        for turn in 0..<Int(seconds / block) {
            let before = control.ratio
            control.advance(distance: distance, uncertainty: uncertainty, rate: rate, elapsed: block)
            #expect(abs(control.ratio) <= 500e-6)
            #expect(abs(control.ratio - before) <= 20e-6 * block + 1e-15)
            distance += (rate - control.ratio) * block
            check(Double(turn) * block, distance, control.ratio)
        }
    }

    @Test("Below half a millisecond, or what is uncertain, nothing is corrected at all")
    func staysOut() {
        run(from: 0.49e-3, rate: 0, seconds: 100) { _, _, ratio in #expect(ratio == 0) }
        run(from: 3.9e-3, rate: 0, seconds: 100, uncertainty: 1e-3) { _, _, ratio in #expect(ratio == 0) }
    }

    @Test(
        "Any distance up to 20 ms is taken back without swinging past, within ±500 ppm and 20 ppm a second",
        arguments: [0.6e-3, 2e-3, 5e-3, 12e-3, 20e-3, -0.6e-3, -20e-3])
    func takesBack(start: Double) {
        var worst = 0.0
        var end = 0.0
        run(from: start, rate: 0, seconds: 240) { _, distance, _ in
            worst = max(worst, -distance * (start > 0 ? 1 : -1))
            end = distance
        }
        #expect(worst < abs(start) * 0.2, "swings \(worst * 1e3) ms past")
        #expect(abs(end) < abs(start) * 0.02 + 0.05e-3, "\(end * 1e3) ms left")
    }

    @Test(
        "A rate that is known is followed without a distance that stays", arguments: [-400e-6, 83e-6, 104e-6, 450e-6])
    func followsRate(rate: Double) {
        var worst = 0.0
        var end = (0.0, 0.0)
        run(from: 0, rate: rate, seconds: 300) { _, distance, ratio in
            worst = max(worst, abs(distance))
            end = (distance, ratio)
        }
        #expect(worst < 5e-3 || abs(rate) > 300e-6)
        #expect(abs(end.0) < 0.1e-3 && abs(end.1 - rate) < 3e-6)
    }
}
