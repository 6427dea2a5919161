import OnAirMedia

/// How far the camera's picture is enlarged by the program (digital zoom), and how fast it comes to that.
public struct PictureZoom: Hashable, Sendable {
    /// 1…8: how many times nearer than the camera shows it; outside it is clamped, and what is no number is 1. Default 1.
    public var factor: Double
    /// How long it takes from the present zoom. Zero, the default, or less: at once.
    public var duration: MediaTime

    public init(_ factor: Double = 1, duration: MediaTime = .zero) {
        self.factor = factor
        self.duration = duration
    }

    /// What `factor` may be.
    public static let range = 1.0...8.0

    /// The factor that is aimed at, in `range`.
    var clampedFactor: Double {
        factor.isNaN ? 1 : min(max(factor, Self.range.lowerBound), Self.range.upperBound)
    }
}
