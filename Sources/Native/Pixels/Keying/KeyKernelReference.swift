import COnAirPixelKernels

/// The kernels that take a screen's colour away in plain Swift: what they mean, and what tests hold them to, byte for byte.
package enum KeyKernelReference {
    private static let one = 1024
    private static let limit = -8191...8191

    /// `onair_key_axes`.
    package static func axes(_ u: [UInt8], _ v: [UInt8], _ key: onair_key) -> (x: [Int16], z: [Int16]) {
        func axis(_ index: Int, _ ofU: Int32, _ ofV: Int32) -> Int16 {
            let sum = Int(ofU) * (Int(u[index]) - 128) + Int(ofV) * (Int(v[index]) - 128) + 1 << 15
            return Int16(min(max(sum >> 16, limit.lowerBound), limit.upperBound))
        }
        return (u.indices.map { axis($0, key.x_u, key.x_v) }, u.indices.map { axis($0, key.z_u, key.z_v) })
    }

    /// `onair_key_alpha`.
    package static func alpha(
        _ y: [UInt8], x: (near: [Int16], far: [Int16]), z: (near: [Int16], far: [Int16]), _ key: onair_key
    ) -> [UInt8] {
        func fine(_ rows: (near: [Int16], far: [Int16]), _ pixel: Int) -> Int {
            func blended(_ sample: Int) -> Int {
                let sample = min(max(sample, 0), rows.near.count - 1)
                return (3 * Int(rows.near[sample]) + Int(rows.far[sample]) + 2) >> 2
            }
            return (3 * blended(pixel / 2) + blended(pixel.isMultiple(of: 2) ? pixel / 2 - 1 : pixel / 2 + 1) + 2) >> 2
        }
        return y.indices.map { pixel in
            let (along, across) = (fine(x, pixel), fine(z, pixel))
            let below = min(max(Int(key.luma) - Int(y[pixel]), 0), Int(key.lack))
            let lost = (min(max(along, 0), one) * below * Int(key.dim)) >> 13
            let parts = (max(0, one - along - lost), 6 * min(max(0, abs(across) - (along >> 1)), one))
            let (more, less) = (max(parts.0, parts.1), min(parts.0, parts.1))
            let screen = max(0, one - max(more, more - (more >> 3) + (less >> 1)))
            let sure = min(max(min(2 * (Int(y[pixel]) - 18), 235 - Int(y[pixel])), 0), 16)
            let left = min(max(one - ((screen * sure) >> 4) - Int(key.similarity), 0), Int(key.width))
            return UInt8(((((left << Int(key.shift)) * Int(key.gain)) >> 16) + 1) >> 1)
        }
    }

    /// `onair_key_spill`.
    package static func spilled(
        _ u: [UInt8], _ v: [UInt8], x: [Int16], z: [Int16], _ key: onair_key
    ) -> (u: [UInt8], v: [UInt8]) {
        func taken(_ value: UInt8, _ index: Int, _ screen: Int32) -> UInt8 {
            let amount = max(0, Int(x[index]) - abs(Int(z[index])))
            let less = (amount * Int(screen) * Int(key.spill) + 1 << 17) >> 18
            return UInt8(min(max(Int(value) - less, 0), 255))
        }
        return (u.indices.map { taken(u[$0], $0, key.key_u) }, v.indices.map { taken(v[$0], $0, key.key_v) })
    }

    /// `onair_key_mix_rows`, and with the same value everywhere `onair_key_mix_value`.
    package static func mixed(_ row: [UInt8], _ background: [UInt8], alpha: [UInt8]) -> [UInt8] {
        row.indices.map { index in
            let opacity = Int(alpha[index])
            return byOne(Int(row[index]) * opacity + Int(background[index]) * (255 - opacity))
        }
    }

    /// `onair_premultiply`.
    package static func premultiplied(_ row: [UInt8], alpha: [UInt8]) -> [UInt8] {
        row.indices.map { byOne(Int(row[$0]) * Int(alpha[$0])) }
    }

    /// `onair_premultiply_bgra`.
    package static func premultiplied(bgra pixels: [UInt8], alpha: [UInt8]) -> [UInt8] {
        pixels.indices.map { $0 % 4 == 3 ? alpha[$0 / 4] : byOne(Int(pixels[$0]) * Int(alpha[$0 / 4])) }
    }

    /// `value` / 255, rounded.
    private static func byOne(_ value: Int) -> UInt8 { UInt8((2 * value + 255) / 510) }
}
