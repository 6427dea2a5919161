import OnAirMedia
import OnAirPixels

/// A background brought to the size and colour of pictures, once for each; its middle fills them. Belongs to one thread.
final class KeyBackdrop {
    private struct Made {
        let source: Picture
        let format: PictureFormat
        /// Nil where it cannot be.
        let picture: Picture?
    }

    private var made: Made?
    private let converter = PictureConverter()

    func backdrop(_ background: Picture, as format: PictureFormat) -> Picture? {
        if let made, made.source.buffer === background.buffer, made.source.orientation == background.orientation,
            made.format == format
        {
            return made.picture
        }
        let picture = fitted(background, as: format)
        made = Made(source: background, format: format, picture: picture)
        return picture
    }

    private func fitted(_ background: Picture, as format: PictureFormat) -> Picture? {
        guard
            var target = PicturePool(format: format, capacity: 1).take(
                captureTime: background.captureTime, sequence: background.sequence)
        else { return nil }
        let upright = background.format.size.turned(background.orientation)
        let cut = Self.cut(upright, toFill: format.size).turned(background.orientation.inverse, in: upright)
        do {
            try converter.convert(background, crop: cut, orientation: background.orientation, into: &target)
        } catch {
            return nil
        }
        return target.freeze()
    }

    /// The middle of `size` that has the shape of `filled`.
    private static func cut(_ size: PictureSize, toFill filled: PictureSize) -> PictureRect {
        let width = min(size.width, max(1, size.height * filled.width / filled.height))
        let height = min(size.height, max(1, size.width * filled.height / filled.width))
        return PictureRect(x: (size.width - width) / 2, y: (size.height - height) / 2, width: width, height: height)
    }
}
