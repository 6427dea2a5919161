import OnAirMedia

/// Where a layer lies in a mixer's picture and what of it shows there: what remains of placement, crop and fit once canvas
/// and content are known.
package struct LaidLayer: Hashable, Sendable {
    /// Before rotation; may stand out of the picture.
    package var frame: PictureRect
    /// The part of the upright content that fills `frame`.
    package var crop: LayerCrop
    /// Degrees clockwise about the middle of `frame`.
    package var rotation: Double
    /// 0…1.
    package var alpha: Double

    package init(frame: PictureRect, crop: LayerCrop = .whole, rotation: Double = 0, alpha: Double = 1) {
        self.frame = frame
        self.crop = crop
        self.rotation = rotation
        self.alpha = alpha
    }

    /// Lays out `layer`; nil where nothing of it can show.
    ///
    /// - Parameter content: the size of what it shows, before its orientation turns it; nil for a colour.
    package init?(_ layer: Layer, content: PictureSize?, mapping: CanvasMapping) {
        guard layer.isVisible, layer.alpha > 0, layer.rotation.isFinite, var crop = layer.crop.inside else {
            return nil
        }
        let upright = content?.turned(layer.orientation)
        let shape = upright.map { crop.shape(of: $0) }
        guard
            var rect = layer.placement.rect(
                on: mapping.canvas, shape: shape, natural: upright.flatMap { layer.naturalSize(crop, of: $0) }),
            rect.width > 0, rect.height > 0
        else { return nil }
        if let upright, let shape {
            switch layer.fit {
            case .stretch: break
            case .fill: crop = crop.filling(rect, of: upright)
            case .fit: rect = rect.holding(shape)
            }
        }
        guard let frame = mapping.pixels(of: rect) else { return nil }
        self.init(frame: frame, crop: crop, rotation: layer.rotation, alpha: min(layer.alpha, 1))
    }

    /// Opacity as kernels take it, 0…256.
    package var opacity: Int { Int((alpha * 256).rounded()) }

    /// Whether it stands straight.
    package var isStraight: Bool { rotation.truncatingRemainder(dividingBy: 360) == 0 }

    /// Between this and `other`: 0 is this one, 1 the other. Where both frames have one size, so has what is between them.
    package func moving(to other: LaidLayer, _ progress: Double) -> LaidLayer {
        if progress >= 1 { return other }
        func between(_ from: Double, _ to: Double) -> Double { from + (to - from) * progress }
        func pixel(_ from: Int, _ to: Int) -> Int { Int(between(Double(from), Double(to)).rounded()) }
        return LaidLayer(
            frame: PictureRect(
                x: pixel(frame.x, other.frame.x), y: pixel(frame.y, other.frame.y),
                width: pixel(frame.width, other.frame.width), height: pixel(frame.height, other.frame.height)),
            crop: LayerCrop(
                x: between(crop.x, other.crop.x), y: between(crop.y, other.crop.y),
                width: between(crop.width, other.crop.width), height: between(crop.height, other.crop.height)),
            rotation: between(rotation, other.rotation), alpha: between(alpha, other.alpha))
    }
}

extension Layer {
    /// The size that texts have which say how high their lines are; nil for what has none of its own.
    fileprivate func naturalSize(_ crop: LayerCrop, of upright: PictureSize) -> LayerSize? {
        guard case .text = source else { return nil }
        return LayerSize(width: Double(upright.width) * crop.width, height: Double(upright.height) * crop.height)
    }
}

extension LayerRect {
    /// The largest centred part that has `shape`, width through height.
    fileprivate func holding(_ shape: Double) -> LayerRect {
        if width > height * shape {
            let part = height * shape
            return LayerRect(x: x + (width - part) / 2, y: y, width: part, height: height)
        }
        let part = width / shape
        return LayerRect(x: x, y: y + (height - part) / 2, width: width, height: part)
    }
}
