import OnAirFFmpeg
import OnAirMedia

/// One way to encode the program: each is less work than the one above it.
public struct EncoderRung: Equatable, Sendable {
    public let preset: H264Encoder.Configuration.Preset
    /// Each n-th point of the grid gets a picture.
    public let frameInterval: Int
    /// Size of the encoded pictures.
    public let size: PictureSize

    public init(preset: H264Encoder.Configuration.Preset, frameInterval: Int, size: PictureSize) {
        self.preset = preset
        self.frameInterval = frameInterval
        self.size = size
    }

    /// What this costs, roughly, as a multiple of what `other` does: each preset about twice the one before it, pictures
    /// and pixels in proportion.
    func cost(relativeTo other: EncoderRung) -> Double {
        let presets = H264Encoder.Configuration.Preset.allCases
        let steps = (presets.firstIndex(of: preset) ?? 0) - (presets.firstIndex(of: other.preset) ?? 0)
        var cost = Double(size.width * size.height) / Double(other.size.width * other.size.height)
        cost *= Double(other.frameInterval) / Double(frameInterval)
        for _ in 0..<abs(steps) { cost *= steps > 0 ? 1.8 : 1 / 1.8 }
        return cost
    }

    /// The rungs below what was asked for, in the order they are taken: faster presets, then half the pictures, then
    /// three quarters and half of each side.
    public static func ladder(for asked: H264Encoder.Configuration) -> [EncoderRung] {
        let presets = H264Encoder.Configuration.Preset.allCases
        let place = presets.firstIndex(of: asked.preset) ?? 0
        var rungs = presets[...place].reversed().map {
            EncoderRung(preset: $0, frameInterval: 1, size: asked.size)
        }
        let fastest = presets[0]
        // Fewer than ten pictures a second are no film any more.
        let interval = asked.frameRate.framesPerSecond >= Rational(20) ? 2 : 1
        if interval > 1 { rungs.append(EncoderRung(preset: fastest, frameInterval: interval, size: asked.size)) }
        for (top, bottom) in [(3, 4), (1, 2)] {
            let size = PictureSize(
                width: asked.size.width * top / bottom / 2 * 2, height: asked.size.height * top / bottom / 2 * 2)
            // The same for pictures that stand upright.
            guard max(size.width, size.height) >= 160, min(size.width, size.height) >= 88 else { break }
            rungs.append(EncoderRung(preset: fastest, frameInterval: interval, size: size))
        }
        return rungs
    }
}
