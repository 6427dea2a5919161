/// A line drawn by hand, with round ends and joints.
public struct BrushStroke: Hashable, Sendable, Codable {
    /// A place on the layer: fractions of its sides from the top left, 0…1; what lies outside is cut.
    public struct Point: Hashable, Sendable, Codable {
        public var x: Double
        public var y: Double

        public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
    }

    /// One point is a dot.
    public var points: [Point]
    /// A fraction of the layer's height where at most 1, else pixels of the canvas. Default 0.01.
    public var width: Double
    /// Default red.
    public var color: LayerColor
    /// Takes away what earlier strokes have drawn. Default false.
    public var isEraser: Bool

    public init(
        points: [Point], width: Double = 0.01, color: LayerColor = LayerColor(red: 255, green: 0, blue: 0),
        isEraser: Bool = false
    ) {
        self.points = points
        self.width = width
        self.color = color
        self.isEraser = isEraser
    }
}
