/// Flashes of white, two a second: at once as bright as they get, then gone within a quarter of a second.
///
/// WCAG 2.1, success criterion 2.3.1, allows three flashes in any second; this is photosensitive viewers' safety.
enum FlashEffect {
    /// Milliseconds from one flash to the next.
    static let period: Int64 = 500

    /// How much of a picture is white: 0…1.
    static func amount(at time: EffectTime, _ strength: Double) -> Double {
        let left = max(0, 1 - time.round(of: period).phase * 2)
        return 0.9 * strength * left * left
    }
}
