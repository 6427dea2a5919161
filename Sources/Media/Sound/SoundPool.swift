/// A fixed number of sound blocks of one format, used again and again.
public final class SoundPool: Sendable {
    /// The format of every block in the pool.
    public let format: SoundFormat
    /// The most samples per channel in a block.
    public let blockCapacity: Int
    private let buffers: ReusePool<SoundBuffer>

    /// A pool of at most `capacity` blocks of up to `blockCapacity` samples per channel.
    public init(format: SoundFormat, blockCapacity: Int, capacity: Int) {
        self.format = format
        self.blockCapacity = blockCapacity
        buffers = ReusePool(capacity: capacity) { SoundBuffer(format: format, capacity: blockCapacity) }
    }

    /// A block of `sampleCount` samples to fill (clamped to `blockCapacity`); nil when all are in use.
    public func take(captureTime: HostTime, sampleCount: Int) -> MutableSoundBlock? {
        guard let buffer = buffers.take() else { return nil }
        buffer.beginWrite()
        return MutableSoundBlock(
            buffer: buffer, captureTime: captureTime, sampleCount: min(max(sampleCount, 0), blockCapacity))
    }
}
