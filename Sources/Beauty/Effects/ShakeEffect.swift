import OnAirMedia
import OnAirPixels

/// Jumps of the picture, twice a second, that die away; a little enlarged, so that no edge shows; colours part on the way.
enum ShakeEffect {
    /// Milliseconds from one jump to the next.
    static let period: Int64 = 500
    /// How far it jumps at most, of the shorter side.
    static let reach = 0.04
    /// How far Cb and Cr go apart at most, of the shorter side, each way.
    static let parting = 0.012

    static func step(at time: EffectTime, _ strength: Double, in size: PictureSize) -> PictureMove {
        let (number, phase) = time.round(of: period)
        // Five swings that die away.
        let swing = (1 - phase) * (1 - phase) * EffectTime.wave(phase * 5)
        let side = Double(min(size.width, size.height)) * strength
        let (right, down) = (EffectTime.noise(number, 0), EffectTime.noise(number, 1))
        let apart = parting * side * (1 - phase) * (1 - phase)
        return PictureMove(
            zoom: 1 + 2 * reach * strength, x: reach * side * swing * right, y: reach * side * swing * down,
            partX: apart, partY: apart * down / 2)
    }
}
