/// The size of the surface that shows a picture, in points; nothing shows where a side is not above zero.
public struct LayerSize: Hashable, Sendable {
    public var width: Double
    public var height: Double

    public init(width: Double, height: Double) { (self.width, self.height) = (width, height) }

    /// Nothing.
    public static let zero = LayerSize(width: 0, height: 0)

    /// Whether anything can show.
    var isShowing: Bool { width > 0 && height > 0 && width.isFinite && height.isFinite }
}
