import OnAirMedia

/// Makes blocks of 10 ms with smooth times out of the pieces in which a sound server or a card hands its sound over. No
/// thread, no clock.
///
/// A block's time is the sample clock's, but from one block to the next it moves by no more than 2 % against the count
/// of its samples, so that it never goes back. Where more than 40 ms of sound are missing, the block that is being
/// filled ends early and the next one begins at its own time; where there is that much too much, what lies before the
/// end of the last block is left out.
///
/// A source that gathers more sound than anybody waits for, 2 s at a time, say, and cannot be asked for less, is heard
/// all the same: what it gives at one time counts as captured from then on, so its sound is late by what it gathers,
/// always by as much. Its blocks have times to come, and are to be kept until then.
package struct SoundAssembler: ~Copyable {
    /// What has happened to the sound.
    package struct Losses: Equatable, Sendable {
        /// Samples that were lost before they came here.
        package var missing: Int64 = 0
        /// Samples for a time that had its sound already.
        package var repeated: Int64 = 0
        /// Blocks that nobody took in time.
        package var overrun: Int64 = 0
        /// Blocks that found no free one in the pool.
        package var poolEmpty: Int64 = 0

        package init() {}
    }

    /// The clock's age, in seconds, before which its times are still off by pieces of sound.
    private static let settling = 0.1
    /// Sound older than this when the first of it comes is history that nobody waits for, in nanoseconds.
    private static let oldest: Int64 = 200_000_000
    /// A source that gathers more than this is too late for those who listen: what they wait for, less what a machine
    /// is late by.
    package static let longestGathering = MediaTime.milliseconds(150)
    /// How often the clock of a source that gathers is set, in nanoseconds.
    private static let gatheredPeriod: Int64 = 100_000_000
    /// A difference that is no jitter, in nanoseconds.
    private static let jump: Int64 = 40_000_000

    package let format: SoundFormat
    package private(set) var losses = Losses()
    package private(set) var clock: SampleClock
    private let pool: SoundPool
    private let blockLength: Int
    /// The block that is being filled; nil where none is or the pool had none.
    private var block: MutableSoundBlock?
    private var blockTime: HostTime?
    private var filled = 0
    /// Samples taken so far, holes counted.
    private var index: Int64 = 0
    /// How long the source keeps sound at least, in nanoseconds.
    private var latency: Int64?
    /// The end of what has been given; nil before the first.
    private var end: HostTime?
    /// Whether the next block follows the last one without a hole.
    private var isContiguous = false
    private var isWanted = false
    /// Whether the source gathers longer than anybody waits.
    package private(set) var isGathered = false
    private var gatheredArrival: HostTime?

    /// - Parameter poolCapacity: blocks that may be on their way at one time.
    package init(format: SoundFormat, poolCapacity: Int) {
        self.format = format
        clock = SampleClock(sampleRate: format.sampleRate)
        blockLength = max(1, format.sampleRate / 100)
        pool = SoundPool(format: format, blockCapacity: blockLength, capacity: poolCapacity)
    }

    /// From here on blocks are wanted. Before, sound only sets the clock, unless the source gathers it: then what has
    /// come is that of the next seconds, and blocks are made.
    package mutating func begin() { isWanted = true }

    /// Takes a piece of sound.
    ///
    /// - Parameters:
    ///   - samples: interleaved 32-bit float; empty for a hole.
    ///   - frameCount: samples per channel.
    ///   - arrivedCount: those and all that have arrived behind them.
    ///   - arrival: when that was noticed.
    ///   - sourceLatency: how long the source kept its sound when it was last asked; the least answer counts, for the
    ///     others include what had gathered meanwhile.
    ///   - gathering: how much sound the source gathers before it gives any.
    ///   - finished: gets each block as it gets full.
    package mutating func append(
        _ samples: UnsafeRawBufferPointer, frameCount: Int, arrivedCount: Int, arrival: HostTime,
        sourceLatency: MediaTime?, gathering: MediaTime = .zero, finished: (SoundBlock) -> Void
    ) {
        guard frameCount > 0 else { return }
        if gathering > Self.longestGathering { isGathered = true }
        if isGathered {
            followGathered(arrival)
        } else {
            if let told = sourceLatency?.nanoseconds { latency = min(latency ?? told, told) }
            _ = clock.arrived(arrival, before: index + Int64(max(frameCount, arrivedCount)))
        }
        defer { index += Int64(frameCount) }
        guard isWanted || isGathered else { return }
        guard samples.count >= frameCount * format.channels * MemoryLayout<Float>.size else {
            losses.missing += Int64(frameCount)
            breakOff(finished)
            return
        }
        if end == nil {
            // A few blocks less at the start are better than times that have to be mended.
            guard isGathered || clock.age >= Self.settling else { return }
            end = time(ofSample: index, atLeast: arrival.advanced(byNanoseconds: -Self.oldest))
        }
        var offset = 0
        while offset < frameCount {
            if blockTime == nil, !beginBlock(at: index + Int64(offset)) {
                offset += skip(frameCount - offset, from: index + Int64(offset))
                continue
            }
            let count = min(frameCount - offset, blockLength - filled)
            fill(from: samples, offset: offset, count: count)
            offset += count
            filled += count
            if filled == blockLength { endBlock(finished) }
        }
    }

    /// Says that what comes next was captured from `time` on, and what lies before is lost: its source has stopped and
    /// begun again. A time that the sound had reached already, and any before the first sound, says nothing.
    package mutating func lose(until time: HostTime, finished: (SoundBlock) -> Void) {
        guard let known = clock.time(ofSample: index) else { return }
        let missing = Int(clamping: samples(in: time.nanoseconds(since: known)))
        append(
            UnsafeRawBufferPointer(start: nil, count: 0), frameCount: missing, arrivedCount: missing, arrival: time,
            sourceLatency: nil, finished: finished)
    }

    /// Sets the clock by the sound that comes when what came before it is over, which then counts as captured at once.
    /// What comes ahead of its time says nothing. Sound that comes later than anybody waits begins anew: it is heard too.
    private mutating func followGathered(_ arrival: HostTime) {
        guard let due = clock.time(ofSample: index) else { return setGathered(arrival) }
        let late = arrival.nanoseconds(since: due)
        if late > Self.longestGathering.nanoseconds {
            clock = SampleClock(sampleRate: format.sampleRate)
            setGathered(arrival)
        } else if late > -Self.jump,
            gatheredArrival.map({ arrival.nanoseconds(since: $0) >= Self.gatheredPeriod }) ?? true
        {
            setGathered(arrival)
        }
    }

    private mutating func setGathered(_ arrival: HostTime) {
        _ = clock.arrived(arrival, before: index)
        gatheredArrival = arrival
    }

    /// When a sample was captured: the clock tells when it arrives at the promptest.
    private func time(ofSample index: Int64) -> HostTime {
        (clock.time(ofSample: index) ?? HostTime(nanoseconds: 0)).advanced(byNanoseconds: -(latency ?? 0))
    }

    private func time(ofSample index: Int64, atLeast floor: HostTime) -> HostTime { max(time(ofSample: index), floor) }

    /// Begins a block with sample `index`; false where that lies well before the end of what has been given.
    private mutating func beginBlock(at index: Int64) -> Bool {
        let measured = time(ofSample: index)
        let end = end ?? measured
        let lead = measured.nanoseconds(since: end)
        if lead < (isContiguous ? -Self.jump : 0) {
            isContiguous = false
            return false
        }
        var time = measured
        if isContiguous, lead <= Self.jump {
            // 0.2 ms a block: more than any crystal needs, less than anybody sees.
            let limit = duration(blockLength) / 50
            time = end.advanced(byNanoseconds: min(max(lead, -limit), limit))
        } else if isContiguous {
            losses.missing += samples(in: lead)
        }
        isContiguous = true
        (blockTime, filled) = (time, 0)
        block = pool.take(captureTime: time, sampleCount: blockLength)
        return true
    }

    /// How many of the next `count` samples to leave out, at least one, so that time comes to the end of what has been
    /// given.
    private mutating func skip(_ count: Int, from index: Int64) -> Int {
        let lead = (end ?? time(ofSample: index)).nanoseconds(since: time(ofSample: index))
        let skipped = min(max(1, samples(in: lead)), Int64(count))
        losses.repeated += skipped
        return Int(skipped)
    }

    private mutating func fill(from samples: UnsafeRawBufferPointer, offset: Int, count: Int) {
        guard var block = block.take() else { return }
        let (channels, start) = (format.channels, filled)
        for channel in 0..<channels {
            block.withMutableChannel(channel) { plane in
                for frame in 0..<count {
                    let place = ((offset + frame) * channels + channel) * MemoryLayout<Float>.size
                    plane[start + frame] = samples.loadUnaligned(fromByteOffset: place, as: Float.self)
                }
            }
        }
        self.block = consume block
    }

    private mutating func endBlock(_ finished: (SoundBlock) -> Void) {
        guard let time = blockTime else { return }
        end = time.advanced(byNanoseconds: duration(filled))
        blockTime = nil
        guard var block = block.take() else {
            losses.poolEmpty += 1
            return
        }
        block.setSampleCount(filled)
        finished(block.freeze())
    }

    /// The next block does not follow this one.
    private mutating func breakOff(_ finished: (SoundBlock) -> Void) {
        if filled > 0 { endBlock(finished) }
        blockTime = nil
        isContiguous = false
    }

    private func duration(_ count: Int) -> Int64 {
        MediaTime(value: Int64(count), timescale: Int64(format.sampleRate)).nanoseconds
    }

    private func samples(in nanoseconds: Int64) -> Int64 {
        MediaTime.nanoseconds(nanoseconds).value(inTimescale: Int64(format.sampleRate))
    }
}
