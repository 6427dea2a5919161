import OnAirMedia

/// Which part of the canvas a mixer's picture shows, and how large: places on the canvas become pixels.
package struct CanvasMapping: Hashable, Sendable {
    package let canvas: PictureSize
    /// What of the canvas is shown.
    package let part: PictureRect
    /// The mixer's picture.
    package let output: PictureSize

    /// The centred part of the canvas that has the output's shape, scaled to it.
    package init(canvas: PictureSize, output: PictureSize) {
        self.canvas = canvas
        self.output = output
        part = canvas.centredCrop(toShapeOf: output)
    }

    /// Whether all of the canvas is shown.
    package var showsAll: Bool { part == PictureRect(canvas) }

    /// The pixels of a rectangle on the canvas: its edges rounded to the nearest, at least one pixel each way. Nil for
    /// what is further out than any picture could be, or larger.
    package func pixels(of rect: LayerRect) -> PictureRect? {
        // Multiplied before divided, so that places in whole pixels are exact until they are rounded.
        func column(_ place: Double) -> Double { (place - Double(part.x)) * Double(output.width) / Double(part.width) }
        func row(_ place: Double) -> Double { (place - Double(part.y)) * Double(output.height) / Double(part.height) }
        let (left, top) = (column(rect.x), row(rect.y))
        let (right, bottom) = (column(rect.x + rect.width), row(rect.y + rect.height))
        guard max(abs(left), abs(top), abs(right), abs(bottom)) < Self.furthest else { return nil }
        let (x, y) = (Int(left.rounded()), Int(top.rounded()))
        return PictureRect(
            x: x, y: y, width: max(Int(right.rounded()) - x, 1), height: max(Int(bottom.rounded()) - y, 1))
    }

    /// Pixels from the top left beyond which nothing is laid out.
    private static let furthest = 1e6
}
