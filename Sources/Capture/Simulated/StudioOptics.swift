import Glibc

/// How one picture of the simulated scene is taken.
package struct StudioOptics: Hashable, Sendable {
    /// 0 near to 1 far.
    package var lensPosition = 0.5
    /// Exposure over that at 1/60 s and gain 1, linear.
    package var exposure = 1.0
    /// Amplification, for the noise it brings.
    package var gain = 1.0
    /// Light of the room, linear; 1 is as the scene was lit.
    package var ambient = 1.0
    /// Light of the torch, 0…1.
    package var torch = 0.0
    /// Linear factors of red, green and blue.
    package var cast = SIMD3<Double>(1, 1, 1)
    /// Digital zoom about the centre.
    package var zoom = 1.0
    /// How far the camera points away, as parts of the sensor's width and height.
    package var shift = SIMD2<Double>(0, 0)

    package init() {}

    /// A hand's tremor at `seconds`: slow sway and a faster tremble, at most `amplitude` each way.
    package static func shake(at seconds: Double, amplitude: Double) -> SIMD2<Double> {
        func wave(_ hertz: Double, _ phase: Double) -> Double { sin(2 * .pi * hertz * seconds + phase) }
        return SIMD2(
            0.5 * wave(0.7, 0.4) + 0.3 * wave(2.3, 1.9) + 0.2 * wave(6.1, 0.2),
            0.5 * wave(0.9, 2.6) + 0.3 * wave(2.9, 0.7) + 0.2 * wave(7.3, 4.1)) * amplitude
    }
}
