import Foundation
import Testing

@Suite("A microphone whose clock is not the camera's")
struct DriftTests {
    private static let isThorough = ProcessInfo.processInfo.environment["ONAIR_TEST_HOURS"] != nil

    private func check(actual: Double, seconds: Int64, jitter: Int64) throws {
        let run = DriftRun(actual: actual, seconds: seconds, jitter: jitter)
        let errors = run.run()
        let text = "\(actual) Hz for \(seconds) s with \(Double(jitter) / 1e6) ms of jitter"
        let worst = errors.map(abs).max() ?? .infinity
        let late = errors.dropFirst(120).map(abs).max() ?? .infinity
        let statistics = run.statistics
        // A flash each 1.001 s, and a click for every one.
        let wanted = Int(Double(seconds) / 1.001)
        #expect(abs(run.counts.flashes - wanted) <= 1 && abs(run.counts.clicks - wanted) <= 2, "\(run.counts)")
        #expect(worst < 5, "\(text): \(worst) ms")
        #expect(late < 0.6, "\(text): \(late) ms after two minutes")
        #expect(statistics.gaps == 0 && statistics.silentSamples == 0 && statistics.overlappedSamples == 0)
        #expect(run.badBlocks == 0 && run.drops == 0)
        #expect(abs(statistics.drift - (actual / 48000 - 1) * 1e6) < 10, "\(statistics.drift) ppm")
        #expect(abs(statistics.drift + statistics.correction) < 15 && abs(statistics.positionError) < 0.5)
        let pictures = run.pictureStatistics
        #expect(pictures.repeats == 0 && pictures.lagged == 0 && pictures.poolEmpty == 0)
    }

    @Test(
        "Twenty minutes of a wrong sample clock at 29.97 pictures a second: no gap, flash and click together",
        arguments: [47996.0, 48005], [0, 2_000_000] as [Int64])
    func twentyMinutes(actual: Double, jitter: Int64) throws {
        try check(actual: actual, seconds: 1200, jitter: jitter)
    }

    @Test("Ten hours of it: less than 5 ms throughout", .enabled(if: isThorough), arguments: [47996.0, 48005])
    func tenHours(actual: Double) throws {
        try check(actual: actual, seconds: 36000, jitter: 2_000_000)
    }
}
