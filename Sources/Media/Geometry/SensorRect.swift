/// A part of a camera's sensor, in the coordinates of `SensorPoint`.
public struct SensorRect: Hashable, Sendable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double

    public init(x: Double, y: Double, width: Double, height: Double) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    /// All of it.
    public static let whole = SensorRect(x: 0, y: 0, width: 1, height: 1)

    /// The centred part that digital zoom by `factor`, at least 1, leaves.
    public init(zoom factor: Double) {
        let side = 1 / max(1, factor)
        self.init(x: (1 - side) / 2, y: (1 - side) / 2, width: side, height: side)
    }
}
