/// Pictures that are as much work for an encoder as those of a camera: shapes that move over a surface with grain.
enum MovingTexture {
    /// `count` pictures in a row, in the encoder's format.
    static func pictures(of size: PictureSize, count: Int) -> [Picture] {
        let format = PictureFormat(size: size, pixels: .i420, color: .stream(for: size))
        let pool = PicturePool(format: format, capacity: count)
        var grain = Grain()
        return (0..<count).compactMap { number in
            guard var picture = pool.take(captureTime: HostTime(nanoseconds: 0), sequence: Int64(number)) else {
                return nil
            }
            picture.withMutablePlane(0) { plane in
                for row in 0..<plane.rows {
                    for column in 0..<plane.bytesPerRow {
                        plane.base[row * plane.stride + column] = luma(
                            column, row, shift: 3 * number, grain: grain.next())
                    }
                }
            }
            for index in 1...2 {
                picture.withMutablePlane(index) { plane in
                    for row in 0..<plane.rows {
                        for column in 0..<plane.bytesPerRow {
                            plane.base[row * plane.stride + column] = UInt8(112 + (column / 16 + row / 12 * index) & 31)
                        }
                    }
                }
            }
            return picture.freeze()
        }
    }

    /// Slanted bands with blocks that slide over them.
    private static func luma(_ column: Int, _ row: Int, shift: Int, grain: Int) -> UInt8 {
        let band = (column + row / 2) / 4 & 63
        let block = ((column + shift) / 48 + (row + shift / 2) / 40) & 1
        return UInt8(clamping: 60 + band + 60 * block + grain)
    }

    /// The same noise each time, -2…2 (a linear congruential generator, Numerical Recipes).
    private struct Grain {
        private var state: UInt32 = 1

        mutating func next() -> Int {
            state = state &* 1_664_525 &+ 1_013_904_223
            return Int((state >> 24) * 5 >> 8) - 2
        }
    }
}
