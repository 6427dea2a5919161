import OnAirCapture
import OnAirMedia
import Testing

@Suite("FileTimeline")
struct FileTimelineTests {
    @Test("A length rounded to milliseconds or microseconds becomes whole frames, then whole samples")
    func snapping() {
        let ntsc = FrameRate(30000, 1001)
        // 100 frames of 30000/1001 are 3.33666… s and 160160 samples.
        for length in [MediaTime.milliseconds(3337), .milliseconds(3336), .nanoseconds(3_336_667_000)] {
            let timeline = FileTimeline(length: length, frameRate: ntsc, sampleRate: 48000)
            #expect(timeline.duration == ntsc.time(ofFrame: 100))
            #expect(timeline.duration == MediaTime(value: 160_160, timescale: 48000))
        }
        #expect(
            FileTimeline(length: .milliseconds(999), frameRate: FrameRate(25), sampleRate: nil).duration
                == .milliseconds(1000))
    }

    @Test("A length that is no whole number of frames stays, to the nearest sample")
    func unsnapped() {
        let timeline = FileTimeline(length: .nanoseconds(1_010_005_000), frameRate: FrameRate(25), sampleRate: 48000)
        #expect(timeline.duration == MediaTime(value: 48480, timescale: 48000))
        #expect(
            FileTimeline(length: .milliseconds(1010), frameRate: FrameRate(25), sampleRate: nil).duration
                == .milliseconds(1010))
    }

    @Test("Loop i begins at epoch + i durations, a thousand hours on too")
    func loops() {
        let epoch = HostTime(nanoseconds: 5)
        let timeline = FileTimeline(length: .milliseconds(3337), frameRate: FrameRate(30000, 1001), sampleRate: 44100)
        #expect(timeline.duration == MediaTime(value: 147147, timescale: 44100))
        for loop in [0, 1, 2, 99, 1_000_000] as [Int64] {
            // 147147 / 44100 s = 1001 / 300 s.
            let nanoseconds = (loop * 1_001_000_000_000 * 2 / 300 + 1) / 2
            let begin = timeline.due(.zero, loop: loop, epoch: epoch)
            #expect(begin == HostTime(nanoseconds: 5 + nanoseconds))
            #expect(timeline.loop(at: begin.advanced(byMilliseconds: 1), epoch: epoch) == loop)
            #expect(timeline.loop(at: begin.advanced(byMilliseconds: -1), epoch: epoch) == max(0, loop - 1))
        }
    }
}
