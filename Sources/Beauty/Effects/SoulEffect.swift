/// A copy of the picture that grows out of it and fades, again each second.
enum SoulEffect {
    /// Milliseconds from one copy to the next.
    static let period: Int64 = 1000
    /// How much larger a copy ends.
    static let growth = 0.6

    static func step(at time: EffectTime, _ strength: Double) -> (zoom: Double, amount: Double) {
        let (_, phase) = time.round(of: period)
        // It comes within a tenth of the time and is gone at the end.
        let shown = min(phase * 10, 1) * (1 - phase)
        return (1 + growth * phase, 0.7 * strength * shown)
    }
}
