/// The kernels that sharpen, shade and light pictures in plain Swift: what they mean, and what tests hold them to, byte for
/// byte.
package enum EffectKernelReference {
    /// `onair_sharpen_row`: rows have one more sample before their first and behind their last.
    package static func sharpened(
        _ rows: (above: [UInt8], row: [UInt8], below: [UInt8]), core: Int, gain: Int, overshoot: Int
    ) -> [UInt8] {
        (1..<rows.row.count - 1).map { x in
            let all = [rows.above, rows.row, rows.below].map { row in (x - 1...x + 1).map { Int(row[$0]) } }
            let sums = all.map { $0[0] + 2 * $0[1] + $0[2] }
            let value = all[1][1]
            let difference = 16 * value - (sums[0] + 2 * sums[1] + sums[2])
            let added = (((max(abs(difference) - core, 0) * gain) >> 11) + 4) >> 3
            let around = all.flatMap { $0 }
            let low = max((around.min() ?? value) - overshoot, min(value, 16))
            let high = min((around.max() ?? value) + overshoot, max(value, 235))
            return UInt8(min(max(value + difference.signum() * added, low), high))
        }
    }

    /// `onair_vignette_row`.
    package static func shaded(_ row: [UInt8], columns: [Int32], start: Int32, amount: Int, bias: Int) -> [UInt8] {
        row.indices.map { x in
            let place = min(max(Int(columns[x]) + Int(start), 0), 32767)
            let loss = ((((place * place) >> 16) * amount) >> 16) * 4
            let taken = ((Int(row[x]) - bias) * 128 * loss) >> 16
            return UInt8(Int(row[x]) - ((taken + 32) >> 6))
        }
    }

    /// `onair_glow_row`.
    package static func glowing(_ row: [UInt8], light: [UInt8], amount: Int) -> [UInt8] {
        row.indices.map { x in
            let (own, other) = (min(max(Int(row[x]) - 16, 0), 219), min(max(Int(light[x]) - 16, 0), 219))
            let square = (other * other * 299) >> 16
            return UInt8(Int(row[x]) + ((square * (219 - own) * ((299 * amount) >> 8)) >> 16))
        }
    }
}
