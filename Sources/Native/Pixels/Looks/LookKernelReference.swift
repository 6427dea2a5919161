/// The look kernels, which `ColorLookup` calls, in plain Swift: what they mean, and what tests hold them to, number for
/// number.
package enum LookKernelReference {
    /// A table, and rows that are looked up in it.
    package struct Table {
        package var luma: [UInt32]
        /// Of Cb and of Cr in turn.
        package var chroma: [UInt32]

        package init(luma: [UInt32], chroma: [UInt32]) { (self.luma, self.chroma) = (luma, chroma) }
    }

    /// Two rows of luma, or one, and the chroma row that belongs to them.
    package struct Rows: Hashable {
        package var y: [[UInt8]]
        package var u: [UInt8]
        package var v: [UInt8]

        package init(y: [[UInt8]], u: [UInt8], v: [UInt8]) { (self.y, self.u, self.v) = (y, u, v) }
    }

    /// `onair_look_rows`.
    package static func rows(_ rows: Rows, through table: Table) -> Rows {
        var out = rows
        for block in rows.u.indices {
            let (cb, cr) = (Int(rows.u[block]), Int(rows.v[block]))
            let cell = (cr / 8 * 32 + cb / 8) * 256
            func weighted(_ entry: UInt32) -> UInt8 {
                let corners = (0..<4).map { Int(entry >> (8 * UInt32($0)) & 255) }
                let (right, down) = (cb % 8, cr % 8)
                let above = corners[0] * (8 - right) + corners[1] * right
                let below = corners[2] * (8 - right) + corners[3] * right
                return UInt8((above * (8 - down) + below * down + 32) / 64)
            }
            var samples: [Int] = []
            for row in rows.y.indices {
                for column in 2 * block..<min(2 * block + 2, rows.y[row].count) {
                    let luma = Int(rows.y[row][column])
                    samples.append(luma)
                    out.y[row][column] = weighted(table.luma[cell + luma])
                }
            }
            let mean = (samples.reduce(0, +) + samples.count / 2) / samples.count
            out.u[block] = weighted(table.chroma[2 * (cell + mean)])
            out.v[block] = weighted(table.chroma[2 * (cell + mean) + 1])
        }
        return out
    }

    /// `onair_look_column`.
    package static func column(_ nodes: [Int16], in limits: ClosedRange<Int>) -> [UInt8] {
        (0..<256).map { code in
            let (first, second) = (Int(nodes[code / 8]), Int(nodes[code / 8 + 1]))
            let value = (first * (8 - code % 8) + second * (code % 8) + 256) >> 9
            return UInt8(min(max(value, limits.lowerBound), limits.upperBound))
        }
    }

    /// `onair_look_corners`: bytes of four columns in turn, `step` apart.
    package static func corners(_ columns: [[UInt8]], step: Int, into out: [UInt8]) -> [UInt8] {
        var out = out
        for (corner, column) in columns.enumerated() {
            for (index, value) in column.enumerated() { out[index * step + corner] = value }
        }
        return out
    }
}
