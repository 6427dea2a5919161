import Glibc
import OnAirMedia
import OnAirPixels

extension SensorMatrix {
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
        let scale = 65536 / (Double(StudioLayer.white) * 32)
        func fixed(_ value: Double) -> Int32 { Int32(max(-8e7, min(8e7, value * scale)).rounded()) }
        /// What the red, green and blue of one unit of luma, Cb or Cr become.
        func column(_ unit: SIMD3<Double>) -> SIMD3<Int32> {
            let (red, green, blue) = (unit.x * r, unit.y * g, unit.z * b)
            let luma = kr * red + kg * green + kb * blue
            let cb = (blue - luma) / (2 * (1 - kb))
            let cr = (red - luma) / (2 * (1 - kr))
            return SIMD3(fixed(luma * 219), fixed(cb * 224), fixed(cr * 224))
        }
        let luma = column(SIMD3(1, 1, 1))
        let blue = column(SIMD3(0, -2 * (1 - kb) * kb / kg, 2 * (1 - kb)))
        let red = column(SIMD3(2 * (1 - kr), -2 * (1 - kr) * kr / kg, 0))
        self.init(
            luma: SIMD3(luma.x, blue.x, red.x), cb: SIMD3(luma.y, blue.y, red.y), cr: SIMD3(luma.z, blue.z, red.z))
    }
}
