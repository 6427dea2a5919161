/// A finished picture: immutable, counted, shared freely between threads. At its last release its memory is back in
/// the pool it came from.
public struct Picture: Sendable {
    package let buffer: PictureBuffer
    /// When the picture was captured, on the host clock.
    public let captureTime: HostTime
    /// Counts the source's pictures from 0.
    public let sequence: Int64
    /// How it must be turned to stand upright: a phone's camera or a file may store it on its side.
    public let orientation: ImageOrientation
    /// Which source it comes from, where several take turns: another number, another source. 0 where there is one.
    public let source: Int

    package init(
        buffer: PictureBuffer, captureTime: HostTime, sequence: Int64, orientation: ImageOrientation = .up,
        source: Int = 0
    ) {
        self.buffer = buffer
        self.captureTime = captureTime
        self.sequence = sequence
        self.orientation = orientation
        self.source = source
    }

    /// The same picture, to be turned by `orientation` to stand upright. Copies no pixel.
    public func oriented(_ orientation: ImageOrientation) -> Picture {
        Picture(
            buffer: buffer, captureTime: captureTime, sequence: sequence, orientation: orientation, source: source)
    }

    /// The same picture under another number, and as that of another source where one is given. Copies no pixel.
    public func numbered(_ sequence: Int64, source: Int? = nil) -> Picture {
        Picture(
            buffer: buffer, captureTime: captureTime, sequence: sequence, orientation: orientation,
            source: source ?? self.source)
    }

    /// Size, pixel format and colour.
    public var format: PictureFormat { buffer.format }

    /// Calls `body` with plane `index`, to be read.
    ///
    /// - Precondition: `index` is below `format.pixels.planeCount`.
    public func withPlane<Result>(_ index: Int, _ body: (PicturePlane) throws -> Result) rethrows -> Result {
        precondition((0..<format.pixels.planeCount).contains(index), "\(format.pixels.rawValue) has no plane \(index)")
        let (base, stride) = buffer.plane(index)
        defer { buffer.endRead() }
        return try body(
            PicturePlane(
                base: UnsafePointer(base), stride: stride,
                bytesPerRow: format.pixels.bytesPerRow(ofPlane: index, width: format.size.width),
                rows: format.pixels.rows(ofPlane: index, height: format.size.height)))
    }
}
