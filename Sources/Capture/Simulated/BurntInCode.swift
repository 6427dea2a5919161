/// The machine-readable strip at the top of a simulated picture: what its cells say and where they lie.
///
/// The top tenth of the picture holds two rows of 40 cells. Cell c of row r spans x in `[c·W/40, (c+1)·W/40)` and y in
/// `[r·H/20, (r+1)·H/20)` (integer division); its luma is 200 for a one and 40 for a zero, its chroma neutral. A row
/// carries a 32-bit number, most significant bit first, then its CRC-8. Row 0 is the frame number, row 1 the time
/// since the epoch in whole milliseconds, rounded down.
///
/// A reader takes the mean of the central half of a cell, `[start + length/4, end - length/4)` in both directions,
/// and calls it one where that mean is above 120.
package enum BurntInCode {
    /// Cells in a row.
    package static let columns = 40
    /// Rows of cells.
    package static let rows = 2
    /// Luma of a zero and of a one.
    package static let levels: (zero: UInt8, one: UInt8) = (40, 200)

    /// The cells of a row that says `number`: bit 39 is the leftmost.
    package static func cells(_ number: UInt32) -> UInt64 { UInt64(number) << 8 | UInt64(crc8(number)) }

    /// Where cell `index` of a direction of `length` pixels with `count` cells begins.
    package static func edge(_ index: Int, of count: Int, length: Int) -> Int { index * length / count }

    /// CRC-8 with polynomial x⁸+x²+x+1 (0x07), start value 0, over the four bytes of `number`, highest first.
    package static func crc8(_ number: UInt32) -> UInt8 {
        var remainder: UInt8 = 0
        for shift in stride(from: 24, through: 0, by: -8) {
            remainder ^= UInt8(truncatingIfNeeded: number >> UInt32(shift))
            for _ in 0..<8 { remainder = remainder & 0x80 != 0 ? remainder << 1 ^ 0x07 : remainder << 1 }
        }
        return remainder
    }
}
