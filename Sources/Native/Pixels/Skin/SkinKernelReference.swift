import COnAirPixelKernels

/// The skin kernels in plain Swift: what they mean, and what tests hold them to, number for number.
package enum SkinKernelReference {
    /// The high half of a product of numbers of 16 bits.
    private static func high(_ a: Int, _ b: Int) -> Int { (a * b) >> 16 }

    /// How likely skin is, 0…255, of Y, Cb − 128 and Cr − 128 of BT.601 with 2 fraction bits.
    package static func likelihood(luma: Int, cb: Int, cr: Int) -> Int {
        let chroma = cr - cb
        let some = max(min(chroma, 400), -200)
        let dark = max(6, high(luma - 64, 4915))
        let light = max(26, 48 - high(2 * (luma - 800), 22938))
        let colored = max((some - 48) * 16, (some - dark) * 48, (some - light) * 32)
        let pale = max(0, high(luma - 480, 6554))
        // No number of 16 bits is left, whatever Cb and Cr are.
        let notYellow = max(-1000, min(1000, cr + high(cr, 32767) + pale + cb + 8)) * 32
        let notPurple = (-cb - high(cr, 13107) + 2) * 32
        let notVivid = (high(luma - 64, 32767) + 96 - chroma) * 8
        return max(0, min(255, colored, notYellow, notPurple, notVivid))
    }

    /// `onair_skin_cells`; all rows of a plane have one width.
    package static func cells(
        y: [[UInt8]], u: [[UInt8]], v: [[UInt8]], width: Int, _ m: onair_skin_matrix
    ) -> (luma: [UInt16], power: [UInt32], mask: [UInt16]) {
        var result: (luma: [UInt16], power: [UInt32], mask: [UInt16]) = ([], [], [])
        for cell in 0..<(width + 3) / 4 {
            let codes = y.flatMap { row in (0..<4).map { Int(row[min(4 * cell + $0, width - 1)]) } }
            let sum = codes.reduce(0, +)
            let squares = codes.reduce(0) { $0 + $1 * $1 }
            let mean = (sum + 2) / 4
            func chroma(_ rows: [[UInt8]]) -> Int {
                rows.reduce(-512) { total, row in
                    (0..<2).reduce(total) { $0 + Int(row[min(2 * cell + $1, (width + 1) / 2 - 1)]) }
                }
            }
            let (cb, cr) = (chroma(u), chroma(v))
            func shifted(_ value: Int, _ byCb: Int16, _ byCr: Int16) -> Int {
                value + high(cb, Int(byCb)) + high(cr, Int(byCr))
            }
            result.luma.append(UInt16(mean))
            result.power.append(UInt32(mean * mean + 5 * ((16 * squares - sum * sum) / 16)))
            result.mask.append(
                UInt16(
                    likelihood(
                        luma: shifted(mean, m.y_u, m.y_v), cb: shifted(cb, m.u_u, m.u_v),
                        cr: shifted(cr, m.v_u, m.v_v))))
        }
        return result
    }

    /// `onair_skin_weights`.
    package static func weights(
        luma: [[UInt16]], power: [[UInt32]], mask: [UInt16], radius: Int, slope: Float, least: Float
    ) -> (weight: [UInt16], target: [UInt32]) {
        let count = mask.count
        func sum<Number: BinaryInteger>(_ rows: [[Number]], _ cell: Int) -> Float {
            Float(
                (-radius...radius).reduce(0) { total, step in
                    rows.reduce(total) { $0 + Int($1[min(max(cell + step, 0), count - 1)]) }
                })
        }
        let share: Float = radius == 1 ? 1 / 9 : 1 / 25
        var result: (weight: [UInt16], target: [UInt32]) = ([], [])
        for cell in 0..<count {
            let mean = sum(luma, cell) * share
            let variance = sum(power, cell) * share - mean * mean
            let limit = max((mean - 64) * (mean - 64) * slope, least)
            let (edge, kept) = (variance * variance * (variance * variance), limit * limit * (limit * limit))
            let whole = Int32(Float(mask[cell]) * (4096 / 255) * kept / (kept + edge) + 0.5)
            result.weight.append(UInt16(whole))
            result.target.append(UInt32(Float(whole) * mean + 0.5))
        }
        return result
    }

    /// A row of maps.
    package struct Row: Equatable {
        package var take: [Int16]
        package var give: [Int16]
        package var share: [Int16]
        package var blocks: [UInt8]

        package init(take: [Int16], give: [Int16], share: [Int16], blocks: [UInt8]) {
            (self.take, self.give, self.share, self.blocks) = (take, give, share, blocks)
        }
    }

    /// `onair_skin_maps`.
    package static func maps(weight: [[UInt16]], target: [[UInt32]], mask: [[UInt16]], strength: Int) -> Row {
        let count = weight[0].count
        func sum<Number: BinaryInteger>(_ rows: [[Number]], _ cell: Int) -> Int {
            (-1...1).reduce(0) { total, step in
                rows.reduce(total) { $0 + Int($1[min(max(cell + step, 0), count - 1)]) }
            }
        }
        let factor = Float(strength) / 65536 / 2048
        let take = (0..<count).map { min((sum(weight, $0) * strength) >> 16, 32767) }
        let give = (0..<count).map { Int(Float(sum(target, $0)) * factor + 0.5) }
        let share = (0..<count).map { sum(mask, $0) * 7 }
        func spread(_ cells: [Int]) -> [Int16] {
            (0..<4 * count).map { pixel in
                let cell = pixel / 4
                let near = cells[pixel % 4 < 2 ? max(cell - 1, 0) : min(cell + 1, count - 1)]
                let steps = pixel % 4 == 0 || pixel % 4 == 3 ? 3 : 1
                return Int16(cells[cell] + steps * ((near - cells[cell]) >> 3))
            }
        }
        let blocks = stride(from: 0, to: count, by: 16).map { first in
            share[max(first - 1, 0)...min(first + 16, count - 1)].contains { $0 > 0 } ? UInt8(1) : 0
        }
        return Row(take: spread(take), give: spread(give), share: spread(share), blocks: blocks)
    }

    /// `onair_skin_luma`.
    package static func luma(_ rows: [[UInt8]], between upper: Row, and lower: Row, lift: Int) -> [[UInt8]] {
        rows.enumerated().map { index, codes in
            codes.enumerated().map { x, code in
                guard upper.blocks[x / 64] | lower.blocks[x / 64] != 0 else { return code }
                func way(_ map: KeyPath<Row, [Int16]>) -> Int {
                    let (above, below) = (Int(upper[keyPath: map][x]), Int(lower[keyPath: map][x]))
                    return above + (2 * index + 1) * ((below - above) >> 3)
                }
                var value = Int(code) * 64 + way(\.give) - high(Int(code) * 128, way(\.take)) + 32
                let smooth = value >> 6
                let curve = max(0, (smooth - 16) * (235 - smooth))
                value += high(curve, high(2 * way(\.share), lift))
                return UInt8(truncatingIfNeeded: value >> 6)
            }
        }
    }

    /// `onair_skin_chroma`, of one of both planes, `cr` being Cr.
    package static func chroma(
        _ rows: [[UInt8]], cr: [[UInt8]], between upper: Row, and lower: Row, gain: Int, pale: Int
    ) -> [[UInt8]] {
        rows.enumerated().map { index, codes in
            codes.enumerated().map { x, code in
                guard upper.blocks[x / 32] | lower.blocks[x / 32] != 0 else { return code }
                func pair(_ row: Row) -> Int { (Int(row.share[2 * x]) + Int(row.share[2 * x + 1])) >> 1 }
                let share = pair(upper) + (2 * index + 1) * ((pair(lower) - pair(upper)) >> 2)
                let fade = high(2 * share, pale) * (Int(code) - 128)
                let added = (high(2 * share, gain) * min(Int(cr[index][x]) - 128, 12) - fade + 64) >> 7
                return UInt8(min(max(240, Int(code)), max(min(16, Int(code)), Int(code) + added)))
            }
        }
    }
}
