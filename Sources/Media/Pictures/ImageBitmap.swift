/// A still picture with opacity in memory, immutable: 8 bits each of blue, green, red and alpha, in this order in
/// memory, colours premultiplied by alpha (Cairo's `ARGB32` on little-endian machines), full-range sRGB codes.
///
/// Unchecked because its memory is written by `init` alone.
public final class ImageBitmap: @unchecked Sendable {
    /// Width and height in pixels; at least 1x1.
    public let size: PictureSize
    /// Bytes from one row to the next: four times the width, rounded up to a multiple of 64.
    public let stride: Int
    private let memory: UnsafeMutableRawPointer

    /// A bitmap that `body` fills; it starts as nothing (all zero: transparent).
    ///
    /// - Parameters:
    ///   - size: at least 1x1.
    ///   - body: given the first pixel; rows are `stride` bytes apart. Colours must be premultiplied.
    public init<Failure: Error>(
        size: PictureSize, _ body: (UnsafeMutablePointer<UInt8>, _ stride: Int) throws(Failure) -> Void
    ) throws(Failure) {
        precondition(size.width >= 1 && size.height >= 1, "a picture has at least one pixel")
        self.size = size
        stride = (4 * size.width + 63) & ~63
        // Kernels may read up to one vector past the last row.
        let count = stride * size.height + 64
        memory = .allocate(byteCount: count, alignment: 64)
        let bytes = memory.initializeMemory(as: UInt8.self, repeating: 0, count: count)
        try body(bytes, stride)
    }

    deinit { memory.deallocate() }

    /// Calls `body` with the first pixel, to be read; rows are `stride` bytes apart.
    public func withPixels<Result, Failure: Error>(
        _ body: (UnsafePointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(self) {} }
        return try body(UnsafePointer(memory.assumingMemoryBound(to: UInt8.self)))
    }
}
