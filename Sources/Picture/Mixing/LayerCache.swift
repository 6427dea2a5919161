import OnAirBeauty
import OnAirMedia
import OnAirPixels

/// What one mixer has prepared of one layer: kept until what it shows, its size, its crop or the way it stands changes.
/// Belongs to the picture stage's thread.
final class LayerCache {
    /// What a prepared layer was made of.
    struct Origin: Equatable {
        /// Nil for the camera and for colours.
        var material: ObjectIdentifier?
        var stamp: LayerMaterial.Stamp
    }

    /// Pixels to be prepared.
    enum Pixels {
        case bitmap(ImageBitmap)
        /// Anew at each picture.
        case picture(Picture)
    }

    private struct Key: Equatable {
        var origin: Origin
        var color: ColorDescription
        var crop: PictureRect
        var size: PictureSize
        var orientation: ImageOrientation
        var rotation: Double
        var screen: ChromaKey?
    }

    private var key: Key?
    private var frame = PictureRect(x: 0, y: 0, width: 0, height: 0)
    private var prepared: PreparedLayer?
    private var preparedCrop = LayerCrop.whole
    /// Of its own for what changes with each picture, so that layers do not take each other's tables.
    private var ownRenderer: (color: ColorDescription, renderer: LayerRenderer)?
    private var ownConverter: PictureConverter?

    /// The layer, ready to be laid.
    ///
    /// - Parameters:
    ///   - part: the part of it that is shown.
    ///   - crop: the same in pixels of what is shown, upright.
    ///   - frame: where it lies before rotation.
    ///   - screen: the colour that is taken away; nil for none.
    ///   - renderer: makes what stays.
    /// - Throws: `PixelError`: it cannot be prepared.
    func layer(
        _ pixels: Pixels, origin: Origin, color: ColorDescription, part: LayerCrop, crop: PictureRect,
        orientation: ImageOrientation, frame: PictureRect, rotation: Double, screen: ChromaKey?,
        renderer: LayerRenderer
    ) throws(PixelError) -> PreparedLayer {
        let wanted = Key(
            origin: origin, color: color, crop: crop, size: frame.size, orientation: orientation, rotation: rotation,
            screen: screen)
        if let prepared, key == wanted {
            let box = prepared.frame
            if prepared.move(toX: box.x + frame.x - self.frame.x, y: box.y + frame.y - self.frame.y) {
                self.frame = frame
                return prepared
            }
        }
        preparedCrop = part
        let old = prepared
        (key, prepared) = (nil, nil)
        let rule = screen.map { KeyRule($0, in: color) }
        let made =
            switch pixels {
            case .bitmap(let bitmap):
                try renderer.prepare(
                    bitmap, crop: crop, orientation: orientation, frame: frame, rotation: rotation, key: rule,
                    reusing: old)
            case .picture(let picture):
                try liveRenderer(color).prepare(
                    picture, crop: crop, orientation: orientation, frame: frame, rotation: rotation, key: rule,
                    reusing: old)
            }
        (key, prepared, self.frame) = (wanted, made, frame)
        return made
    }

    /// Whether what was prepared of this part of `origin` is known to hide what lies below.
    func isOpaque(_ origin: Origin, crop: LayerCrop) -> Bool {
        key?.origin == origin && preparedCrop == crop && prepared?.isOpaque == true
    }

    /// Brings pictures over all of a target.
    var converter: PictureConverter {
        if let ownConverter { return ownConverter }
        let fresh = PictureConverter()
        ownConverter = fresh
        return fresh
    }

    private func liveRenderer(_ color: ColorDescription) -> LayerRenderer {
        if let ownRenderer, ownRenderer.color == color { return ownRenderer.renderer }
        let fresh = LayerRenderer(color: color)
        ownRenderer = (color, fresh)
        return fresh
    }
}
