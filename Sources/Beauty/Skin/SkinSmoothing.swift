/// How skin is smoothed, lightened and coloured.
public struct SkinSmoothing: Hashable, Sendable {
    /// How it is smoothed.
    public enum Family: String, CaseIterable, Sendable, Codable {
        /// Takes away what a camera exaggerates; nobody notices. The kit's default.
        case light
        /// Plainly smoother, pores still there.
        case natural
        /// Like make-up.
        case strong
    }

    /// Default light.
    public var family: Family
    /// 0 (nothing) … 1. Default 0.5.
    public var smooth: Double
    /// How much lighter skin becomes, and up to 15 % less saturated with it: 0 (nothing) … 1. Default 0.2.
    public var whiten: Double
    /// −1 (paler: 30 % less saturated, in skin's own hue) … 0 (nothing) … 1 (rosier). Default 0.1.
    public var ruddy: Double

    public init(family: Family = .light, smooth: Double = 0.5, whiten: Double = 0.2, ruddy: Double = 0.1) {
        self.family = family
        self.smooth = smooth
        self.whiten = whiten
        self.ruddy = ruddy
    }

    public init() { self.init(family: .light) }
}

extension SkinSmoothing: FilterSettings {
    public static let filterName = "skin"
    public static let summary = "Smooths, lightens and colours skin; eyes, brows, hair and letters keep their edges."
    public static var fields: [FilterField<Self>] {
        [
            .choice("family", \.family, "How it is smoothed."),
            .number("smooth", \.smooth, in: 0...1, "How much is smoothed."),
            .number("whiten", \.whiten, in: 0...1, "How much lighter skin becomes."),
            .number("ruddy", \.ruddy, in: -1...1, "Paler below 0, rosier above."),
        ]
    }
}
