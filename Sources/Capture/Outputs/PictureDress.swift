import OnAirMedia
import OnAirPixels

/// Turns, mirrors and converts pictures as a connection asks for. Owned by one consumer.
///
/// A picture that is right as it is passes without a copy. Others go into pictures of a pool of its own.
final class PictureDress {
    private let converter = PictureConverter()
    private var pool: PicturePool?

    /// What a consumer may hold at a time, and one being made.
    private static let poolCapacity = 8

    init() {}

    /// Whether pixels of `picture` must be touched.
    static func hasWork(
        on picture: Picture, for settings: CaptureConnection.Settings, mustBeI420: Bool
    ) -> Bool {
        settings.orientation(of: picture) != .up || mustBeI420 && picture.format.pixels != .i420
    }

    /// - Parameter mustBeI420: whether every picture is converted to I420, in its own colour.
    func dress(
        _ picture: Picture, for settings: CaptureConnection.Settings, mustBeI420: Bool
    ) -> Result<Picture, SampleLoss> {
        let orientation = settings.orientation(of: picture)
        guard Self.hasWork(on: picture, for: settings, mustBeI420: mustBeI420) else {
            return .success(picture.orientation == .up ? picture : picture.oriented(.up))
        }
        let size = picture.format.size
        let format = PictureFormat(size: size.turned(orientation), pixels: .i420, color: Self.color(of: picture.format))
        let pool = pool(of: format)
        guard var target = pool.take(captureTime: picture.captureTime, sequence: picture.sequence) else {
            return .failure(SampleLoss(reason: .outOfBuffers))
        }
        target.orientation = .up
        do throws(PixelError) {
            try converter.convert(picture, crop: PictureRect(size), orientation: orientation, into: &target)
        } catch {
            return .failure(SampleLoss(reason: .unusable))
        }
        return .success(target.freeze())
    }

    private func pool(of format: PictureFormat) -> PicturePool {
        if let pool, pool.format == format { return pool }
        let fresh = PicturePool(format: format, capacity: Self.poolCapacity)
        pool = fresh
        return fresh
    }

    /// The numbers of an RGB picture say nothing about luma.
    private static func color(of format: PictureFormat) -> ColorDescription {
        switch format.pixels {
        case .bgra, .rgba, .bgr24, .rgb24: .stream(for: format.size)
        case .i420, .nv12, .nv21, .i422, .i444, .yuyv, .uyvy, .yvyu: format.color
        }
    }
}

extension CaptureConnection.Settings {
    /// What is to be done to `picture`, as it is stored, so that it stands as the connection asks for.
    func orientation(of picture: Picture) -> ImageOrientation {
        let turned = picture.orientation.then(videoOrientation.turn)
        return isVideoMirrored ? turned.mirrored : turned
    }
}
