import OnAirMedia
import Testing

struct FrameRateTests {
    static let rates = [
        FrameRate(30000, 1001), FrameRate(24000, 1001), FrameRate(25), FrameRate(1, 7), FrameRate(2997, 100),
    ]

    @Test("Frame k lies at k / rate, and is found again there", arguments: rates)
    func gridPoints(rate: FrameRate) {
        for index: Int64 in [-1_000_000, -3, -1, 0, 1, 2, 1000, 108_000, 10_000_000] {
            let time = rate.time(ofFrame: index)
            #expect(rate.frame(atOrBefore: time) == index && rate.frame(atOrAfter: time) == index)
            let later = time + .nanoseconds(1)
            #expect(rate.frame(atOrBefore: later) == index && rate.frame(atOrAfter: later) == index + 1)
            let earlier = time - .nanoseconds(1)
            #expect(rate.frame(atOrBefore: earlier) == index - 1 && rate.frame(atOrAfter: earlier) == index)
        }
    }

    @Test("30000/1001 pictures a second are 1001 seconds for 30000, not 1000.99")
    func exact() {
        #expect(FrameRate(30000, 1001).time(ofFrame: 30_000) == MediaTime(value: 1001, timescale: 1))
        #expect(FrameRate(60000, 2002) == FrameRate(30000, 1001))
        #expect(FrameRate(30000, 1001).description == "30000/1001")
        #expect(FrameRate(30).frameDuration.milliseconds == 33)
    }

    @Test("A rate that is not above zero is none")
    func refuses() {
        #expect(FrameRate(Rational(0)) == nil && FrameRate(Rational(-30)) == nil)
        #expect(FrameRate(Rational(30)) == FrameRate(30))
    }
}
