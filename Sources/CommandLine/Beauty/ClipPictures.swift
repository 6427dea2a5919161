import OnAirBeauty
import OnAirFFmpeg
import OnAirMedia
import OnAirPixels

/// Makes treated pictures for the encoder of those of a clip: upright, I420, limited range, both sides even.
struct ClipPictures {
    /// Of what comes out.
    let size: PictureSize

    private let filters: [any PictureFilter]
    private let isComparison: Bool
    private let crop: PictureRect
    private let orientation: ImageOrientation
    private let converter = PictureConverter()
    /// Pictures as they are decoded, where they cannot be lent; as they are treated; and as they come out.
    private let decoded: PicturePool
    private let treated: PicturePool
    private let made: PicturePool

    /// - Throws: `FFmpegError` of kind `unusable` where pictures are too small to be treated.
    init(_ track: MediaFileReader.VideoTrack, filters: [any PictureFilter], isComparison: Bool) throws(FFmpegError) {
        let stored = track.format.size
        // Half a chroma sample cannot be encoded: an odd last column or row is left out.
        let even = PictureSize(width: stored.width & ~1, height: stored.height & ~1)
        guard even.width >= 2, even.height >= 2 else {
            throw FFmpegError(
                .unusable, "The clip's pictures of \(stored) are too small.", advice: "Choose a larger one.")
        }
        (self.filters, self.isComparison) = (filters, isComparison)
        crop = PictureRect(even)
        orientation = ImageOrientation(quarterTurns: track.rotation / 90, mirrored: false)
        let upright = orientation.exchangesAxes ? even.transposed : even
        size = isComparison ? PictureSize(width: 2 * upright.width, height: upright.height) : upright
        let color = Self.color(of: track)
        decoded = PicturePool(format: track.format, capacity: 2)
        treated = PicturePool(format: PictureFormat(size: upright, pixels: .i420, color: color), capacity: 3)
        made = PicturePool(format: PictureFormat(size: size, pixels: .i420, color: color), capacity: 2)
    }

    /// The colour of what comes out: the clip's own, in limited range.
    static func color(of track: MediaFileReader.VideoTrack) -> ColorDescription {
        ColorDescription(matrix: track.format.color.matrix, range: .limited)
    }

    /// The picture that `reader` has found, treated.
    mutating func picture(from reader: MediaFileReader, at time: MediaTime, number: Int64) throws -> Picture {
        let now = HostTime(nanoseconds: time.nanoseconds)
        let before = try upright(reader, now, number)
        guard var target = treated.take(captureTime: now, sequence: number) else { throw Self.exhausted }
        PictureOperations.copy(before, into: &target)
        for filter in filters { filter.process(&target, at: time) }
        let after = target.freeze()
        return isComparison ? try beside(before, after) : after
    }

    private func upright(_ reader: MediaFileReader, _ time: HostTime, _ number: Int64) throws -> Picture {
        let source: Picture
        if let lent = try reader.lendPicture(captureTime: time, sequence: number) {
            source = lent
        } else {
            guard var copy = decoded.take(captureTime: time, sequence: number) else { throw Self.exhausted }
            try reader.copyPicture(into: &copy)
            source = copy.freeze()
        }
        guard var target = treated.take(captureTime: time, sequence: number) else { throw Self.exhausted }
        try converter.convert(source, crop: crop, orientation: orientation, into: &target)
        return target.freeze()
    }

    private func beside(_ left: Picture, _ right: Picture) throws -> Picture {
        guard var target = made.take(captureTime: left.captureTime, sequence: left.sequence) else {
            throw Self.exhausted
        }
        for plane in 0..<3 {
            target.withMutablePlane(plane) { output in
                for (index, picture) in [left, right].enumerated() {
                    picture.withPlane(plane) { input in
                        for row in 0..<output.rows {
                            (output.base + row * output.stride + index * input.bytesPerRow).update(
                                from: input.base + row * input.stride, count: input.bytesPerRow)
                        }
                    }
                }
            }
        }
        return target.freeze()
    }

    private static let exhausted = FFmpegError(.mismatch, "There is no room left for a picture.")
}
