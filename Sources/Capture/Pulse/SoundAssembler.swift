import OnAirMedia

/// Makes blocks of 10 ms with smooth times out of the pieces in which a server hands its sound over. No thread, no
/// clock.
///
/// A block's time is the sample clock's, but from one block to the next it moves by no more than 2 % against the count
/// of its samples, so that it never goes back. Where sound is missing the block that is being filled ends early and the
/// next one begins at its own time; where there is too much, what lies before the end of the last block is left out.
struct SoundAssembler: ~Copyable {
    /// What has happened to the sound.
    struct Losses: Equatable, Sendable {
        /// Samples that the server lost.
        var missing: Int64 = 0
        /// Samples for a time that had its sound already.
        var repeated: Int64 = 0
        /// Blocks that nobody took in time.
        var overrun: Int64 = 0
        /// Blocks that found no free one in the pool.
        var poolEmpty: Int64 = 0
    }

    /// Sound older than this when the first of it comes is history that nobody waits for.
    private static let oldest = MediaTime.milliseconds(200)
    /// How long the server may keep its latency to itself.
    private static let measurePatience = MediaTime.milliseconds(300)

    let format: SoundFormat
    private(set) var losses = Losses()
    private(set) var clock: SampleClock
    private let pool: SoundPool
    private let blockLength: Int
    /// The block that is being filled; nil where none is or the pool had none.
    private var block: MutableSoundBlock?
    private var filling: HostTime?
    private var filled = 0
    /// Samples taken so far, holes counted.
    private var index: Int64 = 0
    /// Samples until time has come to where sound is wanted again.
    private var surplus: Int64 = 0
    /// The end of what has been given.
    private var end: HostTime?
    /// Whether the next block follows the last one without a hole.
    private var isContiguous = false
    private var isWanted = false
    private var firstCame: HostTime?

    /// - Parameter poolCapacity: blocks that may be on their way at one time.
    init(format: SoundFormat, poolCapacity: Int) {
        self.format = format
        clock = SampleClock(sampleRate: format.sampleRate)
        blockLength = max(1, format.sampleRate / 100)
        pool = SoundPool(format: format, blockCapacity: blockLength, capacity: poolCapacity)
    }

    /// From here on blocks are wanted. Before, sound only sets the clock.
    mutating func begin() { isWanted = true }

    /// Takes a piece of sound.
    ///
    /// - Parameters:
    ///   - samples: interleaved 32-bit float; empty for a hole.
    ///   - frameCount: samples per channel.
    ///   - captureTime: when the first one was captured, as measured.
    ///   - finished: gets each block as it gets full.
    mutating func append(
        _ samples: UnsafeRawBufferPointer, frameCount: Int, captureTime: HostTime?, now: HostTime,
        finished: (SoundBlock) -> Void
    ) {
        guard frameCount > 0, measure(captureTime, frameCount: frameCount, now: now, finished) else { return }
        defer { index += Int64(frameCount) }
        guard isWanted else { return }
        guard samples.count >= frameCount * format.channels * MemoryLayout<Float>.size else {
            losses.missing += Int64(frameCount)
            breakOff(finished)
            return
        }
        if end == nil { leaveOutHistory(now) }
        var offset = Int(min(surplus, Int64(frameCount)))
        surplus -= Int64(offset)
        while offset < frameCount {
            if filling == nil { beginBlock(at: index + Int64(offset)) }
            let count = min(frameCount - offset, blockLength - filled)
            fill(from: samples, offset: offset, count: count)
            offset += count
            filled += count
            if filled == blockLength { endBlock(finished) }
        }
    }

    /// Sets the clock; false while nothing is known of the time.
    private mutating func measure(
        _ captureTime: HostTime?, frameCount: Int, now: HostTime, _ finished: (SoundBlock) -> Void
    ) -> Bool {
        let first = firstCame ?? now
        firstCame = first
        guard let captureTime else {
            guard clock.time(ofSample: index) == nil else { return true }
            guard now.time(since: first) >= Self.measurePatience else { return false }
            // A server that never tells: what has just come was captured just before.
            let length = MediaTime(value: Int64(frameCount), timescale: Int64(format.sampleRate))
            _ = clock.measured(now.advanced(byNanoseconds: -length.nanoseconds), ofSample: index)
            return true
        }
        guard case .jumped(let nanoseconds) = clock.measured(captureTime, ofSample: index) else { return true }
        guard isWanted, end != nil else { return true }
        let ahead = Double(nanoseconds) * Double(format.sampleRate) / 1e9
        if nanoseconds > 0 { losses.missing += Int64(ahead) }
        breakOff(finished)
        // Time went back: this sound lies before the end of what has been given already.
        if let end, let time = clock.time(ofSample: index) {
            surplus = max(0, samples(in: end.nanoseconds(since: time)))
        }
        losses.repeated += surplus
        return true
    }

    private mutating func leaveOutHistory(_ now: HostTime) {
        guard let time = clock.time(ofSample: index) else { return }
        let floor = now.advanced(byNanoseconds: -Self.oldest.nanoseconds)
        surplus = max(0, samples(in: floor.nanoseconds(since: time)))
        end = floor
    }

    private func samples(in nanoseconds: Int64) -> Int64 {
        MediaTime.nanoseconds(nanoseconds).value(inTimescale: Int64(format.sampleRate))
    }

    private mutating func beginBlock(at index: Int64) {
        var time = clock.time(ofSample: index) ?? HostTime(nanoseconds: 0)
        if let end {
            let limit = duration(blockLength) / 50
            // 0.2 ms a block: more than any crystal needs, less than anybody sees.
            let lead = min(max(time.nanoseconds(since: end), isContiguous ? -limit : 0), isContiguous ? limit : .max)
            time = end.advanced(byNanoseconds: lead)
        }
        isContiguous = true
        (filling, filled) = (time, 0)
        block = pool.take(captureTime: time, sampleCount: blockLength)
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
        guard let time = filling else { return }
        end = time.advanced(byNanoseconds: duration(filled))
        filling = nil
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
        filling = nil
        isContiguous = false
    }

    private func duration(_ count: Int) -> Int64 {
        MediaTime(value: Int64(count), timescale: Int64(format.sampleRate)).nanoseconds
    }
}
