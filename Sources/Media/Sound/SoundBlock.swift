/// A finished block of sound: immutable, counted, shared freely between threads.
public struct SoundBlock: Sendable {
    package let buffer: SoundBuffer
    /// When the first sample was captured, on the host clock.
    public let captureTime: HostTime
    /// Samples per channel.
    public let sampleCount: Int

    package init(buffer: SoundBuffer, captureTime: HostTime, sampleCount: Int) {
        self.buffer = buffer
        self.captureTime = captureTime
        self.sampleCount = sampleCount
    }

    /// Sample rate and channels.
    public var format: SoundFormat { buffer.format }

    /// Calls `body` with the samples of channel `index`, to be read.
    ///
    /// - Precondition: `index` is below `format.channels`.
    public func withChannel<Result>(_ index: Int, _ body: (UnsafeBufferPointer<Float>) throws -> Result) rethrows
        -> Result
    {
        precondition((0..<format.channels).contains(index), "the block has no channel \(index)")
        defer { buffer.endRead() }
        return try body(UnsafeBufferPointer(start: buffer.channel(index), count: sampleCount))
    }
}
