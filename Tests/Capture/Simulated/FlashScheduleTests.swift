import OnAirCapture
import OnAirMedia
import Testing

@Suite("FlashSchedule")
struct FlashScheduleTests {
    static let rates = [
        FrameRate(30), FrameRate(30000, 1001), FrameRate(25), FrameRate(24), FrameRate(24000, 1001), FrameRate(60),
        FrameRate(60000, 1001), FrameRate(50), FrameRate(15), FrameRate(5, 2),
    ]

    @Test("A flash starts with the first frame at or after its second", arguments: rates)
    func start(rate: FrameRate) {
        let schedule = FlashSchedule(frameRate: rate)
        for number in 1...Int64(5000) {
            let frame = schedule.firstFrame(ofFlash: number)
            let second = MediaTime(value: number, timescale: 1)
            #expect(rate.time(ofFrame: frame) >= second)
            #expect(rate.time(ofFrame: frame - 1) < second)
            #expect(schedule.time(ofFlash: number) == rate.time(ofFrame: frame))
        }
    }

    @Test(
        "Flash frames of a second, written down by hand",
        arguments: [
            (FrameRate(30), [30, 60, 90], 3), (FrameRate(30000, 1001), [30, 60, 90], 3),
            (FrameRate(24), [24, 48, 72], 2), (FrameRate(25), [25, 50, 75], 3), (FrameRate(60), [60, 120, 180], 6),
            // 2.5, 5, 7.5 frames.
            (FrameRate(5, 2), [3, 5, 8], 1),
        ] as [(FrameRate, [Int64], Int64)])
    func vectors(rate: FrameRate, starts: [Int64], count: Int64) {
        let schedule = FlashSchedule(frameRate: rate)
        #expect((1...3).map { schedule.firstFrame(ofFlash: $0) } == starts)
        #expect(schedule.frameCount == count)
        let bright = starts.flatMap { Array($0..<$0 + count) }
        #expect((0..<starts[2] + count).filter { schedule.isFlash(frame: $0) } == bright)
    }

    @Test("At 30000/1001 the 1001st second starts 30000 frames after the epoch, and the one before a frame late")
    func fractional() {
        let schedule = FlashSchedule(frameRate: FrameRate(30000, 1001))
        #expect(schedule.firstFrame(ofFlash: 1001) == 30000)
        #expect(schedule.time(ofFlash: 1001) == MediaTime(value: 1001, timescale: 1))
        // 1000 · 30000 / 1001 = 29970.03
        #expect(schedule.firstFrame(ofFlash: 1000) == 29971)
    }

    @Test("The newest flash is found from a time and from a frame", arguments: rates)
    func newest(rate: FrameRate) {
        let schedule = FlashSchedule(frameRate: rate)
        #expect(schedule.flash(startedBy: MediaTime.zero) == nil)
        for number in 1...Int64(300) {
            let start = schedule.time(ofFlash: number)
            #expect(schedule.flash(startedBy: start) == number)
            #expect(schedule.flash(startedBy: start - .nanoseconds(1)) == (number > 1 ? number - 1 : nil))
            #expect(schedule.flash(startedBy: schedule.firstFrame(ofFlash: number)) == number)
        }
    }

    @Test("A time code counts the frames of each second from 0", arguments: rates)
    func timeCode(rate: FrameRate) {
        let schedule = FlashSchedule(frameRate: rate)
        var last = (seconds: Int64(0), frames: Int64(-1))
        for frame in 0..<Int64(2000) {
            let code = schedule.timeCode(ofFrame: frame)
            let isNext = code == (last.seconds, last.frames + 1) || code == (last.seconds + 1, 0)
            #expect(isNext, "frame \(frame): \(code) after \(last)")
            last = code
        }
    }
}
