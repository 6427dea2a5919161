import OnAirMedia
import OnAirSound
import OnAirTestKit
import Testing

@Suite("Sound timeline")
struct SoundTimelineTests {
    private static let epoch = HostTime(nanoseconds: 1_000_000_000)

    private func timeline(_ rate: Int = 48000, delay: MediaTime = .zero) -> SoundTimeline {
        SoundTimeline(sampleRate: rate, epoch: Self.epoch, pictureDelay: delay, now: Self.epoch)
    }

    private func at(_ milliseconds: Double) -> HostTime {
        Self.epoch.advanced(byNanoseconds: Int64((milliseconds * 1_000_000).rounded()))
    }

    /// Places a block stamped `time` ms that has just ended, at 48 kHz unless told.
    private func place(
        _ timeline: inout SoundTimeline, _ time: Double, _ count: Int = 480, rate: Int = 48000
    ) -> SoundTimeline.Placement {
        timeline.place(
            captureTime: at(time), sampleCount: count, sampleRate: rate,
            now: at(time + Double(count) * 1000 / Double(rate)))
    }

    @Test("The first block goes where its stamp says, after silence from the epoch on")
    func firstBlock() {
        var line = timeline()
        #expect(place(&line, 10) == .restart(silence: 480, skip: 0))
        #expect(line.end == 960)
        #expect(place(&line, 20) == .contiguous)
        #expect(line.end == 1440)
    }

    @Test("The picture delay moves everything by exactly itself")
    func delayMoves() {
        var later = timeline(delay: MediaTime(value: 1, timescale: 30))
        #expect(place(&later, 10) == .restart(silence: 480 + 1600, skip: 0))
        var earlier = timeline(delay: .milliseconds(-4))
        #expect(place(&earlier, 10) == .restart(silence: 480 - 192, skip: 0))
        #expect(earlier.captureTime(ofSample: 288) == at(10))
    }

    @Test("Sound captured before the timeline begins is cut")
    func beforeTheEpoch() {
        var line = timeline()
        #expect(place(&line, -15) == .overlapped)
        #expect(place(&line, -5) == .restart(silence: 0, skip: 240))
        #expect(line.end == 240)
        #expect(place(&line, 5) == .contiguous)
    }

    @Test("Jitter within the tolerance moves nothing, however long it lasts")
    func jitter() {
        var line = timeline()
        var random = SeededGenerator(seed: 11)
        #expect(place(&line, 0) == .restart(silence: 0, skip: 0))
        for turn in 1...20_000 {
            let shake = Double.random(in: -4.99...4.99, using: &random)
            #expect(place(&line, Double(turn) * 10 + shake) == .contiguous)
        }
        #expect(line.end == 20_001 * 480)
    }

    @Test(
        "The tolerance is half a block, at least 5 and at most 20 ms",
        arguments: [(48, 5.0), (240, 5.0), (480, 5.0), (960, 10.0), (1920, 20.0), (9600, 20.0)])
    func tolerance(count: Int, milliseconds: Double) {
        let length = Double(count) / 48
        for (shift, isContiguous) in [(milliseconds, true), (-milliseconds, true), (milliseconds + 0.1, false)] {
            var line = timeline()
            _ = place(&line, 0, count)
            let placement = place(&line, length + shift, count)
            #expect((placement == .contiguous) == isContiguous, "\(count) samples, \(shift) ms")
        }
    }

    @Test(
        "A gap becomes silence of exactly its length, whatever the source's rate",
        arguments: [(48000, 480), (44100, 441), (16000, 160), (8000, 80)])
    func gap(rate: Int, count: Int) {
        var line = timeline()
        _ = place(&line, 0, count, rate: rate)
        _ = place(&line, 10, count, rate: rate)
        // The block of 20 ms is lost.
        #expect(place(&line, 30, count, rate: rate) == .restart(silence: 480, skip: 0))
        #expect(line.end == 40 * 48)
    }

    @Test("What comes a second time is cut to the sample, or left out whole")
    func overlap() {
        var line = timeline()
        _ = place(&line, 0)
        _ = place(&line, 10)
        #expect(place(&line, 10) == .overlapped)
        #expect(line.end == 960)
        // 12 ms too early, 20 long: its last 8 are new.
        #expect(place(&line, 8, 960) == .restart(silence: 0, skip: 576))
        #expect(line.end == 28 * 48)
        #expect(place(&line, 28) == .contiguous)
    }

    @Test("Cutting at another rate leaves out at least what was taken, at most one sample more")
    func overlapAtAnotherRate() {
        for early in stride(from: 5.1, to: 9.9, by: 0.37) {
            var line = timeline()
            _ = place(&line, 0, 441, rate: 44100)
            guard case .restart(0, let skip) = place(&line, 10 - early, 441, rate: 44100) else {
                Issue.record("not cut at \(early) ms")
                continue
            }
            let exact = early * 44.1
            #expect(Double(skip) >= exact - 0.6 && Double(skip) <= exact + 1.6, "\(skip) of \(exact)")
        }
    }

    @Test("An hour of counting at 44.1 into 48 kHz ends on the exact sample")
    func hourLong() {
        var line = timeline(delay: MediaTime(value: 1001, timescale: 30000))
        let block = 441
        for turn in 0..<360_000 {
            _ = place(&line, Double(turn) * 10, block, rate: 44100)
        }
        // 3600 s and 33.3667 ms of delay: 1601.6 samples, rounded once.
        #expect(line.end == 3600 * 48000 + 1602)
    }

    @Test("Nothing is due while sound may still come; after 200 ms whole blocks of silence are")
    func silenceByClock() {
        var line = timeline()
        #expect(line.takeDueSilence(now: at(0)) == 0)
        #expect(line.takeDueSilence(now: at(221.2)) == 0)
        #expect(line.nextDue.nanoseconds(since: at(221.333333)) <= 2)
        #expect(line.takeDueSilence(now: line.nextDue) == 1024)
        #expect(line.end == 1024)
        // A second later all of it at once, still in whole blocks.
        #expect(line.takeDueSilence(now: at(1221.4)) == 1024 * 46)
        #expect(line.end % 1024 == 0)
    }

    @Test("When the microphone comes back it lands at its own time")
    func comesBack() {
        var line = timeline()
        _ = place(&line, 0)
        _ = line.takeDueSilence(now: at(1000))
        let filled = line.end
        // Later than what has been filled: silence up to it.
        #expect(place(&line, 990) == .restart(silence: 990 * 48 - filled, skip: 0))
        #expect(line.end == 1000 * 48)
    }

    @Test("Sound that comes after its place became silence is cut")
    func comesTooLate() {
        var line = timeline()
        _ = line.takeDueSilence(now: at(1000))
        let filled = line.end  // 37 blocks: 789.3 ms
        #expect(filled == 37 * 1024)
        let early = line.place(captureTime: at(700), sampleCount: 480, sampleRate: 48000, now: at(1000))
        #expect(early == .overlapped)
        let half = line.place(captureTime: at(785), sampleCount: 480, sampleRate: 48000, now: at(1000))
        #expect(half == .restart(silence: 0, skip: Int(filled) - 785 * 48))
    }

    @Test("A stage that starts long after the epoch begins on a block near the present")
    func lateStart() {
        let line = SoundTimeline(
            sampleRate: 48000, epoch: Self.epoch, pictureDelay: .zero,
            now: Self.epoch.advanced(byMilliseconds: 3_600_000))
        #expect(line.end % 1024 == 0)
        let behind = 3600 * 48000 - line.end
        #expect(behind >= 9600 && behind < 9600 + 1024)
    }

    @Test("A delay that becomes known late moves what comes next")
    func lateDelay() {
        var line = timeline()
        _ = place(&line, 0)
        line.setPictureDelay(.milliseconds(33))
        #expect(place(&line, 10) == .restart(silence: 33 * 48, skip: 0))
        line.setPictureDelay(.milliseconds(33))
        #expect(place(&line, 20) == .contiguous)
    }

    @Test("Stamps from the future, empty blocks and senseless rates are unusable and change nothing")
    func unusable() {
        var line = timeline()
        let before = line
        for (time, count, rate) in [(5000, 480, 48000), (0, 0, 48000), (0, 480, 0), (0, 480, -1)]
            as [(Double, Int, Int)]
        {
            #expect(
                line.place(captureTime: at(time), sampleCount: count, sampleRate: rate, now: at(10)) == .unusable)
        }
        #expect(line == before)
    }

    @Test("The last block is filled up")
    func padding() {
        var line = timeline()
        _ = place(&line, 0)
        #expect(line.takePadding() == 544)
        #expect(line.takePadding() == 0)
    }
}
