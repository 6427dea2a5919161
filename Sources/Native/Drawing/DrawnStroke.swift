/// A line with round ends and joints, in pixels.
public struct DrawnStroke: Hashable, Sendable {
    public struct Point: Hashable, Sendable {
        public var x: Double
        public var y: Double

        public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
    }

    /// One point is a dot; none draws nothing.
    public var points: [Point]
    /// Above 0.
    public var width: Double
    public var color: DrawingColor
    /// Takes away what earlier strokes have drawn; then the colour has no effect.
    public var isEraser: Bool

    public init(points: [Point], width: Double, color: DrawingColor, isEraser: Bool = false) {
        self.points = points
        self.width = width
        self.color = color
        self.isEraser = isEraser
    }
}
