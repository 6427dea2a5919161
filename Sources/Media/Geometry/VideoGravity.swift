/// How a picture fills a surface of another shape.
public enum VideoGravity: String, CaseIterable, Hashable, Sendable, Codable {
    /// All of the picture, as large as it can be, with bars at two sides.
    case resizeAspect
    /// All of the surface; what stands out of the picture is not seen.
    case resizeAspectFill
    /// All of the picture on all of the surface, stretched.
    case resize

    /// Where a picture of `picture` pixels lies on a surface of `layer` points, centred; for `resizeAspectFill` two
    /// sides may stand out.
    ///
    /// - Precondition: neither has a side of nothing.
    public func destination(of picture: PictureSize, in layer: LayerSize) -> LayerRect {
        destination(width: Double(picture.width), height: Double(picture.height), in: layer)
    }

    func destination(width: Double, height: Double, in layer: LayerSize) -> LayerRect {
        let whole = LayerRect(x: 0, y: 0, width: layer.width, height: layer.height)
        let isWider = width * layer.height > height * layer.width
        switch self {
        case .resize: return whole
        case .resizeAspect: return isWider ? whole.spanning(width, height) : whole.standing(width, height)
        case .resizeAspectFill: return isWider ? whole.standing(width, height) : whole.spanning(width, height)
        }
    }
}

extension LayerRect {
    /// The shape `width` to `height`, as wide as this rectangle, centred.
    fileprivate func spanning(_ width: Double, _ height: Double) -> LayerRect {
        let side = self.width * height / width
        return LayerRect(x: x, y: y + (self.height - side) / 2, width: self.width, height: side)
    }

    /// The shape `width` to `height`, as tall as this rectangle, centred.
    fileprivate func standing(_ width: Double, _ height: Double) -> LayerRect {
        let side = self.height * width / height
        return LayerRect(x: x + (self.width - side) / 2, y: y, width: side, height: self.height)
    }
}
