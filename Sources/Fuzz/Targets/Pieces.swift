import OnAirTestKit

/// Cuts an input into pieces as a network might.
enum Pieces {
    /// Calls `body` with each piece in turn, until it says false.
    static func of(
        _ bytes: [UInt8], _ random: inout SeededGenerator, _ body: (UnsafeRawBufferPointer) -> Bool
    ) {
        let longest = [1, 3, 20, 1500, 70_000].randomElement(using: &random) ?? 1
        bytes.withUnsafeBytes { all in
            var position = 0
            while position < all.count {
                let count = min(Int.random(in: 1...longest, using: &random), all.count - position)
                guard body(UnsafeRawBufferPointer(rebasing: all[position..<(position + count)])) else { return }
                position += count
            }
        }
    }
}
