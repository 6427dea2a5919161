/// A line drawn by hand, with round ends and joints.
public struct BrushStroke: Hashable, Sendable, Codable {
    /// A place on the layer: fractions of its sides from the top left, 0…1; what lies outside is cut. Written `[x, y]`.
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

extension BrushStroke {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case points, width, color
        case isEraser = "eraser"
    }

    /// Reads a stroke; what it says nothing of has its default.
    public init(from decoder: any Decoder) throws {
        try decoder.refuseUnknownKeys(CodingKeys.allCases.map(\.stringValue), of: "a stroke")
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(points: try values.decode([Point].self, forKey: .points))
        width = try values.decodeIfPresent(Double.self, forKey: .width) ?? width
        color = try values.decodeIfPresent(LayerColor.self, forKey: .color) ?? color
        isEraser = try values.decodeIfPresent(Bool.self, forKey: .isEraser) ?? isEraser
    }
}

extension BrushStroke.Point {
    public init(from decoder: any Decoder) throws {
        var values = try decoder.unkeyedContainer()
        self.init(x: try values.decode(Double.self), y: try values.decode(Double.self))
        guard values.isAtEnd else {
            throw DecodingError.dataCorruptedError(in: values, debugDescription: "a point has two numbers")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.unkeyedContainer()
        try values.encode(x)
        try values.encode(y)
    }
}
