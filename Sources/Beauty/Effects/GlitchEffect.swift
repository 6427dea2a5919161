import OnAirMedia
import OnAirPixels

/// Bands of rows that jump sideways: for a part of each third of a second, other ones twelve times a second.
enum GlitchEffect {
    /// How far a band goes at most, of the width.
    static let reach = 0.08
    /// Of the height: how high bands are at most.
    static let bandHeight = 0.09
    /// How far Cb and Cr go apart at most, of the width, each way.
    static let parting = 0.012

    static func shifts(at time: EffectTime, _ strength: Double, in size: PictureSize) -> RowShifts {
        let third = time.round(of: 333)
        let number = time.round(of: 83).number
        // Each third of a second holds a fit of its own length, and some hold none.
        let length = 0.35 + 0.35 * EffectTime.noise(third.number, 99)
        var shifts = RowShifts()
        guard third.phase < length else { return shifts }
        let width = Double(size.width) * strength
        shifts.part = parting * width * (0.5 + 0.5 * EffectTime.noise(number, 98))
        for band in 0..<RowShifts.most {
            let start = 0.5 + 0.5 * EffectTime.noise(number, 3 * band)
            let height = bandHeight * (0.5 + 0.5 * EffectTime.noise(number, 3 * band + 1))
            shifts.add(
                firstRow: Int(start * Double(size.height)), rows: 1 + Int(height * Double(size.height)),
                shift: reach * width * EffectTime.noise(number, 3 * band + 2))
        }
        return shifts
    }
}
