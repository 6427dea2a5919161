import OnAirFFmpeg
import OnAirMedia

/// The sound of a media file as a microphone, in real time and looped.
///
/// What the file plays at time t is captured, in loop i, at `epoch + i · duration + t`, where the duration is that of
/// the whole file: `FileCamera` of the same file loops by the same. The sound is continuous: blocks of 10 ms follow
/// each other without a gap, through the loop point too, and are silent where the file is. Each is decoded before it
/// is due and pushed when its last sample is. A step that comes late pushes all that has come due; what the queue
/// cannot hold counts as `overrun`. A file that can no longer be read ends the source with an error of kind `lost`.
///
/// Started late, it decodes its way to the place in the file that the epoch asks for, as `FileCamera` does.
public final class FileMicrophone: MicrophoneSource {
    public let format: SoundFormat
    public let end = SourceEnd()
    public var name: String { "file-microphone" }
    /// How long the file lasts, which is when its next loop begins.
    public var duration: MediaTime { timeline.duration }

    private let reader: MediaFileReader
    private let timeline: FileTimeline
    private let loops: Bool
    private var running: Running?
    private var track: FileSoundTrack?
    /// The block to push next, and how much of it is filled.
    private var ready: MutableSoundBlock?
    private var filled = 0
    private var next: Int64 = 0
    private var corrupt: Int64 = 0

    private struct Running {
        let output: any Outlet<SoundBlock>
        let ledger: DropLedger
        let stop: StopRequest
        let pool: SoundPool
        let samples: FrameGrid
        let samplesPerBlock: Int
    }

    /// Opens the sound of the file at `path`.
    ///
    /// - Parameter loops: whether it starts again at its end; else the source ends there.
    /// - Throws: `CaptureError` of kind `missing`, `denied`, or `unusable` where the file has no sound or none that
    ///   can be decoded.
    public init(path: String, loops: Bool = true) throws(CaptureError) {
        (reader, timeline) = try MediaFile.open(path, for: .sound)
        guard let sound = reader.sound else {
            throw CaptureError(.unusable, "\(path) has no sound track.", advice: "Choose another file.")
        }
        format = sound
        self.loops = loops
    }

    public func start(
        into output: any Outlet<SoundBlock>, ledger: DropLedger, stop: StopRequest, at epoch: HostTime
    ) {
        let samplesPerBlock = max(1, format.sampleRate / 100)
        running = Running(
            output: output, ledger: ledger, stop: stop,
            // What is held behind it, what the stages there hold on to, and the one that lies ready.
            pool: SoundPool(format: format, blockCapacity: samplesPerBlock, capacity: output.capacity + 9),
            samples: FrameGrid(frameRate: FrameRate(Int64(format.sampleRate)), epoch: epoch),
            samplesPerBlock: samplesPerBlock)
    }

    public func step(now: HostTime) -> StageWait {
        guard let running else { return .finished }
        guard !running.stop.isRequested else { return finish(running) }
        let track = track ?? begin(now: now, running)
        guard !track.isFinished || ready != nil else { return finish(running) }
        do {
            // A few blocks at a time, to hear a stop request.
            for _ in 0..<32 {
                guard try fill(from: track, running) else { return .again }
                let last = (next + 1) * Int64(running.samplesPerBlock) - 1
                guard running.samples.due(last) <= now else { return .event(until: running.samples.due(last)) }
                push(from: track, running)
                next += 1
                guard !track.isFinished else { return finish(running) }
            }
        } catch {
            end.fail(MediaFile.failure(error, isRunning: true))
            return finish(running)
        }
        return .again
    }

    private func begin(now: HostTime, _ running: Running) -> FileSoundTrack {
        let length = Int64(running.samplesPerBlock)
        next = (running.samples.firstFrame(dueAtOrAfter: now) + length - 1) / length
        let track = FileSoundTrack(
            reader, format: format, length: timeline.duration.value(inTimescale: Int64(format.sampleRate)),
            loops: loops, from: next * length)
        self.track = track
        return track
    }

    private func finish(_ running: Running) -> StageWait {
        ready = nil
        running.output.close()
        return .finished
    }

    /// Makes the next block ready; false when that takes another call.
    private func fill(from track: FileSoundTrack, _ running: Running) throws(FFmpegError) -> Bool {
        let count = running.samplesPerBlock
        let captureTime = running.samples.due(next * Int64(count))
        guard var block = ready.take() ?? running.pool.take(captureTime: captureTime, sampleCount: count) else {
            return true
        }
        if filled < count { filled = try track.read(into: &block, done: filled) }
        ready = consume block
        if track.corruptCount > corrupt {
            running.ledger.add(.corrupt, count: track.corruptCount - corrupt)
            corrupt = track.corruptCount
        }
        return filled == count
    }

    private func push(from track: FileSoundTrack, _ running: Running) {
        filled = 0
        guard let block = ready.take() else {
            running.ledger.add(.poolEmpty)
            track.skip(running.samplesPerBlock)
            return
        }
        if running.output.accept(block.freeze()) != nil { running.ledger.add(.overrun) }
    }
}
