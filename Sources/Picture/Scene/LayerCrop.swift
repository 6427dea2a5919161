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
