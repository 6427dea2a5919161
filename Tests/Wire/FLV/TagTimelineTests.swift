import OnAirMedia
import OnAirTestKit
import OnAirWire
import Testing

/// Milliseconds over hours, at the rates that do not divide them.
@Suite struct TagTimelineTests {
    private func timeline() -> TagTimeline {
        var timeline = TagTimeline()
        timeline.announce(Samples.format)
        return timeline
    }

    // mediamtx#2330, mediamtx#1170: rounding or the encoder gives equal decode times, and the server drops the publisher.
    @Test(
        "Over two hours decode times rise strictly, stay within a millisecond of the truth and gather no error",
        arguments: [FrameRate(60000, 1001), FrameRate(24000, 1001), FrameRate(120), FrameRate(30000, 1001)])
    func twoHours(_ rate: FrameRate) {
        var timeline = timeline()
        let frames = Int64(rate.framesPerSecond.doubleValue * 7200)
        let start = MediaTime.milliseconds(1234)
        var (last, worst) = (-1 as Int64, 0.0)
        var lastError = 0.0
        for index in 0..<frames {
            let time = start + rate.time(ofFrame: index)
            guard
                case .tag(let milliseconds, let offset) = timeline.placePicture(
                    decodeTime: time, presentationTime: time, isKeyframe: index == 0)
            else {
                Issue.record("frame \(index) is dropped")
                return
            }
            if milliseconds <= last || offset != 0 {
                Issue.record("frame \(index) at \(milliseconds) ms after \(last) ms, offset \(offset)")
                return
            }
            last = milliseconds
            // The truth in floating point, which holds two hours to a nanosecond.
            lastError = Double(milliseconds) - Double(index) * 1000 / rate.framesPerSecond.doubleValue
            worst = max(worst, abs(lastError))
        }
        #expect(worst <= 0.5001)
        #expect(abs(lastError) <= 0.5001)
    }

    // mediamtx#5226, mediamtx#2512: three B-frames, and pictures lost on the way to us.
    @Test("With three B-frames and pictures lost at random, decode times rise and no offset is negative")
    func reordering() {
        var random = SeededGenerator(seed: 11)
        var timeline = timeline()
        let rate = FrameRate(60)
        // Decode order I P b b b, P b b b …: presentation numbers 0 4 2 1 3 8 6 5 7 …
        var order: [Int64] = [0]
        for group in 0..<500 as Range<Int64> { order += [4, 2, 1, 3].map { 4 * group + $0 } }
        var (last, dropped, written) = (-1 as Int64, 0, 0)
        for (index, number) in order.enumerated() {
            if index > 0, Int.random(in: 0..<10, using: &random) == 0 { continue }
            switch timeline.placePicture(
                decodeTime: rate.time(ofFrame: Int64(index)), presentationTime: rate.time(ofFrame: number + 2),
                isKeyframe: index % 40 == 0)
            {
            case .dropped: dropped += 1
            case .tag(let milliseconds, let offset):
                written += 1
                #expect(milliseconds > last)
                #expect(offset >= 0)
                // ms(pts) − ms(dts), whatever was lost before (OBS PR#12151).
                #expect(milliseconds + Int64(offset) == Int64((Double(number + 2) * 1000 / 60).rounded()))
                last = milliseconds
            }
        }
        #expect(dropped == 0)
        #expect(written > 1700)
    }
}
