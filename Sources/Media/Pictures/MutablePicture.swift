/// A picture that is being made. It has one owner and cannot be copied; `freeze()` turns it into a `Picture`.
///
/// Dropped without freezing, its memory goes back to its pool.
public struct MutablePicture: ~Copyable, Sendable {
    package let buffer: PictureBuffer
    /// When the picture was captured, on the host clock.
    public var captureTime: HostTime
    /// Counts the source's pictures from 0.
    public var sequence: Int64
    /// How it must be turned to stand upright. Default: it does already.
    public var orientation = ImageOrientation.up

    package init(buffer: PictureBuffer, captureTime: HostTime, sequence: Int64) {
        self.buffer = buffer
        self.captureTime = captureTime
        self.sequence = sequence
    }

    /// Size, pixel format and colour.
    public var format: PictureFormat { buffer.format }

    /// Calls `body` with plane `index`, to be read and written in place.
    ///
    /// - Precondition: `index` is below `format.pixels.planeCount`.
    public mutating func withMutablePlane<Result>(_ index: Int, _ body: (MutablePicturePlane) throws -> Result) rethrows
        -> Result
    {
        precondition((0..<format.pixels.planeCount).contains(index), "\(format.pixels.rawValue) has no plane \(index)")
        let (base, stride) = buffer.plane(index)
        return try body(
            MutablePicturePlane(
                base: base, stride: stride,
                bytesPerRow: format.pixels.bytesPerRow(ofPlane: index, width: format.size.width),
                rows: format.pixels.rows(ofPlane: index, height: format.size.height)))
    }

    /// Ends the making: from here on the picture is immutable and may be shared.
    public consuming func freeze() -> Picture {
        Picture(buffer: buffer, captureTime: captureTime, sequence: sequence, orientation: orientation)
    }
}
