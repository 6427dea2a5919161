import OnAirFFmpeg
import OnAirMedia

/// Cuts a stream of samples into the program's blocks of 1024 and hands them out.
final class ProgramSoundWriter {
    /// The sample that comes next.
    private(set) var position: Int64
    /// Blocks given out.
    private(set) var blocks: Int64 = 0

    private let output: Tap<ProgramSound>
    private let pool: SoundPool
    private let ledger: DropLedger
    private let blockSize = Int(SoundTimeline.blockSize)
    private var block: MutableSoundBlock?
    private var filled = 0
    private var fade: SoundFade
    private var isMuted: Bool
    private let mixer: SoundTrackMixer

    init(
        format: SoundFormat, start: Int64, poolCapacity: Int, isMuted: Bool, mixer: SoundTrackMixer,
        output: Tap<ProgramSound>, ledger: DropLedger
    ) {
        self.isMuted = isMuted
        self.mixer = mixer
        pool = SoundPool(format: format, blockCapacity: Int(SoundTimeline.blockSize), capacity: poolCapacity)
        position = start
        self.output = output
        self.ledger = ledger
        fade = SoundFade(isOpen: !isMuted, length: format.sampleRate / 200)
    }

    /// From the next sample on silence, or sound again.
    func setMuted(_ isMuted: Bool) {
        self.isMuted = isMuted
        fade.setOpen(!isMuted)
    }

    /// Appends resampled sound.
    func append(_ sound: ResampledSound, timeline: SoundTimeline) {
        write(Int64(sound.count), timeline) { target, channel, done, count in
            guard let source = sound.channel(channel).baseAddress else { return }
            target.update(from: source + done, count: count)
        }
    }

    /// Appends `count` samples of silence.
    func appendSilence(_ count: Int64, timeline: SoundTimeline) {
        write(count, timeline) { target, _, _, count in target.update(repeating: 0, count: count) }
    }

    private func write(
        _ total: Int64, _ timeline: SoundTimeline,
        _ body: (_ target: UnsafeMutablePointer<Float>, _ channel: Int, _ done: Int, _ count: Int) -> Void
    ) {
        var done: Int64 = 0
        while done < total {
            if filled == 0 {
                block = pool.take(captureTime: timeline.captureTime(ofSample: position), sampleCount: blockSize)
            }
            let count = Int(min(total - done, Int64(blockSize - filled)))
            fill(count, done: Int(done), body)
            done += Int64(count)
            position += Int64(count)
            filled += count
            if filled == blockSize { give(timeline) }
        }
    }

    private func fill(
        _ count: Int, done: Int,
        _ body: (_ target: UnsafeMutablePointer<Float>, _ channel: Int, _ done: Int, _ count: Int) -> Void
    ) {
        guard let buffer = block?.buffer else { return }
        let (left, right) = (buffer.channel(0) + filled, buffer.channel(buffer.format.channels - 1) + filled)
        body(left, 0, done, count)
        if right != left { body(right, 1, done, count) }
        fade.apply(left, right, count: count)
    }

    private func give(_ timeline: SoundTimeline) {
        filled = 0
        if let buffer = block?.buffer {
            mixer.mix(
                into: (buffer.channel(0), buffer.channel(buffer.format.channels - 1)), count: blockSize,
                at: position - Int64(blockSize), isMuted: isMuted, timeline: timeline)
        }
        guard let full = block.take() else {
            // Every block is in use somewhere: this one is lost, its place stays empty.
            ledger.add(.poolEmpty)
            return
        }
        blocks += 1
        output.push(ProgramSound(block: full.freeze(), sampleIndex: position - Int64(blockSize)))
    }
}
