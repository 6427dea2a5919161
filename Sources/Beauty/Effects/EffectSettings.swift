/// Something that moves, and how much.
public struct EffectSettings: Hashable, Sendable {
    public enum Effect: String, CaseIterable, Sendable, Codable {
        /// The picture jumps about and its colours part.
        case shake
        /// A copy of the picture grows out of it and fades.
        case soul
        /// Flashes of white.
        case flash
    }

    /// Default shake.
    public var effect = Effect.shake
    /// 0 (nothing) … 1. Default 0.5.
    public var strength = 0.5

    public init() {}
}

extension EffectSettings: FilterSettings {
    public static let filterName = "effect"
    public static let summary = "Something that moves."
    public static var fields: [FilterField<Self>] {
        [
            .choice("effect", \.effect, "Which one."),
            .number("strength", \.strength, in: 0...1, "How much."),
        ]
    }
}
