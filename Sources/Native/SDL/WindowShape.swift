import OnAirMedia

/// Something plain drawn over the picture, in pixels of the window's surface.
public enum WindowShape: Hashable, Sendable {
    /// Red, green, blue and opacity, 0…1 each.
    public struct Color: Hashable, Sendable {
        public var red: Double
        public var green: Double
        public var blue: Double
        public var opacity: Double

        public init(_ red: Double, _ green: Double, _ blue: Double, opacity: Double = 1) {
            (self.red, self.green, self.blue, self.opacity) = (red, green, blue, opacity)
        }
    }

    case rectangle(LayerRect, Color)
    case disc(center: LayerPoint, radius: Double, Color)
}
