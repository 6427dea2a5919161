import COnAirPixelKernels

/// The kernels of COnAirPixelKernels in plain Swift: what they mean, and what tests hold them to, byte for byte.
package enum PixelKernelReference {
    /// `onair_rgb_to_i420`.
    package static func i420(
        fromRGB rows: ([UInt8], [UInt8]), step: Int, redFirst: Bool, width: Int, _ m: onair_rgb_matrix
    ) -> (y0: [UInt8], y1: [UInt8], u: [UInt8], v: [UInt8]) {
        func pixel(_ row: [UInt8], _ x: Int) -> (r: Int32, g: Int32, b: Int32) {
            let at = min(x, width - 1) * step
            return (Int32(row[at + (redFirst ? 0 : 2)]), Int32(row[at + 1]), Int32(row[at + (redFirst ? 2 : 0)]))
        }
        func luma(_ row: [UInt8]) -> [UInt8] {
            (0..<width).map { x in
                let (r, g, b) = pixel(row, x)
                return UInt8((m.y_red * r + m.y_green * g + m.y_blue * b + m.y_offset) >> 15)
            }
        }
        var (u, v): ([UInt8], [UInt8]) = ([], [])
        for x in stride(from: 0, to: width, by: 2) {
            let four = [pixel(rows.0, x), pixel(rows.0, x + 1), pixel(rows.1, x), pixel(rows.1, x + 1)]
            let r = four.reduce(0) { $0 + $1.r }
            let g = four.reduce(0) { $0 + $1.g }
            let b = four.reduce(0) { $0 + $1.b }
            u.append(clamped((m.u_red * r + m.u_green * g + m.u_blue * b + m.u_offset) >> 17))
            v.append(clamped((m.v_red * r + m.v_green * g + m.v_blue * b + m.v_offset) >> 17))
        }
        return (luma(rows.0), luma(rows.1), u, v)
    }

    /// `onair_recolor_i420`.
    package static func recolored(
        _ y0: [UInt8], _ y1: [UInt8], _ u: [UInt8], _ v: [UInt8], _ m: onair_yuv_matrix
    ) -> (y0: [UInt8], y1: [UInt8], u: [UInt8], v: [UInt8]) {
        func luma(_ row: [UInt8]) -> [UInt8] {
            row.indices.map { x in
                let (cu, cv) = (Int32(u[x / 2]), Int32(v[x / 2]))
                return clamped((m.y_y * Int32(row[x]) + m.y_u * cu + m.y_v * cv + m.y_offset) >> 14)
            }
        }
        let newU = u.indices.map { clamped((m.u_u * Int32(u[$0]) + m.u_v * Int32(v[$0]) + m.u_offset) >> 14) }
        let newV = u.indices.map { clamped((m.v_u * Int32(u[$0]) + m.v_v * Int32(v[$0]) + m.v_offset) >> 14) }
        return (luma(y0), luma(y1), newU, newV)
    }

    /// `onair_packed_422_to_i420`.
    package static func i420(fromPacked rows: ([UInt8], [UInt8]), lumaAt: Int, width: Int) -> (
        y0: [UInt8], y1: [UInt8], u: [UInt8], v: [UInt8]
    ) {
        func luma(_ row: [UInt8]) -> [UInt8] { (0..<width).map { row[2 * $0 + lumaAt] } }
        func chroma(_ first: Int) -> [UInt8] {
            (0..<(width + 1) / 2).map { pair in
                let at = 4 * pair + first
                return UInt8((Int(rows.0[at]) + Int(rows.1[at]) + 1) / 2)
            }
        }
        return (luma(rows.0), luma(rows.1), chroma(1 - lumaAt), chroma(3 - lumaAt))
    }

    /// `onair_mean_rows`.
    package static func mean(_ a: [UInt8], _ b: [UInt8]) -> [UInt8] {
        zip(a, b).map { UInt8((Int($0) + Int($1) + 1) / 2) }
    }

    /// `onair_mean_blocks`.
    package static func blockMean(_ a: [UInt8], _ b: [UInt8]) -> [UInt8] {
        stride(from: 0, to: a.count, by: 2).map { x in
            let next = min(x + 1, a.count - 1)
            return UInt8((Int(a[x]) + Int(a[next]) + Int(b[x]) + Int(b[next]) + 2) / 4)
        }
    }

    /// `onair_blend_rows`.
    package static func blended(_ rows: [[UInt8]], _ weights: [UInt16]) -> [UInt16] {
        rows[0].indices.map { x in rows.indices.reduce(0) { $0 + UInt16(rows[$1][x]) * weights[$1] } }
    }

    /// `onair_round_row`.
    package static func rounded(_ row: [UInt16]) -> [UInt8] { row.map { UInt8((UInt32($0) + 128) / 256) } }

    /// `onair_shrink_row_2_1`, `onair_shrink_row_3_2` and `onair_shrink_row_4_3`: each output sample is made of the
    /// two input samples it covers, `weights` giving their parts in `1 << bits`.
    package static func shrunk(
        _ row: [UInt16], count: Int, inputs: Int, weights: [(first: Int, a: UInt32, b: UInt32)], bits: UInt32
    ) -> [UInt8] {
        (0..<count).map { x in
            let (group, member) = x.quotientAndRemainder(dividingBy: weights.count)
            let part = weights[member]
            let at = group * inputs + part.first
            let sum = part.a * UInt32(row[at]) + part.b * UInt32(row[at + 1])
            return UInt8((sum + 1 << (bits + 7)) >> (bits + 8))
        }
    }

    /// `onair_shrink_rows_3_2`.
    package static func shrunkThreeToTwo(_ rows: [[UInt8]], count: Int) -> (upper: [UInt8], lower: [UInt8]) {
        func sum(_ first: [UInt8], _ second: [UInt8], _ x: Int) -> Int { 2 * Int(first[x]) + Int(second[x]) }
        func row(_ first: [UInt8], _ second: [UInt8]) -> [UInt8] {
            (0..<count).map { index in
                let (group, member) = index.quotientAndRemainder(dividingBy: 2)
                let (outer, inner) = (3 * group + 2 * member, 3 * group + 1)
                return UInt8((2 * sum(first, second, outer) + sum(first, second, inner) + 4) / 9)
            }
        }
        return (row(rows[0], rows[1]), row(rows[2], rows[1]))
    }

    /// `onair_resample_row`, from the filter instead of packed pairs.
    package static func resampled(_ row: [UInt16], _ filter: AxisFilter) -> [UInt8] {
        (0..<filter.outputCount).map { x in
            var sum: UInt32 = 1 << 15
            for tap in 0..<filter.taps {
                let at = min(filter.starts[x] + tap, filter.inputCount - 1)
                sum += UInt32(row[at]) * UInt32(filter.weights[x * filter.taps + tap])
            }
            return UInt8(sum >> 16)
        }
    }

    /// `onair_filter_row`.
    package static func filtered(_ row: [UInt16], _ weights: [UInt16], count: Int) -> [UInt8] {
        (0..<count).map { x in
            UInt8(weights.indices.reduce(1 << 15) { $0 + Int(row[x + $1]) * Int(weights[$1]) } >> 16)
        }
    }

    private static func clamped(_ value: Int32) -> UInt8 { UInt8(min(max(value, 0), 255)) }
}
