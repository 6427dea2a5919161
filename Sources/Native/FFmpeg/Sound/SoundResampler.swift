import CFFmpeg
import OnAirMedia

/// Turns planar float sound of one rate and layout into another, block after block, by libswresample.
///
/// Belongs to one stage. The first sample out lies at the time of the first sample in, and sample k out at
/// k / target rate after it, for ever: what the filter looks ahead is a delay until samples come out, not a shift.
/// N samples in give exactly ⌈N · target rate / source rate⌉ out once finished. Mono becomes stereo at equal level,
/// stereo becomes mono as half the sum. Allocates nothing once warm.
public final class SoundResampler {
    /// Format of what goes in.
    public let source: SoundFormat
    /// Format of what comes out.
    public let target: SoundFormat
    /// Samples taken in since the start or the last `finish`.
    public private(set) var inputCount: Int64 = 0
    /// Samples given out since the start or the last `finish`.
    public private(set) var outputCount: Int64 = 0

    private static let chunk = 1024
    private static let silence: [Float] = Array(repeating: 0, count: 64)
    private let handle: SwrHandle?
    private let scratch: SoundScratch

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
        if source == target {
            handle = nil
            scratch = SoundScratch(channels: target.channels, capacity: 1)
            return
        }
        let matrix: [Double] =
            switch (source.channels, target.channels) {
            case (1, 2): [1, 1]
            case (2, 1): [0.5, 0.5]
            case (2, 2): [1, 0, 0, 1]
            default: [1]
            }
        let handle = try SwrHandle(
            from: .planarFloat(rate: source.sampleRate, channels: source.channels),
            to: .planarFloat(rate: target.sampleRate, channels: target.channels), matrix: matrix)
        self.handle = handle
        scratch = SoundScratch(channels: target.channels, capacity: handle.capacity(forInput: Self.chunk) + 256)
    }

    /// Samples that `inputCount` samples in amount to, at the target rate.
    public var expectedCount: Int64 {
        let (rateOut, rateIn) = (Int64(target.sampleRate), Int64(source.sampleRate))
        return (inputCount * rateOut + rateIn - 1) / rateIn
    }

    /// How much sound has been taken in and has not come out yet.
    public var delay: MediaTime {
        MediaTime(value: inputCount, timescale: Int64(source.sampleRate))
            - MediaTime(value: outputCount, timescale: Int64(target.sampleRate))
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
            var turns = 0
            while outputCount < expectedCount, turns < 100 {
                scratch.ensure(handle.capacity(forInput: Self.silence.count))
                let count = try Self.silence.withUnsafeBufferPointer { zeros throws(FFmpegError) -> Int in
                    guard let base = zeros.baseAddress else { return 0 }
                    return try handle.convert((base, base), count: zeros.count, into: scratch)
                }
                give(count, body)
                turns += 1
            }
            try handle.restart()
        }
        (inputCount, outputCount) = (0, 0)
    }

    private func take(
        _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ count: Int, _ body: (ResampledSound) -> Void
    ) throws(FFmpegError) {
        guard let handle else {
            outputCount += Int64(count)
            body(ResampledSound(count: count, channels: (left, right)))
            return
        }
        scratch.ensure(handle.capacity(forInput: count))
        give(try handle.convert((left, right), count: count, into: scratch), body)
    }

    private func give(_ made: Int, _ body: (ResampledSound) -> Void) {
        let count = Int(min(Int64(made), expectedCount - outputCount))
        guard count > 0 else { return }
        outputCount += Int64(count)
        let channels = (scratch.channel(0), scratch.channel(target.channels - 1))
        body(ResampledSound(count: count, channels: (UnsafePointer(channels.0), UnsafePointer(channels.1))))
    }
}
