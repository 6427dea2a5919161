import Glibc

/// The light of the simulated studio, as physics has it.
package enum StudioLight {
    /// Exponent between linear light and codes: code = light^(1/2.2). A pure power, so that twice the light is the
    /// same factor on every code.
    package static let gamma = 2.2

    /// How a surface that is white in light of `temperature` kelvin shows on a camera balanced for `balance` kelvin:
    /// linear factors of red, green (always 1) and blue. Planck's law at 600, 550 and 450 nm.
    package static func cast(of temperature: Double, balancedFor balance: Double) -> SIMD3<Double> {
        // Settled loops must leave the picture alone to the last bit.
        guard abs(temperature - balance) > 0.01 else { return SIMD3(1, 1, 1) }
        let (light, white) = (radiance(temperature), radiance(balance))
        return light / white
    }

    /// Spectral radiance at the three wavelengths over that of green.
    private static func radiance(_ temperature: Double) -> SIMD3<Double> {
        func planck(_ metres: Double) -> Double {
            // hc/k = 0.014387769 m·K
            1 / (pow(metres, 5) * (exp(0.014387769 / (metres * temperature)) - 1))
        }
        let green = planck(550e-9)
        return SIMD3(planck(600e-9) / green, 1, planck(450e-9) / green)
    }

    /// Light of the torch at full level over the room's, by lens position (0 near, 1 far): it falls off with distance.
    package static func torchShare(atDepth depth: Double) -> Double {
        let distance = 0.6 + 1.6 * depth
        return 0.8 / (distance * distance)
    }

    /// Colour temperature of the torch, a white LED, in kelvin.
    package static let torchTemperature = 6000.0
}
