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
        if let upright, isStraight { cutFarOut(of: mapping.output, content: upright) }
    }

    /// Where most of the frame is outside a picture of `output`, leaves out what of the content cannot show: what is drawn
    /// is never much larger than the picture. Cuts between pixels of the content, so that what shows stays where it is.
    private mutating func cutFarOut(of output: PictureSize, content: PictureSize) {
        guard frame.width > 2 * output.width || frame.height > 2 * output.height else { return }
        let (across, down) = (crop.width * Double(content.width), crop.height * Double(content.height))
        let columns = Self.seen(frame.x, frame.width, output.width, across)
        let rows = Self.seen(frame.y, frame.height, output.height, down)
        guard let columns, let rows else { return }
        crop = LayerCrop(
            x: crop.x + columns.first / Double(content.width), y: crop.y + rows.first / Double(content.height),
            width: columns.count / Double(content.width), height: rows.count / Double(content.height))
        frame = PictureRect(x: columns.start, y: rows.start, width: columns.length, height: rows.length)
    }

    /// Which pixels of the content show in 0..<`side`, and where they lie then; nil where none does.
    private static func seen(
        _ start: Int, _ length: Int, _ side: Int, _ pixels: Double
    ) -> (first: Double, count: Double, start: Int, length: Int)? {
        let (from, to) = (max(0, start), min(side, start + length))
        guard to > from else { return nil }
        let first = (Double(from - start) / Double(length) * pixels).rounded(.down)
        let last = min((Double(to - start) / Double(length) * pixels).rounded(.up), pixels)
        func place(_ pixel: Double) -> Int { start + Int((pixel / pixels * Double(length)).rounded()) }
        return (first, last - first, place(first), max(place(last) - place(first), 1))
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
