import OnAirPublish
import OnAirTestKit
import Testing

@Suite("LatencyHistogram")
struct LatencyHistogramTests {
    @Test("Percentiles agree with a sorted list within 3 %")
    func percentiles() throws {
        var random = SeededGenerator(seed: 1)
        var histogram = LatencyHistogram()
        var values: [Int64] = []
        for _ in 0..<5000 {
            let value = Int64(100_000 * Double.random(in: 1...1000, using: &random))
            values.append(value)
            histogram.add(nanoseconds: value)
        }
        values.sort()
        for fraction in [0.01, 0.5, 0.9, 0.95, 0.99, 1] {
            let exact = Double(values[min(values.count - 1, Int((fraction * 5000).rounded(.up)) - 1)])
            let read = Double(try #require(histogram.percentile(fraction)))
            #expect(abs(read - exact) / exact < 0.032, "\(fraction): \(read) instead of \(exact)")
        }
        #expect(histogram.count == 5000)
        #expect(histogram.average == values.reduce(0, +) / 5000)
        #expect(histogram.longest == values.last)
    }

    @Test("Extremes neither fail nor get lost", arguments: [Int64.min, -1, 0, 1, 63_000, Int64.max / 2])
    func extremes(value: Int64) {
        var histogram = LatencyHistogram()
        #expect(histogram.percentile(0.5) == nil)
        histogram.add(nanoseconds: value)
        #expect(histogram.count == 1)
        #expect(histogram.percentile(0.5).map { $0 <= max(value, 0) } == true)
        #expect(histogram.last == max(value, 0))
    }
}
