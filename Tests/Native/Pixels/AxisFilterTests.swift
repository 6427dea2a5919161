import OnAirPixels
import Testing

struct AxisFilterTests {
    static let sizes = [1, 2, 3, 4, 7, 16, 45, 90, 333, 480, 1080]

    @Test("Weights sum to 256 and lie inside the input", arguments: sizes, sizes)
    func weightsSum(from: Int, to: Int) {
        let filter = AxisFilter(from: from, to: to)
        #expect(filter.starts.count == to && filter.weights.count == to * filter.taps)
        for index in 0..<to {
            let weights = filter.weights[index * filter.taps..<(index + 1) * filter.taps]
            #expect(weights.reduce(0) { $0 + Int($1) } == 256)
            let used = weights.lastIndex { $0 > 0 }.map { $0 - index * filter.taps } ?? 0
            #expect(filter.starts[index] >= 0 && filter.starts[index] + used < from)
        }
    }

    @Test("Shrinking covers every input sample equally, enlarging keeps the centre of gravity", arguments: sizes, sizes)
    func isCentred(from: Int, to: Int) {
        let filter = AxisFilter(from: from, to: to)
        var centre = 0.0
        for index in 0..<to {
            for tap in 0..<filter.taps {
                centre +=
                    Double(filter.weights[index * filter.taps + tap]) / 256 * (Double(filter.starts[index] + tap) + 0.5)
            }
        }
        // The mean of all output centres is the middle of the input, whatever the sizes.
        #expect(abs(centre / Double(to) - Double(from) / 2) < Double(from) / 256)
    }

    @Test("The filters of small cases are those one computes by hand")
    func byHand() {
        let threeToTwo = AxisFilter(from: 3, to: 2)
        #expect(threeToTwo.starts == [0, 1])
        #expect(threeToTwo.weights == [171, 85, 85, 171])
        let doubled = AxisFilter(from: 2, to: 4)
        #expect(doubled.starts == [0, 0, 0, 0])
        #expect(doubled.weights == [256, 0, 192, 64, 64, 192, 0, 256])
    }

    @Test("A window may lie between samples; beyond the ends the last one goes on")
    func windows() {
        // Half a sample to the left.
        let shifted = AxisFilter(from: 3, to: 4, AxisWindow(start: -1, step: 2, unit: 2))
        #expect(shifted.starts == [0, 0, 1, 2])
        #expect(shifted.weights == [256, 0, 128, 128, 128, 128, 256, 0])
        // One sample in, two to one.
        let halved = AxisFilter(from: 6, to: 2, AxisWindow(start: 1, step: 2, unit: 1))
        #expect(halved.starts == [1, 3] && halved.weights == [128, 128, 128, 128])
        // From a quarter into the first sample on, four for each.
        let enlarged = AxisFilter(from: 3, to: 4, AxisWindow(start: 1, step: 1, unit: 4))
        #expect(enlarged.starts == [0, 0, 0, 0])
        #expect(enlarged.weights == [256, 0, 224, 32, 160, 96, 96, 160])
        #expect(AxisFilter(from: 5, to: 5).isIdentity && !shifted.isIdentity)
    }
}
