/// A soft glow of what is bright, that breathes: up and down in four seconds.
enum DreamEffect {
    /// Milliseconds of a breath.
    static let period: Int64 = 4000

    /// How much glow is added: 0…1.
    static func amount(at time: EffectTime, _ strength: Double) -> Double {
        strength * (0.7 + 0.3 * time.sine(of: period))
    }
}
