import COnAirPixelKernels
import Glibc
import OnAirMedia

extension onair_sensor_matrix {
    /// What turns samples of layers (luma `StudioLayer.white` for white, 5 fraction bits) into codes at `exposure`,
    /// linear, and `cast`, linear factors of red, green and blue.
    ///
    /// A factor on linear light is its (1/γ)th power on codes, so that exposure is a factor and a cast a matrix.
    init(exposure: Double, cast: SIMD3<Double>, matrix: ColorDescription.Matrix) {
        let (kr, kb) = matrix == .bt709 ? (0.2126, 0.0722) : (0.299, 0.114)
        let kg = 1 - kr - kb
        let power = 1 / StudioLight.gamma
        let level = pow(exposure, power)
        let (r, g, b) = (level * pow(cast.x, power), level * pow(cast.y, power), level * pow(cast.z, power))
        // Red, green and blue of one unit of luma, Cb and Cr; then scaled.
        let units: [(Double, Double, Double)] = [
            (1, 1, 1), (0, -2 * (1 - kb) * kb / kg, 2 * (1 - kb)), (2 * (1 - kr), -2 * (1 - kr) * kr / kg, 0),
        ]
        let columns = units.map { unit -> (Int32, Int32, Int32) in
            let (red, green, blue) = (unit.0 * r, unit.1 * g, unit.2 * b)
            let luma = kr * red + kg * green + kb * blue
            let cb = (blue - luma) / (2 * (1 - kb))
            let cr = (red - luma) / (2 * (1 - kr))
            let scale = 65536 / (Double(StudioLayer.white) * 32)
            func fixed(_ value: Double) -> Int32 { Int32(max(-8e7, min(8e7, value * scale)).rounded()) }
            return (fixed(luma * 219), fixed(cb * 224), fixed(cr * 224))
        }
        self.init(
            y_y: columns[0].0, y_u: columns[1].0, y_v: columns[2].0, u_y: columns[0].1, u_u: columns[1].1,
            u_v: columns[2].1, v_y: columns[0].2, v_u: columns[1].2, v_v: columns[2].2)
    }
}
