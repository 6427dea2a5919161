import OnAirMedia

/// Reads frame number, time code and flash back from a picture of the simulated camera, also after it has been
/// encoded, scaled and decoded.
///
/// Written from the description of the code strip, not from the code that draws it: the top tenth of the picture holds
/// two rows of 40 cells, cell c of row r at x in `[c·W/40, (c+1)·W/40)`, y in `[r·H/20, (r+1)·H/20)` with integer
/// division; bright is one. A row is a 32-bit number, most significant bit first, and its CRC-8 (polynomial 0x07,
/// start 0). The lamp is at x in `[3W/8, 5W/8)`, y in `[3H/8, 5H/8)`. A cell's value is the mean luma of its central
/// half, one above 120; so is the lamp's.
public enum BurntInReader {
    private static let threshold = 120

    /// Reads `picture`; nil where a checksum fails or its pixels hold no luma (RGB).
    public static func read(_ picture: Picture) -> BurntInReading? {
        let (first, step): (Int, Int)
        switch picture.format.pixels {
        case .i420, .nv12, .nv21, .i422, .i444: (first, step) = (0, 1)
        case .yuyv, .yvyu: (first, step) = (0, 2)
        case .uyvy: (first, step) = (1, 2)
        case .bgra, .rgba, .bgr24, .rgb24: return nil
        }
        return picture.withPlane(0) { plane in
            let luma = UnsafeBufferPointer(start: plane.base, count: plane.stride * plane.rows)
            return read(size: picture.format.size) { x, y in luma[y * plane.stride + first + x * step] }
        }
    }

    /// Reads a picture of `size` whose luma rows follow each other without gaps at the start of `bytes` (raw gray,
    /// yuv420p or NV12 frames); nil where a checksum fails or `bytes` is too short.
    public static func read(_ bytes: UnsafeRawBufferPointer, size: PictureSize) -> BurntInReading? {
        guard bytes.count >= size.width * size.height else { return nil }
        return read(size: size) { x, y in bytes[y * size.width + x] }
    }

    /// Reads every frame of `size` in `bytes`, which hold them one after the other with `frameBytes` each; nil in
    /// place of a frame that cannot be read.
    public static func readAll(_ bytes: [UInt8], size: PictureSize, frameBytes: Int) -> [BurntInReading?] {
        bytes.withUnsafeBytes { all in
            stride(from: 0, through: all.count - frameBytes, by: frameBytes).map { start in
                read(UnsafeRawBufferPointer(rebasing: all[start..<start + frameBytes]), size: size)
            }
        }
    }

    private static func read(size: PictureSize, _ luma: (_ x: Int, _ y: Int) -> UInt8) -> BurntInReading? {
        guard size.width >= 40, size.height >= 20 else { return nil }
        func isBright(_ left: Int, _ right: Int, _ top: Int, _ bottom: Int) -> Bool {
            let (dx, dy) = ((right - left) / 4, (bottom - top) / 4)
            var sum = 0
            for y in top + dy..<bottom - dy {
                for x in left + dx..<right - dx { sum += Int(luma(x, y)) }
            }
            return sum > threshold * (bottom - top - 2 * dy) * (right - left - 2 * dx)
        }
        func number(inRow row: Int) -> UInt32? {
            var bits: UInt64 = 0
            for column in 0..<40 {
                let isOne = isBright(
                    column * size.width / 40, (column + 1) * size.width / 40, row * size.height / 20,
                    (row + 1) * size.height / 20)
                bits = bits << 1 | (isOne ? 1 : 0)
            }
            // A number followed by its own checksum leaves no remainder.
            return remainder(bits) == 0 ? UInt32(bits >> 8) : nil
        }
        guard let frame = number(inRow: 0), let time = number(inRow: 1) else { return nil }
        let flash = isBright(3 * size.width / 8, 5 * size.width / 8, 3 * size.height / 8, 5 * size.height / 8)
        return BurntInReading(frameNumber: frame, timeCode: time, isFlash: flash)
    }

    /// What is left of the 40-bit polynomial `bits` after division by x⁸ + x² + x + 1.
    private static func remainder(_ bits: UInt64) -> UInt64 {
        var rest = bits
        for bit in stride(from: 39, through: 8, by: -1) where rest >> UInt64(bit) & 1 == 1 {
            rest ^= 0x107 << UInt64(bit - 8)
        }
        return rest
    }
}
