import Glibc

/// Angles in degrees.
enum Angle {
    /// Exact at quarter turns.
    static func sineAndCosine(_ degrees: Double) -> (sine: Double, cosine: Double) {
        switch degrees.truncatingRemainder(dividingBy: 360) {
        case 0: return (0, 1)
        case 90, -270: return (1, 0)
        case 180, -180: return (0, -1)
        case 270, -90: return (-1, 0)
        case let rest: return (sin(rest * .pi / 180), cos(rest * .pi / 180))
        }
    }
}
