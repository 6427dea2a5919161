/// A block of sound that is being made. It has one owner and cannot be copied; `freeze()` turns it into a `SoundBlock`.
public struct MutableSoundBlock: ~Copyable, Sendable {
    package let buffer: SoundBuffer
    /// When the first sample was captured, on the host clock.
    public var captureTime: HostTime
    /// Samples per channel; at most `capacity`.
    public private(set) var sampleCount: Int

    package init(buffer: SoundBuffer, captureTime: HostTime, sampleCount: Int) {
        self.buffer = buffer
        self.captureTime = captureTime
        self.sampleCount = sampleCount
    }

    /// Sample rate and channels.
    public var format: SoundFormat { buffer.format }
    /// The most samples per channel.
    public var capacity: Int { buffer.capacity }

    /// Shortens or lengthens the block; clamped to 0…`capacity`. Samples beyond the old end are whatever was there.
    public mutating func setSampleCount(_ count: Int) { sampleCount = min(max(count, 0), capacity) }

    /// Calls `body` with the samples of channel `index`, to be read and written in place.
    ///
    /// - Precondition: `index` is below `format.channels`.
    public mutating func withMutableChannel<Result>(
        _ index: Int, _ body: (UnsafeMutableBufferPointer<Float>) throws -> Result
    ) rethrows -> Result {
        precondition((0..<format.channels).contains(index), "the block has no channel \(index)")
        return try body(UnsafeMutableBufferPointer(start: buffer.channel(index), count: sampleCount))
    }

    /// Ends the making: from here on the block is immutable and may be shared.
    public consuming func freeze() -> SoundBlock {
        SoundBlock(buffer: buffer, captureTime: captureTime, sampleCount: sampleCount)
    }
}
