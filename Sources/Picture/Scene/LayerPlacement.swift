/// Where a layer lies on the canvas, from the top left.
///
/// Each number is a fraction of the canvas's side where it is at most 1, else pixels of the canvas. A width or height
/// of 0 follows from the other one and the shape of what is shown; a negative x or y centres.
public struct LayerPlacement: Hashable, Sendable, Codable {
    /// Default 0.
    public var x: Double
    /// Default 0.
    public var y: Double
    /// Default 1: as wide as the canvas.
    public var width: Double
    /// Default 1: as high as the canvas.
    public var height: Double

    public init(x: Double = 0, y: Double = 0, width: Double = 1, height: Double = 1) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// All of the canvas.
    public static let whole = LayerPlacement()
    /// Where a logo lies unless told otherwise: a tenth of the canvas high, near the top left.
    public static let logo = LayerPlacement(x: 0.1, y: 0.05, width: 0, height: 0.1)
    /// Where a text lies unless told otherwise.
    public static let text = LayerPlacement(x: 0.05, y: 0.15, width: 0, height: 20.0 / 640)
}
