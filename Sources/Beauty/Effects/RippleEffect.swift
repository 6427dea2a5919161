import OnAirMedia
import OnAirPixels

/// Waves that run through the picture, as if it lay under water: rows swing sideways, and up and down.
enum RippleEffect {
    /// How far a pixel goes at most, of the shorter side, each way.
    static let reach = 0.02

    static func wave(at time: EffectTime, _ strength: Double, in size: PictureSize) -> RowWave {
        let side = Double(min(size.width, size.height))
        return RowWave(
            amplitude: reach * strength * side, length: side / 3, phase: time.round(of: 2000).phase,
            rise: reach * strength * side / 2, riseLength: side / 2, risePhase: time.round(of: 3100).phase)
    }
}
