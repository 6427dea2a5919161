/// Numbers like a sensor's noise, about normal with a deviation of 32: the same in every run.
enum SensorNoise {
    /// Where a row may begin.
    private static let starts = 1 << 16
    /// The widest picture that may be drawn, and a vector.
    private static let reach = 8192 + 64

    private static let table: [Int8] = {
        var seed: UInt32 = 0x2545_F491
        return (0..<starts + reach).map { _ in
            var sum: Int32 = 0
            for _ in 0..<4 {
                seed ^= seed << 13
                seed ^= seed >> 17
                seed ^= seed << 5
                sum += Int32(seed >> 24) - 128
            }
            // Four uniform numbers of ±128 have a deviation of 148.
            return Int8(clamping: sum * 32 / 148)
        }
    }()

    /// Noise of one code for the kernel's gain of 8.
    static let gainOfOneCode = 8.0

    /// Calls `body` with where the noise of each row of `frame` is read from.
    static func withRows(of frame: Int64, _ body: (_ row: (Int) -> UnsafePointer<Int8>) -> Void) {
        table.withUnsafeBufferPointer { table in
            guard let base = table.baseAddress else { return }
            body { row in
                var hash =
                    UInt32(truncatingIfNeeded: frame) &* 0x9E37_79B1 &+ UInt32(truncatingIfNeeded: row) &* 0x85EB_CA77
                hash = (hash ^ hash >> 15) &* 0x2C1B_3C6D
                return base + Int(hash >> 16)
            }
        }
    }
}
