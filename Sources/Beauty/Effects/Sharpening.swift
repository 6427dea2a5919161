/// How much sharper a picture becomes.
public struct Sharpening: Hashable, Sendable {
    /// 0 (nothing) … 1. Default 0.5.
    public var amount = 0.5

    public init() {}

    public init(amount: Double) { self.amount = amount }
}

extension Sharpening: FilterSettings {
    public static let filterName = "sharpen"
    public static let summary = "Makes fine detail stronger."
    public static var fields: [FilterField<Self>] { [.number("amount", \.amount, in: 0...1, "How much.")] }
}

extension Sharpening: RampedSettings {
    func toward(_ target: Self, progress: Double) -> Self {
        Sharpening(amount: Self.between(amount, target.amount, progress))
    }
}
