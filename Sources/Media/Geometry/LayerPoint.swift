/// A point on the surface that shows a picture, in points from the top left of that surface.
public struct LayerPoint: Hashable, Sendable {
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
}
