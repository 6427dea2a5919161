import OnAirMedia

/// Decides where captured sound goes on the program's sample timeline. A pure value: no clock, no samples.
///
/// Sample n of the program lies n / rate after the epoch. Sound captured at host time t belongs at
/// (t − epoch) + picture delay. The first block of a *run* is placed there; the blocks after it follow by counting
/// samples, so that neither jitter in their stamps nor rounding moves them, for hours. No source's clock is the host's:
/// how far counting and stamps drift apart is measured over many blocks, and `correction` says by how much the sound is
/// to be stretched so that it stays in its place without a jump.
///
/// A stamp that is further than the tolerance both from where the measured clock expects it and from where counting
/// has put it starts a new run at its own place: what lies between is silence, what is already taken is cut.
/// The tolerance is half the length of the block, but at least 5 and at most 20 ms: a lost block is always seen.
/// Sound that is more than 20 ms out of its place all the same (a clock that is wrong by more than can be corrected)
/// is put right in the same way, once.
public struct SoundTimeline: Equatable, Sendable {
    /// Samples per channel in a block of the program.
    public static let blockSize: Int64 = 1024
    /// How long a place waits for its sound before it becomes silence.
    public static let patience = MediaTime.milliseconds(200)
    /// A stamp this far in the future is no stamp.
    static let largestLead = MediaTime.milliseconds(200)
    /// What is further out of its place than this many seconds is not stretched back but put right at once.
    static let largestDistance = 0.02

    /// What to do with a block.
    public enum Placement: Equatable, Sendable {
        /// It follows what came before it.
        case contiguous
        /// End what came before; `silence` samples at the program's rate lie between; then the block follows without
        /// its first `skip` samples (at the block's rate).
        case restart(silence: Int64, skip: Int)
        /// All of it lies before the end of what is already taken.
        case overlapped
        /// Its stamp is in the future, or its rate is none.
        case unusable
    }

    /// Blocks placed one after the other by counting.
    private struct Run: Equatable, Sendable {
        /// When the first sample was captured.
        var origin: HostTime
        /// Where the first sample is, at the program's rate.
        var position: Int64
        /// The source's rate.
        var rate: Int64
        /// Samples taken, at the source's rate.
        var taken: Int64
        /// How many of them were there at the last stamp.
        var observed: Int64 = 0
        /// Samples that correction has added, at the program's rate; exactly 0 while there was none.
        var stretch = 0.0

        /// When the sample after the last one is due by counting.
        var expected: HostTime { origin.advanced(by: MediaTime(value: taken, timescale: rate)) }

        func end(atRate programRate: Int64) -> Int64 {
            guard stretch != 0 else { return position + (taken * programRate + rate - 1) / rate }
            return position + Int64((counted(atRate: programRate) + stretch).rounded(.up))
        }

        /// The program samples that all that was taken amounts to without correction.
        func counted(atRate programRate: Int64) -> Double { Double(taken * programRate) / Double(rate) }
    }

    /// Samples per second of the program.
    public let sampleRate: Int
    /// The program's time zero.
    public let epoch: HostTime
    /// Program time minus capture time.
    public private(set) var pictureDelay: MediaTime
    /// The first program sample that nothing has been decided for. Everything before it is sound or silence.
    public private(set) var end: Int64
    /// The source's clock against the host's.
    public private(set) var drift = ClockDrift()
    private var control = DriftCorrection()
    private var run: Run?
    /// The rate that `drift` was measured at.
    private var driftRate: Int64 = 0

    /// A timeline that begins at `epoch`; where `now` is well past it, at a multiple of `blockSize` so shortly before
    /// `now` that no sound that can still come is missed.
    public init(sampleRate: Int, epoch: HostTime, pictureDelay: MediaTime, now: HostTime) {
        self.sampleRate = sampleRate
        self.epoch = epoch
        self.pictureDelay = pictureDelay
        end = 0
        end = max(0, dueSample(now) / Self.blockSize * Self.blockSize)
    }

    /// Says that the picture delay has become known, or another: the next block finds its place anew.
    public mutating func setPictureDelay(_ delay: MediaTime) {
        guard delay != pictureDelay else { return }
        pictureDelay = delay
        run = nil
    }

    /// Says that the next block does not follow the ones before it: it finds its place by its stamp.
    public mutating func endRun() { run = nil }

    /// Decides where a block goes, and takes it.
    ///
    /// - Parameters:
    ///   - captureTime: when its first sample was captured.
    ///   - sampleCount: its samples per channel.
    ///   - sampleRate: its own rate.
    ///   - now: the present; no sound comes from the future.
    ///   - isStampTrusted: false for a block that is known to follow the ones before it, whatever its stamp says.
    public mutating func place(
        captureTime: HostTime, sampleCount: Int, sampleRate: Int, now: HostTime, isStampTrusted: Bool = true
    ) -> Placement {
        guard sampleRate > 0, sampleCount > 0,
            !isStampTrusted || captureTime <= now.advanced(by: Self.largestLead)
        else { return .unusable }
        let rate = Int64(sampleRate)
        forgetDrift(unlessAt: rate)
        guard var current = run, !isStampTrusted || follows(current, captureTime, sampleCount: sampleCount) else {
            return restart(captureTime: captureTime, sampleCount: sampleCount, rate: rate)
        }
        if isStampTrusted {
            observe(captureTime, in: &current)
            guard abs(distance(in: current)) <= Self.largestDistance else {
                // Where the measured clock says, not where one stamp does.
                let measured = current.expected.advanced(byNanoseconds: Int64(drift.offset * 1e9))
                return restart(captureTime: measured, sampleCount: sampleCount, rate: rate)
            }
        }
        control.advance(
            distance: distance(in: current), uncertainty: drift.uncertainty, rate: drift.rate,
            elapsed: Double(sampleCount) / Double(rate))
        take(sampleCount, in: &current)
        return .contiguous
    }

    /// By how much the block placed last is to be stretched: 100e-6 makes a million samples 100 longer. Exactly 0 while
    /// the source's clock is not known to be wrong; within ±`DriftCorrection.limit`.
    public var correction: Double { control.ratio }

    /// Seconds that the sound placed last lies before the place that the measured clock gives it.
    public var distance: Double { run.map(distance(in:)) ?? 0 }

    /// Says where the sound placed last really ends: a resampler's ratio is not exactly the one it was told.
    ///
    /// - Parameters:
    ///   - end: the first program sample after it.
    ///   - exactEnd: the same before it was rounded up.
    public mutating func settle(end: Int64, exactEnd: Double) {
        guard let current = run else { return }
        self.end = end
        run?.stretch = exactEnd - Double(current.position) - current.counted(atRate: Int64(sampleRate))
    }

    /// Another rate is another clock, as far as anybody knows.
    private mutating func forgetDrift(unlessAt rate: Int64) {
        guard rate != driftRate else { return }
        (drift, control, driftRate, run) = (ClockDrift(), DriftCorrection(), rate, nil)
    }

    /// Whether a block is the one after what was placed last and `held` more samples; nil where nothing can follow
    /// because nothing of its rate was placed before it.
    public func follows(captureTime: HostTime, sampleCount: Int, sampleRate: Int, after held: Int = 0) -> Bool? {
        guard let run, run.rate == Int64(sampleRate) else { return nil }
        return follows(run, captureTime, sampleCount: sampleCount, after: Double(held) / Double(run.rate))
    }

    private func follows(_ run: Run, _ captureTime: HostTime, sampleCount: Int, after held: Double = 0) -> Bool {
        let tolerance = Self.tolerance(sampleCount: sampleCount, sampleRate: run.rate)
        let late = Double(captureTime.nanoseconds(since: run.expected)) / 1e9 - held
        return abs(late - drift.offset(after: elapsed(in: run) + held)) <= tolerance
            || abs(late - run.stretch / Double(sampleRate)) <= tolerance
    }

    private mutating func observe(_ captureTime: HostTime, in run: inout Run) {
        drift.observe(Double(captureTime.nanoseconds(since: run.expected)) / 1e9, after: elapsed(in: run))
        run.observed = run.taken
    }

    private func elapsed(in run: Run) -> Double { Double(run.taken - run.observed) / Double(run.rate) }

    private func distance(in run: Run) -> Double { drift.offset - run.stretch / Double(sampleRate) }

    private mutating func take(_ sampleCount: Int, in current: inout Run) {
        let programRate = Int64(sampleRate)
        current.taken += Int64(sampleCount)
        current.stretch += correction * Double(Int64(sampleCount) * programRate) / Double(current.rate)
        end = current.end(atRate: programRate)
        run = current
    }

    private mutating func restart(captureTime: HostTime, sampleCount: Int, rate: Int64) -> Placement {
        let place = sample(at: captureTime)
        let missing = max(0, end - place)
        // Rounded up: what is taken twice is worse than a fraction of a sample left out.
        let skip = (missing * rate + Int64(self.sampleRate) - 1) / Int64(self.sampleRate)
        guard skip < Int64(sampleCount) else { return .overlapped }
        let silence = max(0, place - end)
        var start = Run(
            origin: captureTime.advanced(by: MediaTime(value: skip, timescale: rate)), position: end + silence,
            rate: rate, taken: 0)
        drift.beginRun()
        take(sampleCount - Int(skip), in: &start)
        return .restart(silence: silence, skip: Int(skip))
    }

    /// How many samples of silence are due at `now` because no sound came: up to the end of the last whole block whose
    /// patience is over. Counts them as taken; 0 when nothing is due.
    public mutating func takeDueSilence(now: HostTime) -> Int64 {
        let due = dueSample(now) / Self.blockSize * Self.blockSize
        guard due > end else { return 0 }
        defer { end = due }
        run = nil
        return due - end
    }

    /// How many samples of silence fill the block that `end` lies in. Counts them as taken.
    public mutating func takePadding() -> Int64 {
        let padding = (Self.blockSize - end % Self.blockSize) % Self.blockSize
        end += padding
        run = nil
        return padding
    }

    /// When the block that `end` lies in becomes silence if nothing comes.
    public var nextDue: HostTime {
        let boundary = (end / Self.blockSize + 1) * Self.blockSize
        return captureTime(ofSample: boundary).advanced(by: Self.patience).advanced(byNanoseconds: 1)
    }

    /// When program sample `index` is captured.
    public func captureTime(ofSample index: Int64) -> HostTime {
        epoch.advanced(by: MediaTime(value: index, timescale: Int64(sampleRate)) - pictureDelay)
    }

    /// How many seconds a block's stamp may be from where it is expected.
    static func tolerance(sampleCount: Int, sampleRate: Int64) -> Double {
        min(max(Double(sampleCount) / Double(sampleRate) / 2, 5e-3), 20e-3)
    }

    /// Where sound captured at `time` belongs.
    func sample(at time: HostTime) -> Int64 {
        (time.time(since: epoch) + pictureDelay).value(inTimescale: Int64(sampleRate))
    }

    /// The sample whose patience ends at `now`.
    private func dueSample(_ now: HostTime) -> Int64 {
        (now.time(since: epoch) + pictureDelay - Self.patience).value(inTimescale: Int64(sampleRate))
    }
}
