import COnAirJPEG
import OnAirMedia

/// Decodes Motion-JPEG as cameras send it, picture by picture, into I420 pictures of a pool.
///
/// Each compressed picture stands alone. What cameras do is taken: no Huffman tables (then those of ITU-T T.81, annex K,
/// hold), no end-of-image marker where the picture is complete, padding behind it, up to 64 stray bytes before a marker,
/// restart markers, any of 4:2:0, 4:2:2, 4:4:4, 4:4:0, 4:1:1 and grey. A picture that is damaged or cut gives an error, not
/// a guess; the next one is unaffected. Damage that leaves the code valid, such as a wrong colour in one block, cannot be
/// noticed: JPEG has no checksum.
///
/// The numbers are as coded: full-range BT.601 (JFIF), unless the camera says otherwise; the pool's format is where that
/// is written down. Denser chroma is thinned by the rounded mean, as `PictureConverter` does.
///
/// Owned by one thread. After the first picture nothing is allocated; memory and work are bounded by the pool's picture
/// size, whatever the bytes say.
public final class MJPEGDecoder {
    /// Where the pictures come from.
    public let pool: PicturePool
    // Made by `init`, ended by `deinit`, used by nobody else.
    private let decoder: OpaquePointer

    /// A decoder for pictures of the size of `pool`'s, such as
    /// `PictureFormat(size: size, pixels: .i420, color: .jpeg)`.
    ///
    /// - Throws: `JPEGError.unusablePool` or `.noMemory`.
    public init(pool: PicturePool) throws(JPEGError) {
        let size = pool.format.size
        let range = 1...65500
        guard pool.format.pixels == .i420, range.contains(size.width), range.contains(size.height) else {
            throw .unusablePool(pool.format)
        }
        guard let decoder = onair_mjpeg_create(UInt32(size.width), UInt32(size.height)) else { throw .noMemory }
        self.pool = pool
        self.decoder = decoder
    }

    deinit { onair_mjpeg_destroy(decoder) }

    /// Decodes one compressed picture. Nothing behind `bytes` is read.
    ///
    /// - Parameters:
    ///   - bytes: from the start-of-image marker on; what follows the end-of-image marker is ignored.
    ///   - captureTime: when it was captured, for the picture.
    ///   - sequence: its number, for the picture.
    /// - Throws: `JPEGError`: why there is no picture.
    public func decode(
        _ bytes: UnsafeRawBufferPointer, captureTime: HostTime, sequence: Int64
    ) throws(JPEGError) -> Picture {
        guard let base = bytes.baseAddress, !bytes.isEmpty else { throw .empty }
        guard var picture = pool.take(captureTime: captureTime, sequence: sequence) else { throw .noPicture }
        let y = picture.withMutablePlane(0) { $0 }
        let u = picture.withMutablePlane(1) { $0 }
        let v = picture.withMutablePlane(2) { $0 }
        // The planes stay where they are until `picture` is let go.
        let planes = onair_mjpeg_planes(y: y.base, u: u.base, v: v.base, y_stride: y.stride, uv_stride: u.stride)
        let end = onair_mjpeg_decode(
            decoder, base.assumingMemoryBound(to: UInt8.self), bytes.count, planes)
        switch end {
        case onair_mjpeg_decoded: return picture.freeze()
        case onair_mjpeg_truncated: throw .truncated
        case onair_mjpeg_wrong_size: throw .wrongSize(found: headerSize, wanted: pool.format.size)
        case onair_mjpeg_unsupported: throw .unsupported
        case onair_mjpeg_no_memory: throw .noMemory
        default: throw .corrupt
        }
    }

    /// What libjpeg last had to say about the newest picture, for a log; empty where it had nothing to say. Also set for
    /// harmless oddities of pictures that were decoded.
    public var complaint: String { String(cString: onair_mjpeg_complaint(decoder)) }

    /// Bytes that the decoder holds beside the pool.
    package var memory: Int { onair_mjpeg_memory(decoder) }

    private var headerSize: PictureSize {
        var (width, height): (UInt32, UInt32) = (0, 0)
        onair_mjpeg_header_size(decoder, &width, &height)
        return PictureSize(width: Int(width), height: Int(height))
    }
}
