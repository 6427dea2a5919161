/// A part of what a layer shows, in fractions of its sides, from the top left of the upright picture.
public struct LayerCrop: Hashable, Sendable, Codable {
    /// 0…1. Default 0.
    public var x: Double
    /// 0…1. Default 0.
    public var y: Double
    /// Above 0, at most 1 − x. Default 1.
    public var width: Double
    /// Above 0, at most 1 − y. Default 1.
    public var height: Double

    public init(x: Double = 0, y: Double = 0, width: Double = 1, height: Double = 1) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// All of it.
    public static let whole = LayerCrop()
}

extension LayerCrop {
    private enum CodingKeys: String, CodingKey, CaseIterable { case x, y, width, height }

    /// Reads a crop; what it says nothing of reaches from the edge to the edge.
    public init(from decoder: any Decoder) throws {
        try decoder.refuseUnknownKeys(CodingKeys.allCases.map(\.stringValue), of: "a crop")
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let x = try values.decodeIfPresent(Double.self, forKey: .x) ?? 0
        let y = try values.decodeIfPresent(Double.self, forKey: .y) ?? 0
        self.init(
            x: x, y: y, width: try values.decodeIfPresent(Double.self, forKey: .width) ?? 1 - x,
            height: try values.decodeIfPresent(Double.self, forKey: .height) ?? 1 - y)
    }
}
