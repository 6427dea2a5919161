import CFFmpeg
import OnAirMedia

/// Turns planar float sound of one rate and layout into another, block after block, by libswresample, and stretches it by
/// up to a thousandth where the source's clock is not what it says.
///
/// Belongs to one stage. The first sample out lies at the time of the first sample in, and sample k out at
/// k / target rate after it, for ever: what the filter looks ahead is a delay until samples come out, not a shift.
/// N samples in give exactly ⌈N · target rate / source rate⌉ out once finished. Mono becomes stereo at equal level,
/// stereo becomes mono as half the sum, equal rates pass untouched. Allocates nothing once warm.
///
/// From the first `setCorrection` on, the ratio may change between blocks without a click or a shift: `pending` then
/// says to a fraction of a sample where the sound taken in ends, and that is what the next decision goes by.
public final class SoundResampler {
    /// Format of what goes in.
    public let source: SoundFormat
    /// Format of what comes out.
    public let target: SoundFormat
    /// Samples taken in since the start or the last `finish`.
    public private(set) var inputCount: Int64 = 0
    /// Samples given out since the start or the last `finish`.
    public private(set) var outputCount: Int64 = 0
    /// By how much sound is made longer, as a fraction: 100e-6 makes a million samples 100 longer.
    public private(set) var correction = 0.0
    /// Whether the ratio is one that was set. Once it was, it stays so, with a correction of 0 too.
    public private(set) var isCorrecting = false

    /// The largest correction either way, as a fraction.
    public static let largestCorrection = 1e-3

    private static let chunk = 1024
    private static let silence: [Float] = Array(repeating: 0, count: 64)
    /// nil where samples pass as they are.
    private var handle: SwrHandle?
    private let scratch: SoundScratch
    private var recent: RecentSound
    /// Samples still to come out of the filter that have been given out already.
    private var repeated = 0

    /// Opens a conversion between rates of 4 to 192 kHz and one or two channels.
    public init(from source: SoundFormat, to target: SoundFormat) throws(FFmpegError) {
        for format in [source, target] {
            guard (4_000...192_000).contains(format.sampleRate), (1...2).contains(format.channels) else {
                throw FFmpegError(
                    .resampling, "Sound at \(format.sampleRate) Hz with \(format.channels) channels is not supported.",
                    advice: "Use 4000 to 192000 Hz, mono or stereo.")
            }
        }
        self.source = source
        self.target = target
        let handle =
            source == target
            ? nil : try Self.open(from: source, to: target, isAdjustable: source.sampleRate != target.sampleRate)
        self.handle = handle
        scratch = SoundScratch(
            channels: target.channels, capacity: (handle?.capacity(forInput: Self.chunk) ?? Self.chunk) + 256)
        recent = RecentSound(channels: source.channels)
    }

    /// How many samples come out after `outputCount` for what has been taken in: exact, and 0 where nothing is inside.
    public var pending: Double {
        guard isCorrecting, let handle else {
            let (rateOut, rateIn) = (Int64(target.sampleRate), Int64(source.sampleRate))
            return Double(inputCount * rateOut - outputCount * rateIn) / Double(rateIn)
        }
        // Picoseconds: half a nanosecond of doubt would be more than the filter's own noise at 10 kHz.
        let inside = Double(handle.delay(inBase: 1_000_000_000_000)) / 1e12
        return inside * Double(target.sampleRate) * (1 + correction) - Double(repeated)
    }

    /// How many samples `finish` would give out.
    public var pendingCount: Int64 {
        guard isCorrecting else {
            let (rateOut, rateIn) = (Int64(target.sampleRate), Int64(source.sampleRate))
            return (inputCount * rateOut + rateIn - 1) / rateIn - outputCount
        }
        // What is above a whole sample by less than arithmetic is worth is that sample.
        return max(0, Int64((pending - 1e-6).rounded(.up)))
    }

    /// How much sound has been taken in and has not come out yet.
    public var delay: MediaTime {
        guard isCorrecting else {
            return MediaTime(value: inputCount, timescale: Int64(source.sampleRate))
                - MediaTime(value: outputCount, timescale: Int64(target.sampleRate))
        }
        return .nanoseconds(Int64(pending * 1e9 / Double(target.sampleRate)))
    }

    /// Stretches what is taken in from here on by the fraction `ratio`, within ±`largestCorrection`.
    ///
    /// Where samples passed untouched so far, a filter is opened and fed the last ones again, so that it goes on where
    /// they ended; 0 opens nothing.
    public func setCorrection(_ ratio: Double) throws(FFmpegError) {
        guard ratio != correction, ratio.isFinite else { return }
        if !isCorrecting {
            if source.sampleRate == target.sampleRate { try openFilter() }
            isCorrecting = true
        }
        correction = min(max(ratio, -Self.largestCorrection), Self.largestCorrection)
    }

    /// Takes in `block` from sample `offset` on; `body` receives what comes out, in pieces.
    ///
    /// - Throws: `FFmpegError` of kind `mismatch` when the block is not in the source format.
    public func convert(_ block: SoundBlock, from offset: Int = 0, _ body: (ResampledSound) -> Void) throws(FFmpegError)
    {
        guard block.format == source else {
            throw FFmpegError(
                .mismatch, "A block at \(block.format.sampleRate) Hz came to a resampler for \(source.sampleRate) Hz.",
                advice: "Open a resampler for the block's format.")
        }
        let (left, right) = (block.buffer.channel(0), block.buffer.channel(source.channels - 1))
        var position = max(0, offset)
        while position < block.sampleCount {
            let count = min(Self.chunk, block.sampleCount - position)
            inputCount += Int64(count)
            try withExtendedLifetime(block) { () throws(FFmpegError) in
                try take(left + position, right + position, count, body)
            }
            position += count
        }
    }

    /// Gives out what the filter still holds and starts anew: the next block begins another piece of sound.
    public func finish(_ body: (ResampledSound) -> Void) throws(FFmpegError) {
        if let handle {
            // Silence pushes the rest out: the library's own flush mirrors the end, and gives nothing for short pieces.
            let end = outputCount + pendingCount
            var turns = 0
            while outputCount < end, turns < 100 {
                scratch.ensure(handle.capacity(forInput: Self.silence.count))
                let count = try Self.silence.withUnsafeBufferPointer { zeros throws(FFmpegError) -> Int in
                    guard let base = zeros.baseAddress else { return 0 }
                    return try handle.convert((base, base), count: zeros.count, into: scratch)
                }
                give(count, upTo: end, body)
                turns += 1
            }
            try handle.restart()
        }
        recent.removeAll()
        (inputCount, outputCount, repeated) = (0, 0, 0)
    }

    private func take(
        _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ count: Int, _ body: (ResampledSound) -> Void
    ) throws(FFmpegError) {
        if !isCorrecting, source.sampleRate == target.sampleRate { recent.append(left, right, count: count) }
        guard let handle else {
            outputCount += Int64(count)
            body(ResampledSound(count: count, channels: (left, right)))
            return
        }
        if isCorrecting { try handle.adjust(correction) }
        scratch.ensure(handle.capacity(forInput: count))
        let made = try handle.convert((left, right), count: count, into: scratch)
        give(made, upTo: isCorrecting ? .max : outputCount + pendingCount, body)
    }

    private func give(_ made: Int, upTo end: Int64, _ body: (ResampledSound) -> Void) {
        let known = min(made, repeated)
        repeated -= known
        let count = Int(min(Int64(made - known), end - outputCount))
        guard count > 0 else { return }
        outputCount += Int64(count)
        let channels = (scratch.channel(0) + known, scratch.channel(target.channels - 1) + known)
        body(ResampledSound(count: count, channels: (UnsafePointer(channels.0), UnsafePointer(channels.1))))
    }

    /// Puts a filter where samples passed untouched, in the state it would have if it had always been there.
    private func openFilter() throws(FFmpegError) {
        let opened = try Self.open(from: source, to: target, isAdjustable: true)
        repeated = recent.count
        if recent.count > 0 {
            scratch.ensure(opened.capacity(forInput: recent.count))
            let made = try recent.withChannels { channels throws(FFmpegError) in
                try opened.convert(channels, count: recent.count, into: scratch)
            }
            repeated -= made
        }
        handle = opened
    }

    private static func open(from source: SoundFormat, to target: SoundFormat, isAdjustable: Bool) throws(FFmpegError)
        -> SwrHandle
    {
        let matrix: [Double] =
            switch (source.channels, target.channels) {
            case (1, 2): [1, 1]
            case (2, 1): [0.5, 0.5]
            case (2, 2): [1, 0, 0, 1]
            default: [1]
            }
        return try SwrHandle(
            from: .planarFloat(rate: source.sampleRate, channels: source.channels),
            to: .planarFloat(rate: target.sampleRate, channels: target.channels), matrix: matrix,
            isAdjustable: isAdjustable)
    }
}
