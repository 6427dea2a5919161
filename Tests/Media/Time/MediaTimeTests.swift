import OnAirMedia
import Testing

struct MediaTimeTests {
    @Test("Sums are exact fractions, however the timescales differ")
    func sums() {
        let frame = MediaTime(value: 1001, timescale: 30000)
        let sample = MediaTime(value: 1, timescale: 48000)
        #expect((frame + sample).description == "2671/80000 s")
        #expect(frame + sample - sample == frame)
        #expect(frame - frame == .zero)
        var sum = MediaTime.zero
        for _ in 0..<30_000 { sum += frame }
        #expect(sum == MediaTime(value: 1001, timescale: 1))
    }

    @Test("Equal times are equal and hash alike, whatever their timescale")
    func equality() {
        let (a, b) = (MediaTime(value: 2, timescale: 60), MediaTime(value: 1, timescale: 30))
        #expect(a == b && a.hashValue == b.hashValue && !(a < b))
        #expect(MediaTime(value: -1, timescale: 30) < .zero)
        #expect(MediaTime(value: Int64.max, timescale: 3) > MediaTime(value: Int64.max - 1, timescale: 3))
        #expect(MediaTime(value: Int64.max, timescale: 1) > MediaTime(value: Int64.max, timescale: Int64.max))
    }

    @Test(
        "Rounding goes to the nearest unit, halves away from zero",
        arguments: [
            (1, 30, 33), (1001, 30000, 33), (2, 30, 67), (1, 2000, 1), (-1, 2000, -1), (1, 2001, 0), (-1, 30, -33),
            (3, 2000, 2), (0, 7, 0),
        ])
    func milliseconds(value: Int64, timescale: Int64, expected: Int64) {
        #expect(MediaTime(value: value, timescale: timescale).milliseconds == expected)
    }

    @Test("A year at any rate fits, and hours never drift")
    func longTimes() {
        let year: Int64 = 366 * 86_400
        let rate = FrameRate(60000, 1001)
        let index = rate.frame(atOrBefore: MediaTime(value: year, timescale: 1))
        #expect(rate.time(ofFrame: index).nanoseconds <= year * 1_000_000_000)
        #expect(rate.time(ofFrame: index + 1).nanoseconds > year * 1_000_000_000)
    }

    @Test("Timescales no device uses neither trap nor lose more than a nanosecond")
    func strangeTimescales() {
        let (a, b) = (MediaTime(value: 8_589_934_582, timescale: 4_294_967_291), MediaTime.nanoseconds(5_000_000_001))
        #expect(abs((a + b).nanoseconds - 7_000_000_001) <= 1)
        let tiny = MediaTime(value: Int64.max - 1, timescale: Int64.max)
        #expect(abs((tiny + MediaTime(value: 1, timescale: Int64.max - 2)).nanoseconds - 1_000_000_000) <= 1)
        let longest = MediaTime(value: Int64.max, timescale: 1)
        #expect((longest + longest).nanoseconds == Int64.max)
        #expect((longest - MediaTime(value: Int64.min, timescale: 7)).nanoseconds == Int64.max)
        #expect(longest.milliseconds == Int64.max)
    }

    @Test("Times read as fractions of a second")
    func description() {
        #expect(MediaTime(value: 1001, timescale: 30000).description == "1001/30000 s")
        #expect(MediaTime.milliseconds(2000).description == "2 s")
        #expect(MediaTime.milliseconds(-500).seconds == -0.5)
    }
}
