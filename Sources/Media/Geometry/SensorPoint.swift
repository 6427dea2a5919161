/// bottom right.
public struct SensorPoint: Hashable, Sendable {
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

    /// The middle.
    public static let centre = SensorPoint(x: 0.5, y: 0.5)

    /// Whether both coordinates are in 0…1.
    public var isOnSensor: Bool { (0...1).contains(x) && (0...1).contains(y) }
}
