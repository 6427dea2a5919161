import OnAirMedia

extension LayerPlacement {
    /// The rectangle on a canvas, in its pixels, before rounding. Nil where there is none: width and height both 0 of what
    /// has no size of its own, a negative one, one that would follow from a shape that is not known, or what is no number.
    ///
    /// - Parameters:
    ///   - canvas: the canvas.
    ///   - shape: width through height of what is shown, once it is upright and cut; nil where it has no shape of its own.
    ///   - natural: the size of what is shown in pixels of the canvas, which it has where width and height are both 0.
    package func rect(on canvas: PictureSize, shape: Double?, natural: LayerSize? = nil) -> LayerRect? {
        let (across, down) = (Double(canvas.width), Double(canvas.height))
        guard var width = Self.length(self.width, of: across), var height = Self.length(self.height, of: down) else {
            return nil
        }
        if width == 0, height == 0, let natural {
            (width, height) = (natural.width, natural.height)
        } else if width == 0 {
            guard height > 0, let shape, shape > 0 else { return nil }
            width = height * shape
        } else if height == 0 {
            guard let shape, shape > 0 else { return nil }
            height = width / shape
        }
        let left = x < 0 ? (across - width) / 2 : x <= 1 ? x * across : x
        let top = y < 0 ? (down - height) / 2 : y <= 1 ? y * down : y
        guard left.isFinite, top.isFinite, width.isFinite, height.isFinite else { return nil }
        return LayerRect(x: left, y: top, width: width, height: height)
    }

    private static func length(_ value: Double, of side: Double) -> Double? {
        guard value >= 0 else { return nil }
        return value <= 1 ? value * side : value
    }
}
