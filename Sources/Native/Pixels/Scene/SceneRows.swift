import COnAirPixelKernels

/// Two rows of a scene's light and the chroma row they share: signed numbers with 5 fraction bits, luma from 0 (black),
/// chroma around 0.
///
/// Unsafe: memory of whoever made it, valid for as long as they say; nothing checks bounds.
package struct SceneRows {
    package let top: UnsafeMutablePointer<Int16>
    package let bottom: UnsafeMutablePointer<Int16>
    package let cb: UnsafeMutablePointer<Int16>
    package let cr: UnsafeMutablePointer<Int16>

    package init(
        top: UnsafeMutablePointer<Int16>, bottom: UnsafeMutablePointer<Int16>, cb: UnsafeMutablePointer<Int16>,
        cr: UnsafeMutablePointer<Int16>
    ) {
        (self.top, self.bottom, self.cb, self.cr) = (top, bottom, cb, cr)
    }

    /// The sensor's answer to columns `left` to `right`, both even, at the same columns of `codes`: matrix, noise,
    /// clipping to limited range. Chroma fades where luma clips.
    ///
    /// - Parameters:
    ///   - noise: 8-bit numbers from column 0 of each row on.
    ///   - gain: of the noise, 8 fraction bits; 0 for none.
    package func sense(
        from left: Int, to right: Int, noise: (top: UnsafePointer<Int8>, bottom: UnsafePointer<Int8>), gain: Int,
        _ matrix: SensorMatrix, into codes: CodeRows
    ) {
        withUnsafePointer(to: matrix.weights) { weights in
            onair_sensor_rows(
                top + left, bottom + left, cb + left / 2, cr + left / 2, noise.top + left, noise.bottom + left,
                Int32(gain), codes.top + left, codes.bottom + left, codes.cb + left / 2, codes.cr + left / 2,
                Int32(right - left), weights)
        }
    }
}
