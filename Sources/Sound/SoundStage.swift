import OnAirFFmpeg
import OnAirMedia

/// Brings one microphone's sound onto the program's timeline: resampled to the program's format, in blocks of exactly
/// 1024 samples without a hole between them, silence where nothing came.
///
/// The microphone's clock is measured against the host's, and what is wrong with it is resampled away slowly (see
/// `ClockDrift`, `DriftCorrection`); until something is, sound of the program's rate passes bit for bit.
/// A block whose stamp does not fit what came before waits for the next one: where that fits behind it, only the stamp
/// was wrong and nothing is heard of it; otherwise sound is missing, and becomes silence of exactly that length.
///
/// Input: holds 200 ms; whoever pushes counts what finds no room as `overrun`. Output: each listener's queue is bounded
/// and loses its oldest. The track begins at the epoch and never stops while the stage runs: sound that has not come
/// 200 ms after its time is silence, and counted. Until the picture delay is known the stage waits at most 180 ms,
/// leaving sound in its queue, then goes on with zero; a delay that comes later is taken over at the next block.
/// Ends, with the last block filled up, when its input has ended.
public final class SoundStage: Stage {
    public let name = "sound"

    /// How long sound waits for the picture delay: less than its queue holds.
    private static let holdBack = MediaTime.milliseconds(180)

    private let input: BoundedQueue<SoundBlock>
    private let output: Tap<ProgramSound>
    private let format: SoundFormat
    private let epoch: HostTime
    private let pictureDelay: PictureDelay
    private let control: SoundControl
    private let ledger: DropLedger
    private let meter: SoundMeter
    private let poolCapacity: Int
    private let mixer: SoundTrackMixer
    private var firstStep: HostTime?
    private var running: Running?
    private var statistics = SoundStatistics()
    private var resampler: SoundResampler?
    private var hasSound = false
    private var isInGap = false
    /// A block whose stamp does not fit what came before, until the next one tells whether sound is missing or only the
    /// stamp is wrong.
    private var doubted: SoundBlock?

    /// What exists once the picture delay is decided.
    private struct Running {
        var timeline: SoundTimeline
        let writer: ProgramSoundWriter

        /// Measures what is to come by where the sound really is.
        mutating func settle(_ resampler: SoundResampler) {
            guard resampler.isCorrecting else { return }
            timeline.settle(
                end: writer.position + resampler.pendingCount, exactEnd: Double(writer.position) + resampler.pending)
        }

        func write(_ sound: ResampledSound) { writer.append(sound, timeline: timeline) }
        func writeSilence(_ count: Int64) { writer.appendSilence(count, timeline: timeline) }
    }

    /// - Parameters:
    ///   - input: the microphone's blocks, of any rate and one or two channels; wakes this stage.
    ///   - output: receives the program's blocks, and is closed at the end.
    ///   - format: the program's: 44.1 or 48 kHz, one or two channels.
    ///   - epoch: the program's time zero.
    ///   - pictureDelay: program time minus capture time; known from the start for a program without pictures.
    ///   - control: mutes.
    ///   - ledger: counts `overlapped` and `corrupt` blocks of the input and `poolEmpty` blocks of the output.
    ///   - meter: receives the statistics.
    ///   - tracks: what is mixed in beside the microphone; default nothing.
    ///   - poolCapacity: blocks that listeners may hold at one time; default 160, 3.4 s.
    public init(
        input: BoundedQueue<SoundBlock>, output: Tap<ProgramSound>, format: SoundFormat, epoch: HostTime,
        pictureDelay: PictureDelay, control: SoundControl, ledger: DropLedger, meter: SoundMeter,
        tracks: SoundTracks = SoundTracks(), poolCapacity: Int = 160
    ) {
        mixer = SoundTrackMixer(tracks, format: format, ledger: ledger)
        self.input = input
        self.output = output
        self.format = format
        self.epoch = epoch
        self.pictureDelay = pictureDelay
        self.control = control
        self.ledger = ledger
        self.meter = meter
        self.poolCapacity = poolCapacity
    }

    public func step(now: HostTime) -> StageWait {
        if let deadline = begin(now) { return .event(until: deadline) }
        guard running != nil else { return .wake }
        defer { report() }
        if let delay = pictureDelay.value { running?.timeline.setPictureDelay(delay) }
        running?.writer.setMuted(control.isMuted)
        while let block = input.pop() { take(block, now: now) }
        if input.isFinished {
            settleDoubt(now: now)
            finish()
            return .finished
        }
        fillByClock(now)
        return .event(until: running?.timeline.nextDue)
    }

    /// Decides the picture delay; until when to wait for it, or nil when the stage runs.
    private func begin(_ now: HostTime) -> HostTime? {
        guard running == nil else { return nil }
        let deadline = (firstStep ?? now).advanced(by: Self.holdBack)
        firstStep = firstStep ?? now
        let delay = pictureDelay.value
        guard delay != nil || now >= deadline || input.isFinished else { return deadline }
        let timeline = SoundTimeline(
            sampleRate: format.sampleRate, epoch: epoch, pictureDelay: delay ?? .zero, now: now)
        let writer = ProgramSoundWriter(
            format: format, start: timeline.end, poolCapacity: poolCapacity, isMuted: control.isMuted, mixer: mixer,
            output: output, ledger: ledger)
        running = Running(timeline: timeline, writer: writer)
        return nil
    }

    private func take(_ block: SoundBlock, now: HostTime) {
        settleDoubt(by: block, now: now)
        if follows(block) == false { doubted = block } else { place(block, now: now) }
    }

    /// Places the block that was held back, if there is one: in its row where `next` fits behind it there, by its own
    /// stamp otherwise.
    private func settleDoubt(by next: SoundBlock? = nil, now: HostTime) {
        guard let held = doubted else { return }
        doubted = nil
        let isWrong = next.map { $0.format == held.format && follows($0, after: held.sampleCount) == true } ?? false
        if isWrong { statistics.ignoredStamps += 1 }
        place(held, now: now, isStampTrusted: !isWrong)
    }

    private func follows(_ block: SoundBlock, after held: Int = 0) -> Bool? {
        guard resampler?.source == block.format else { return nil }
        return running?.timeline.follows(
            captureTime: block.captureTime, sampleCount: block.sampleCount, sampleRate: block.format.sampleRate,
            after: held)
    }

    private func place(_ block: SoundBlock, now: HostTime, isStampTrusted: Bool = true) {
        guard prepareResampler(for: block.format) else {
            ledger.add(.corrupt)
            return
        }
        let end = running?.timeline.end ?? 0
        let placement = running?.timeline.place(
            captureTime: block.captureTime, sampleCount: block.sampleCount, sampleRate: block.format.sampleRate,
            now: now, isStampTrusted: isStampTrusted)
        switch placement {
        case .contiguous: resample(block, from: 0)
        case .restart(let silence, let skip):
            endRun(at: end)
            if skip > 0 { noteOverlap(skip) }
            // Before its first sound a microphone has not lost anything.
            writeSilence(silence, isLoss: hasSound)
            resample(block, from: skip)
        case .overlapped: noteOverlap(block.sampleCount)
        case .unusable, nil: ledger.add(.corrupt)
        }
    }

    /// One resampler per input format; false where there is none for it. What the old one holds comes out first.
    private func prepareResampler(for source: SoundFormat) -> Bool {
        if let resampler, resampler.source == source { return true }
        guard let opened = try? SoundResampler(from: source, to: format) else { return false }
        if let running { endRun(at: running.timeline.end) }
        running?.timeline.endRun()
        resampler = opened
        return true
    }

    private func resample(_ block: SoundBlock, from offset: Int) {
        guard let running, let resampler else { return }
        (hasSound, isInGap) = (true, false)
        do {
            try resampler.setCorrection(running.timeline.correction)
            try resampler.convert(block, from: offset) { running.write($0) }
            self.running?.settle(resampler)
        } catch {
            ledger.add(.corrupt)
            // What it should have given stays silent; the next block begins anew, with another resampler.
            running.writeSilence(max(0, running.timeline.end - running.writer.position))
            self.running?.timeline.endRun()
            self.resampler = nil
        }
    }

    /// Lets out what the resampler's filter holds: the run ends here, at program sample `end`.
    private func endRun(at end: Int64) {
        guard let running, let resampler, resampler.inputCount > 0 else { return }
        do {
            try resampler.finish { running.write($0) }
        } catch {
            ledger.add(.corrupt)
            self.resampler = nil
        }
        // A resampler that failed has left a hole; what follows keeps its place all the same.
        running.writeSilence(max(0, end - running.writer.position))
    }

    private func fillByClock(_ now: HostTime) {
        // Nothing came that could have settled it.
        if let due = running?.timeline.nextDue, now >= due { settleDoubt(now: now) }
        let end = running?.timeline.end ?? 0
        guard let due = running?.timeline.takeDueSilence(now: now), due > 0 else { return }
        endRun(at: end)
        writeSilence(due, isLoss: true)
    }

    private func finish() {
        if let running { endRun(at: running.timeline.end) }
        if let padding = running?.timeline.takePadding() { running?.writeSilence(padding) }
        output.close()
    }

    private func writeSilence(_ count: Int64, isLoss: Bool) {
        guard let running, count > 0 else { return }
        running.writeSilence(count)
        guard isLoss else { return }
        statistics.silentSamples += count
        if !isInGap { statistics.gaps += 1 }
        isInGap = true
    }

    private func noteOverlap(_ samples: Int) {
        ledger.add(.overlapped)
        statistics.overlappedSamples += Int64(samples)
    }

    private func report() {
        statistics.blocks = running?.writer.blocks ?? 0
        statistics.pictureDelay = running?.timeline.pictureDelay
        statistics.drift = -(running?.timeline.drift.rate ?? 0) * 1e6
        statistics.correction = (running?.timeline.correction ?? 0) * 1e6
        statistics.positionError = (running?.timeline.distance ?? 0) * 1e3
        meter.set(statistics)
    }
}
