import OnAirCapture
import OnAirMedia

/// Takes everything at once and writes down what it was and when it was captured: what a stage behind a session sees.
final class ProbeOutput: Sendable {
    struct Seen: Equatable {
        let captureTime: HostTime
        let size: PictureSize
        let sequence: Int64
    }

    let pictures = Notes<Seen>()
    /// The capture time of each block of sound.
    let blocks = Notes<HostTime>()
    let video: CaptureStageOutput
    let audio: CaptureStageOutput

    /// - Parameter runner: takes the stages that empty the queues.
    init(_ runner: StepRunner) {
        let (videoSignal, audioSignal) = (runner.makeSignal(), runner.makeSignal())
        let slot = LatestSlot<Picture>(consumer: videoSignal)
        let queue = BoundedQueue<SoundBlock>(capacity: 400, consumer: audioSignal)
        video = CaptureStageOutput(slot, ledger: DropLedger())
        audio = CaptureStageOutput(queue, ledger: DropLedger())
        runner.add(
            Collector(notes: pictures, take: { slot.take() }, isFinished: { slot.isFinished }) { picture, _ in
                Seen(
                    captureTime: picture.captureTime, size: picture.format.size, sequence: picture.sequence)
            }, signal: videoSignal)
        runner.add(
            Collector(notes: blocks, take: { queue.pop() }, isFinished: { queue.isFinished }) { block, _ in
                block.captureTime
            }, signal: audioSignal)
    }

    /// The longest time between one picture and the next, in milliseconds.
    var longestPictureGap: Int64 { Self.longestGap(pictures.all.map(\.captureTime)) }

    /// The longest time between one block's start and the next one's, in milliseconds: 10 when nothing is missing.
    var longestSoundGap: Int64 { Self.longestGap(blocks.all) }

    private static func longestGap(_ times: [HostTime]) -> Int64 {
        zip(times, times.dropFirst()).map { $1.nanoseconds(since: $0) }.max().map { $0 / 1_000_000 } ?? 0
    }
}
