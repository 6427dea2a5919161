import OnAirMedia
import OnAirPicture
import OnAirSound

/// Camera, microphone and the stages behind them on virtual time, with what a viewer would measure.
final class DriftRun {
    private static let rate = FrameRate(30000, 1001)
    private let runner: StepRunner
    private let epoch: HostTime
    private let pictures = BoundedQueue<ProgramPicture>(capacity: 16)
    private let sounds = BoundedQueue<ProgramSound>(capacity: 64)
    private let ledger = DropLedger()
    private let meter = SoundMeter()
    private let pictureMeter: PictureMeter
    private let seconds: Int64

    /// Seconds on the program's timeline.
    private var flashes: [Double] = []
    private var clicks: [Double] = []
    private var wasFlash = false
    private var nextSample: Int64 = 0
    private var weight = 0.0
    private var moment = 0.0

    /// Blocks that were not of 1024 samples or did not follow the one before.
    private(set) var badBlocks = 0
    /// The largest |measured ppm|, for what it is worth to print.
    var statistics: SoundStatistics { meter.snapshot }
    var drops: Int { Int(ledger[.overlapped] + ledger[.corrupt] + ledger[.poolEmpty] + ledger[.skipped]) }
    var pictureStatistics: PictureStatistics { pictureMeter.snapshot }

    init(actual: Double, seconds: Int64, jitter: Int64) {
        self.seconds = seconds
        // Any start that is not a whole number of anything.
        let start = HostTime(nanoseconds: 123_456_789_123)
        let end = start.advanced(by: MediaTime(value: seconds, timescale: 1))
        let runner = StepRunner(start: start)
        (self.runner, epoch) = (runner, start)
        let pictureSignal = runner.makeSignal()
        let slot = LatestSlot<Picture>(consumer: pictureSignal)
        let pictureTap = Tap<ProgramPicture>()
        pictureTap.attach(pictures, ledger: ledger, reason: .skipped)
        let picture = PictureStage(
            settings: PictureStage.Settings(
                .init(streamSize: PictureSize(width: 16, height: 16)), rate: Self.rate, poolCapacity: 20),
            input: slot, output: pictureTap, epoch: start, clock: runner.clock)
        pictureMeter = picture.meter
        let delay = picture.pictureDelay
        runner.add(
            FlashingCamera(into: slot, rate: Self.rate, epoch: start, end: end), signal: runner.makeSignal())
        runner.add(picture, signal: pictureSignal)
        let soundSignal = runner.makeSignal()
        let input = BoundedQueue<SoundBlock>(capacity: 20, consumer: soundSignal)
        let soundTap = Tap<ProgramSound>()
        soundTap.attach(sounds, ledger: ledger, reason: .skipped)
        let rate = Self.rate
        runner.add(
            DriftingMicrophone(into: input, actual: actual, epoch: start, end: end, jitter: jitter) {
                rate.time(ofFrame: $0 * 30).seconds
            }, signal: runner.makeSignal())
        runner.add(
            SoundStage(
                input: input, output: soundTap, format: SoundFormat(sampleRate: 48000, channels: 2), epoch: start,
                pictureDelay: delay, control: SoundControl(), ledger: ledger, meter: meter), signal: soundSignal)
    }

    /// Runs to the end; the distance of each click from its flash, in milliseconds (positive: sound is late).
    func run() -> [Double] {
        for tenth in 1...(seconds * 10) {
            runner.run(until: epoch.advanced(byMilliseconds: tenth * 100))
            drain()
        }
        return zip(clicks, flashes).map { ($0 - $1) * 1000 }
    }

    var counts: (flashes: Int, clicks: Int) { (flashes.count, clicks.count) }

    private func drain() {
        while let picture = pictures.pop() {
            let isFlash = picture.picture.withPlane(0) { $0.base[0] > 128 }
            if isFlash, !wasFlash { flashes.append(picture.time.seconds) }
            wasFlash = isFlash
        }
        while let sound = sounds.pop() {
            if sound.sampleIndex != nextSample || sound.block.sampleCount != 1024 { badBlocks += 1 }
            nextSample = sound.sampleIndex + 1024
            sound.block.withChannel(0) { weigh($0, from: sound.sampleIndex) }
        }
    }

    /// A click lies where its centre of mass does; between two clicks there is silence.
    private func weigh(_ samples: UnsafeBufferPointer<Float>, from first: Int64) {
        // Nearly every block is silent from end to end.
        guard weight > 0 || samples.contains(where: { $0 > 1e-3 }) else { return }
        for index in samples.indices {
            let level = Double(samples[index])
            if level > 1e-3 {
                weight += level
                moment += level * Double(first + Int64(index))
            } else if weight > 0 {
                clicks.append(moment / weight / 48000)
                (weight, moment) = (0, 0)
            }
        }
    }
}
