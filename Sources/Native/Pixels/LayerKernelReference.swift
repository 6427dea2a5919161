import COnAirPixelKernels

/// The kernels that lay layers over pictures in plain Swift: what they mean, and what tests hold them to, byte for byte.
package enum LayerKernelReference {
    /// What becomes of two rows of pixels, and of a block of four of them.
    package struct Rows: Equatable {
        package var y: [[UInt8]] = [[], []]
        package var alpha: [[UInt8]] = [[], []]
        package var u: [UInt8] = []
        package var v: [UInt8] = []
        package var chromaAlpha: [UInt8] = []

        package init() {}
    }

    /// `onair_bgra_to_i420a`; rows of blue, green, red, alpha bytes.
    package static func i420a(fromBGRA rows: [[UInt8]], pairs: Int, _ m: onair_layer_matrix) -> Rows {
        func pixel(_ row: Int, _ x: Int) -> SIMD4<Int32> {
            SIMD4(
                Int32(rows[row][4 * x + 2]), Int32(rows[row][4 * x + 1]), Int32(rows[row][4 * x]),
                Int32(rows[row][4 * x + 3]))
        }
        func sum(_ pixel: SIMD4<Int32>, _ weights: SIMD4<Int32>, _ bits: Int32) -> UInt8 {
            clamped(((pixel &* weights).wrappedSum() + (1 << (bits - 1))) >> bits)
        }
        var made = Rows()
        for row in 0..<2 {
            let weights = SIMD4(m.y_red, m.y_green, m.y_blue, m.y_alpha)
            made.y[row] = (0..<2 * pairs).map { sum(pixel(row, $0), weights, 15) }
            made.alpha[row] = (0..<2 * pairs).map { rows[row][4 * $0 + 3] }
        }
        for x in stride(from: 0, to: 2 * pairs, by: 2) {
            let block = pixel(0, x) &+ pixel(0, x + 1) &+ pixel(1, x) &+ pixel(1, x + 1)
            made.u.append(sum(block, SIMD4(m.u_red, m.u_green, m.u_blue, m.u_alpha), 17))
            made.v.append(sum(block, SIMD4(m.v_red, m.v_green, m.v_blue, m.v_alpha), 17))
            made.chromaAlpha.append(UInt8((block.w + 2) / 4))
        }
        return made
    }

    /// `onair_bgra_is_opaque`.
    package static func isOpaque(_ row: [UInt8]) -> Bool {
        stride(from: 3, to: row.count, by: 4).allSatisfy { row[$0] == 255 }
    }

    /// `onair_alpha_tiles`.
    package static func tiles(_ rows: ([UInt8], [UInt8])) -> [UInt8] {
        stride(from: 0, to: rows.0.count, by: 32).map { start in
            let range = start..<min(start + 32, rows.0.count)
            let all = rows.0[range] + rows.1[range]
            return all.allSatisfy { $0 == 255 } ? 2 : all.allSatisfy { $0 == 0 } ? 0 : 1
        }
    }

    /// `onair_lay_over`.
    package static func over(_ row: [UInt8], _ layer: [UInt8], alpha: [UInt8], gain: Int) -> [UInt8] {
        row.indices.map { x in
            let (light, opacity) = (scaled(Int(layer[x]), gain), scaled(Int(alpha[x]), gain))
            return clamped(Int32(light + product(Int(row[x]), 255 - opacity)))
        }
    }

    /// `onair_lay_add`.
    package static func added(
        _ row: [UInt8], _ layer: [UInt8], alpha: [UInt8]?, bias: Int, gain: Int, within limits: ClosedRange<Int>
    ) -> [UInt8] {
        row.indices.map { x in
            let light = Int(layer[x]) - product(alpha.map { Int($0[x]) } ?? 255, bias)
            let below = Int(row[x])
            return UInt8(
                min(max(below + scaled(light, gain), min(below, limits.lowerBound)), max(below, limits.upperBound)))
        }
    }

    /// `onair_mix_rows`.
    package static func mixed(_ a: [UInt8], _ b: [UInt8], amount: Int) -> [UInt8] {
        a.indices.map { UInt8((Int(a[$0]) * (256 - amount) + Int(b[$0]) * amount + 128) / 256) }
    }

    /// `onair_resample_bgra`, from the filter instead of packed pairs.
    package static func resampled(_ row: [UInt16], _ filter: AxisFilter) -> [UInt8] {
        (0..<4 * filter.outputCount).map { at in
            let (x, channel) = at.quotientAndRemainder(dividingBy: 4)
            var sum: UInt32 = 1 << 15
            for tap in 0..<filter.taps {
                let pixel = min(filter.starts[x] + tap, filter.inputCount - 1)
                sum += UInt32(row[4 * pixel + channel]) * UInt32(filter.weights[x * filter.taps + tap])
            }
            return UInt8(sum >> 16)
        }
    }

    /// `onair_rotate_bgra`; `start` and `step` have 16 fraction bits.
    package static func rotated(
        _ picture: [UInt8], width: Int, height: Int, start: SIMD2<Int64>, step: SIMD2<Int64>, count: Int
    ) -> [UInt8] {
        func sample(_ x: Int, _ y: Int, _ channel: Int) -> Int {
            (0..<width).contains(x) && (0..<height).contains(y) ? Int(picture[4 * (y * width + x) + channel]) : 0
        }
        return (0..<4 * count).map { at in
            let (index, channel) = at.quotientAndRemainder(dividingBy: 4)
            let place = start &+ step &* SIMD2(repeating: Int64(index))
            let (x, y) = (Int(place.x >> 16), Int(place.y >> 16))
            let (right, below) = (Int(place.x >> 8) & 255, Int(place.y >> 8) & 255)
            let upper = sample(x, y, channel) * (256 - right) + sample(x + 1, y, channel) * right
            let lower = sample(x, y + 1, channel) * (256 - right) + sample(x + 1, y + 1, channel) * right
            return UInt8((upper * (256 - below) + lower * below + 1 << 15) >> 16)
        }
    }

    /// `onair_i420_to_bgra`.
    package static func bgra(_ y: [UInt8], _ u: [UInt8], _ v: [UInt8], _ m: onair_bgra_matrix) -> [UInt8] {
        y.indices.flatMap { x in
            let (light, cb, cr) = (m.luma * Int32(y[x]), Int32(u[x / 2]), Int32(v[x / 2]))
            return [
                clamped((light + m.blue_u * cb + m.blue_offset) >> 14),
                clamped((light + m.green_u * cb + m.green_v * cr + m.green_offset) >> 14),
                clamped((light + m.red_v * cr + m.red_offset) >> 14), 255,
            ]
        }
    }

    /// `a` times `b` / 255, rounded.
    private static func product(_ a: Int, _ b: Int) -> Int { (2 * a * b + 255) / 510 }

    private static func scaled(_ value: Int, _ gain: Int) -> Int { (value * gain + 128) >> 8 }

    private static func clamped(_ value: Int32) -> UInt8 { UInt8(min(max(value, 0), 255)) }
}
