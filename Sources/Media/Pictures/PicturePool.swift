/// A fixed number of pictures of one format, used again and again.
public final class PicturePool: Sendable {
    /// The format of every picture in the pool.
    public let format: PictureFormat
    private let buffers: ReusePool<PictureBuffer>

    /// A pool of at most `capacity` pictures, each allocated when first needed.
    public init(format: PictureFormat, capacity: Int) {
        self.format = format
        buffers = ReusePool(capacity: capacity) { PictureBuffer(format: format) }
    }

    /// A picture to fill; its pixels are whatever was there before. Nil when all are in use: the caller drops its
    /// newest capture and counts it, and never waits.
    public func take(captureTime: HostTime, sequence: Int64) -> MutablePicture? {
        guard let buffer = buffers.take() else { return nil }
        buffer.beginWrite()
        return MutablePicture(buffer: buffer, captureTime: captureTime, sequence: sequence)
    }

    /// Pictures in use now.
    public var inUse: Int { buffers.inUse }
}
