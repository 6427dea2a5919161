import OnAirDrawing
import OnAirMedia
import Testing

@Suite("Drawing strokes")
struct StrokeRendererTests {
    private static let canvas = PictureSize(width: 200, height: 120)
    private static let red = DrawingColor(red: 255, green: 0, blue: 0)

    private static func stroke(
        _ points: [(Double, Double)], width: Double, color: DrawingColor = red, isEraser: Bool = false
    ) -> DrawnStroke {
        DrawnStroke(
            points: points.map { .init(x: $0.0, y: $0.1) }, width: width, color: color, isEraser: isEraser)
    }

    /// How far a pixel's middle is from a line.
    private static func distance(_ x: Int, _ y: Int, _ a: (Double, Double), _ b: (Double, Double)) -> Double {
        let (px, py) = (Double(x) + 0.5 - a.0, Double(y) + 0.5 - a.1)
        let (dx, dy) = (b.0 - a.0, b.1 - a.1)
        let length = dx * dx + dy * dy
        let along = length == 0 ? 0 : min(max((px * dx + py * dy) / length, 0), 1)
        let (qx, qy) = (px - along * dx, py - along * dy)
        return (qx * qx + qy * qy).squareRoot()
    }

    /// Inside the line all of it, outside nothing, at its edge something between.
    private static func expectCovered(
        _ drawing: (bitmap: ImageBitmap, x: Int, y: Int)?, _ segments: [((Double, Double), (Double, Double))],
        width: Double
    ) throws {
        let drawing = try #require(drawing)
        var wrong = 0
        for y in 0..<canvas.height {
            for x in 0..<canvas.width {
                let distance = segments.map { Self.distance(x, y, $0.0, $0.1) }.min() ?? .infinity
                let (column, row) = (x - drawing.x, y - drawing.y)
                let isInside =
                    column >= 0 && row >= 0 && column < drawing.bitmap.size.width && row < drawing.bitmap.size.height
                let alpha = isInside ? drawing.bitmap.pixel(column, row)[3] : 0
                if distance < width / 2 - 0.8, alpha != 255 { wrong += 1 }
                if distance > width / 2 + 0.8, alpha != 0 { wrong += 1 }
            }
        }
        #expect(wrong == 0)
    }

    @Test("A line has its width, round ends and round joints")
    func line() throws {
        let points = [(20.0, 30.0), (150.0, 40.0), (60.0, 90.0)]
        let drawing = try StrokeRenderer.render([Self.stroke(points, width: 13)], on: Self.canvas)
        try Self.expectCovered(drawing, [(points[0], points[1]), (points[1], points[2])], width: 13)
    }

    @Test("One point is a dot", arguments: [1, 2])
    func dot(_ count: Int) throws {
        let points = Array(repeating: (70.3, 60.7), count: count)
        let drawing = try StrokeRenderer.render([Self.stroke(points, width: 31)], on: Self.canvas)
        try Self.expectCovered(drawing, [(points[0], points[0])], width: 31)
    }

    @Test("Only the part of the canvas that is drawn on takes memory")
    func bounds() throws {
        let drawing = try #require(
            try StrokeRenderer.render([Self.stroke([(50, 60), (80, 70)], width: 10)], on: Self.canvas))
        #expect((drawing.x, drawing.y) == (45, 55))
        #expect(drawing.bitmap.size == PictureSize(width: 40, height: 20))
        let cut = try #require(
            try StrokeRenderer.render([Self.stroke([(-500, -500), (500, 500)], width: 10)], on: Self.canvas))
        #expect((cut.x, cut.y) == (0, 0) && cut.bitmap.size == Self.canvas)
    }

    @Test("Nothing to draw, or nothing of it on the canvas, is nothing")
    func nothing() throws {
        #expect(try StrokeRenderer.render([], on: Self.canvas) == nil)
        #expect(try StrokeRenderer.render([Self.stroke([], width: 5)], on: Self.canvas) == nil)
        #expect(try StrokeRenderer.render([Self.stroke([(900, 900)], width: 5)], on: Self.canvas) == nil)
        #expect(try StrokeRenderer.render([Self.stroke([(.nan, 9)], width: 5)], on: Self.canvas) == nil)
        #expect(try StrokeRenderer.render([Self.stroke([(9, 9)], width: 5, isEraser: true)], on: Self.canvas) == nil)
    }

    @Test("An eraser takes away what is below it, and nothing that is drawn later")
    func eraser() throws {
        let blue = DrawingColor(red: 0, green: 0, blue: 255, alpha: 128)
        let drawing = try #require(
            try StrokeRenderer.render(
                [
                    Self.stroke([(20, 60), (180, 60)], width: 40),
                    Self.stroke([(100, 0), (100, 119)], width: 20, isEraser: true),
                    Self.stroke([(100, 60)], width: 8, color: blue),
                ], on: Self.canvas))
        func pixel(_ x: Int, _ y: Int) -> [Int] { drawing.bitmap.pixel(x - drawing.x, y - drawing.y) }
        #expect(pixel(50, 60) == [255, 0, 0, 255])
        #expect(pixel(100, 45) == [0, 0, 0, 0])
        #expect(pixel(100, 60) == [0, 0, 128, 128])
    }

    @Test("A drawing larger than is allowed is an error")
    func tooLarge() {
        let canvas = PictureSize(width: 16_000, height: 16_000)
        #expect(throws: DrawingError.self) {
            try StrokeRenderer.render([Self.stroke([(0, 0), (15_000, 15_000)], width: 2)], on: canvas)
        }
    }
}

/// Nothing, or where a drawing lies.
private func == (left: (bitmap: ImageBitmap, x: Int, y: Int)?, right: Never?) -> Bool {
    left.map { _ in false } ?? true
}
