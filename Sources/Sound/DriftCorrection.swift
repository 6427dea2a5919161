/// Decides by how much sound is stretched or squeezed so that it stays with the master clock. A pure value.
///
/// It does nothing until a distance is real: half a millisecond, and four times what is uncertain about it. From then on
/// it follows the measured rate, and takes what is left of the distance back over 25 s. It changes by at most 20 ppm in a
/// second and never leaves ±500 ppm: 0.9 hundredths of a semitone, where the ear notices five.
/// 25 s is `limit / slew`, so that it never has to turn faster than it may, and so never swings past its aim.
public struct DriftCorrection: Equatable, Sendable {
    /// The largest correction, as a fraction; 500 ppm.
    public static let limit = 500e-6
    /// The largest change in a second, as a fraction; 20 ppm.
    public static let slew = 20e-6
    /// Seconds over which a distance is taken back.
    public static let settling = limit / slew
    /// A distance below this many seconds is left alone until there has been a larger one.
    public static let threshold = 0.5e-3

    /// The present correction: 100e-6 makes a million samples 100 longer. Exactly 0 until one was needed.
    public private(set) var ratio = 0.0
    /// Whether a correction has been needed.
    public private(set) var isActive = false

    public init() {}

    /// Decides the correction of the next piece of sound.
    ///
    /// - Parameters:
    ///   - distance: seconds that the sound lies before its place.
    ///   - uncertainty: the standard deviation of `distance`, in seconds.
    ///   - rate: by how much `distance` grows in a second without correction.
    ///   - elapsed: the piece's length in seconds.
    public mutating func advance(distance: Double, uncertainty: Double, rate: Double, elapsed: Double) {
        if !isActive { isActive = abs(distance) > max(Self.threshold, 4 * uncertainty) }
        guard isActive else { return }
        let wanted = min(max(rate + distance / Self.settling, -Self.limit), Self.limit)
        let step = Self.slew * elapsed
        ratio += min(max(wanted - ratio, -step), step)
    }
}
