/// Something that moves, and how much.
public struct EffectSettings: Hashable, Sendable {
    /// Which one. All are functions of the program time.
    public enum Effect: String, CaseIterable, Sendable, Codable {
        /// The picture jumps about twice a second and its colours part.
        case shake
        /// A copy of the picture grows out of it and fades, once a second.
        case soul
        /// Flashes of white, two a second: fewer than the three that WCAG 2.3.1 allows.
        case flash
        /// Bands of rows jump sideways for a moment and their colours part.
        case glitch
        /// The picture swims, as under water.
        case ripple
        /// What is bright glows softly, and breathes.
        case dream
    }

    /// Default shake.
    public var effect = Effect.shake
    /// 0 (nothing) … 1. Default 0.5.
    public var strength = 0.5

    public init() {}

    public init(_ effect: Effect, strength: Double = 0.5) {
        self.effect = effect
        self.strength = strength
    }
}

extension EffectSettings: FilterSettings {
    public static let filterName = "effect"
    public static let summary = "Something that moves: shakes and parts colours, grows, flashes, jumps, swims or glows."
    public static var fields: [FilterField<Self>] {
        [
            .choice("effect", \.effect, "Which one."),
            .number("strength", \.strength, in: 0...1, "How much."),
        ]
    }
}

extension EffectSettings: RampedSettings {
    func toward(_ target: Self, progress: Double) -> Self {
        // Another effect begins from nothing.
        let start = effect == target.effect ? strength : 0
        return EffectSettings(target.effect, strength: Self.between(start, target.strength, progress))
    }
}
