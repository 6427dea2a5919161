import OnAirMedia

/// Decides where captured sound goes on the program's sample timeline. A pure value: no clock, no samples.
///
/// Sample n of the program lies n / rate after the epoch. Sound captured at host time t belongs at
/// (t − epoch) + picture delay. The first block of a *run* is placed there; the blocks after it follow by counting
/// samples, so that neither jitter in their stamps nor rounding moves them, for hours. A stamp that is further from
/// where the count expects it than the tolerance starts a new run at its own place: what lies between is silence, what
/// is already taken is cut.
///
/// The tolerance is half the length of the block, but at least 5 and at most 20 ms: a lost block is always seen.
public struct SoundTimeline: Equatable, Sendable {
    /// Samples per channel in a block of the program.
    public static let blockSize: Int64 = 1024
    /// How long a place waits for its sound before it becomes silence.
    public static let patience = MediaTime.milliseconds(200)
    /// A stamp this far in the future is no stamp.
    static let largestLead = MediaTime.milliseconds(200)

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

        /// When the sample after the last one is due.
        var expected: HostTime { origin.advanced(by: MediaTime(value: taken, timescale: rate)) }

        func end(atRate programRate: Int64) -> Int64 { position + (taken * programRate + rate - 1) / rate }
    }

    /// Samples per second of the program.
    public let sampleRate: Int
    /// The program's time zero.
    public let epoch: HostTime
    /// Program time minus capture time.
    public private(set) var pictureDelay: MediaTime
    /// The first program sample that nothing has been decided for. Everything before it is sound or silence.
    public private(set) var end: Int64
    private var run: Run?

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
    public mutating func place(
        captureTime: HostTime, sampleCount: Int, sampleRate: Int, now: HostTime
    ) -> Placement {
        guard sampleRate > 0, sampleCount > 0, captureTime <= now.advanced(by: Self.largestLead) else {
            return .unusable
        }
        let rate = Int64(sampleRate)
        if var current = run, current.rate == rate,
            abs(captureTime.nanoseconds(since: current.expected))
                <= Self.toleranceNanoseconds(sampleCount: sampleCount, sampleRate: rate)
        {
            current.taken += Int64(sampleCount)
            end = current.end(atRate: Int64(self.sampleRate))
            run = current
            return .contiguous
        }
        let place = sample(at: captureTime)
        let missing = max(0, end - place)
        // Rounded up: what is taken twice is worse than a fraction of a sample left out.
        let skip = (missing * rate + Int64(self.sampleRate) - 1) / Int64(self.sampleRate)
        guard skip < Int64(sampleCount) else { return .overlapped }
        let silence = max(0, place - end)
        let start = Run(
            origin: captureTime.advanced(by: MediaTime(value: skip, timescale: rate)), position: end + silence,
            rate: rate, taken: Int64(sampleCount) - skip)
        end = start.end(atRate: Int64(self.sampleRate))
        run = start
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

    /// How far a block's stamp may be from where counting expects it.
    static func toleranceNanoseconds(sampleCount: Int, sampleRate: Int64) -> Int64 {
        let half = Int64(sampleCount) * 500_000_000 / sampleRate
        return min(max(half, 5_000_000), 20_000_000)
    }

    /// Where sound captured at `time` belongs.
    private func sample(at time: HostTime) -> Int64 {
        (time.time(since: epoch) + pictureDelay).value(inTimescale: Int64(sampleRate))
    }

    /// The sample whose patience ends at `now`.
    private func dueSample(_ now: HostTime) -> Int64 {
        (now.time(since: epoch) + pictureDelay - Self.patience).value(inTimescale: Int64(sampleRate))
    }
}
