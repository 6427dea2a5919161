import OnAirDrawing
import OnAirMedia

/// Brings texts and strokes of a scene from fractions to pixels of a canvas.
struct LayerDrawing {
    private let canvas: PictureSize

    init(canvas: PictureSize) { self.canvas = canvas }

    /// How the text of a layer is drawn.
    func style(_ label: TextLabel, in layer: Layer) -> TextStyle {
        TextStyle(
            font: label.font, extent: extent(label, in: layer), color: DrawingColor(label.color),
            background: label.background.map(DrawingColor.init), outline: label.outline.map(DrawingColor.init),
            outlineWidth: label.outlineWidth, shadow: label.shadow.map(DrawingColor.init),
            shadowOffset: label.shadowOffset, alignment: TextStyle.Alignment(label.alignment),
            wrapWidth: label.wrapWidth.map { Self.pixels($0, of: canvas.width) })
    }

    /// The strokes of a layer in pixels of its rectangle, and the rectangle's size.
    func strokes(_ strokes: [BrushStroke], in layer: Layer) -> (strokes: [DrawnStroke], size: PictureSize) {
        let size = strokeSize(layer)
        let drawn = strokes.map { stroke in
            DrawnStroke(
                points: stroke.points.map { .init(x: $0.x * Double(size.width), y: $0.y * Double(size.height)) },
                width: Self.pixels(stroke.width, of: size.height), color: DrawingColor(stroke.color),
                isEraser: stroke.isEraser)
        }
        return (drawn, size)
    }

    private func extent(_ label: TextLabel, in layer: Layer) -> TextStyle.Extent {
        let lineHeight = label.size.map { Self.pixels($0, of: canvas.height) }
        var width = Int(Self.pixels(layer.placement.width, of: canvas.width).rounded())
        var height = Int(Self.pixels(layer.placement.height, of: canvas.height).rounded())
        // The rectangle holds the text after it has been turned.
        if layer.orientation.exchangesAxes { swap(&width, &height) }
        switch (layer.placement.width > 0, layer.placement.height > 0, lineHeight) {
        case (true, true, _):
            return .box(PictureSize(width: max(width, 1), height: max(height, 1)), lineHeight: lineHeight)
        // One side is what it is to fill: drawn at that size, not enlarged. Where lines wrap, the size says how.
        case (let hasWidth, let hasHeight, let lineHeight?)
        where label.wrapWidth != nil || !hasWidth && !hasHeight:
            return .natural(lineHeight: lineHeight)
        default: return width > 0 ? .width(width) : .height(max(height, 1))
        }
    }

    /// A side that is not given follows from the canvas's shape.
    private func strokeSize(_ layer: Layer) -> PictureSize {
        var width = Self.pixels(layer.placement.width, of: canvas.width)
        var height = Self.pixels(layer.placement.height, of: canvas.height)
        if width == 0 { width = height * Double(canvas.width) / Double(canvas.height) }
        if height == 0 { height = width * Double(canvas.height) / Double(canvas.width) }
        let size = PictureSize(width: max(Int(width.rounded()), 1), height: max(Int(height.rounded()), 1))
        return layer.orientation.exchangesAxes ? size.transposed : size
    }

    private static func pixels(_ length: Double, of side: Int) -> Double {
        length <= 1 ? length * Double(side) : length
    }
}

extension DrawingColor {
    init(_ color: LayerColor) {
        self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
    }
}

extension TextStyle.Alignment {
    init(_ alignment: TextLabel.Alignment) {
        switch alignment {
        case .start: self = .start
        case .center: self = .center
        case .end: self = .end
        }
    }
}
