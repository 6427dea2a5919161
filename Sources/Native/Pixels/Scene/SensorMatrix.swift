import COnAirPixelKernels

/// What turns a scene's light into codes: each of luma, Cb and Cr a weighted sum of the light's three. Products have 16
/// fraction bits more than the light without its own.
package struct SensorMatrix: Hashable, Sendable {
    /// Weights of the light's luma, Cb and Cr in the picture's luma.
    package var luma: SIMD3<Int32>
    /// In its Cb.
    package var cb: SIMD3<Int32>
    /// In its Cr.
    package var cr: SIMD3<Int32>

    package init(luma: SIMD3<Int32>, cb: SIMD3<Int32>, cr: SIMD3<Int32>) {
        (self.luma, self.cb, self.cr) = (luma, cb, cr)
    }

    /// As the kernels take them.
    var weights: onair_sensor_matrix {
        onair_sensor_matrix(
            y_y: luma.x, y_u: luma.y, y_v: luma.z, u_y: cb.x, u_u: cb.y, u_v: cb.z, v_y: cr.x, v_u: cr.y, v_v: cr.z)
    }
}
