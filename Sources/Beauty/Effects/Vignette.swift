/// How much darker a picture becomes towards its corners.
public struct Vignette: Hashable, Sendable {
    /// 0 (nothing) … 1 (black corners). Default 0.4.
    public var amount = 0.4
    /// Where it begins: 0 (in the middle) … 1 (in the corners). Default 0.5.
    public var radius = 0.5

    public init() {}

    public init(amount: Double, radius: Double = 0.5) { (self.amount, self.radius) = (amount, radius) }
}

extension Vignette: FilterSettings {
    public static let filterName = "vignette"
    public static let summary = "Darkens the corners."
    public static var fields: [FilterField<Self>] {
        [
            .number("amount", \.amount, in: 0...1, "How dark corners become."),
            .number("radius", \.radius, in: 0...1, "Where it begins: 0 in the middle, 1 in the corners."),
        ]
    }
}

extension Vignette: RampedSettings {
    func toward(_ target: Self, progress: Double) -> Self {
        Vignette(
            amount: Self.between(amount, target.amount, progress), radius: Self.between(radius, target.radius, progress)
        )
    }
}
