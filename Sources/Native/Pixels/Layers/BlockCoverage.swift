/// Which 2x2 blocks a stretch of pixels touches along one axis, and how much of each it covers. A pure value.
struct BlockCoverage {
    /// The first pixel.
    let start: Int
    /// The pixel after the last.
    let end: Int
    /// Pixels of the whole picture along the axis: where that is odd, its last block is one pixel wide.
    let side: Int

    /// - Precondition: 0 ≤ start < end ≤ side.
    init(_ start: Int, _ end: Int, of side: Int) { (self.start, self.end, self.side) = (start, end, side) }

    /// The blocks that are touched.
    var blocks: Range<Int> { start / 2..<(end + 1) / 2 }

    /// How many halves of `block` are covered: 1 or 2.
    func halves(of block: Int) -> Int {
        let covered = min(end, 2 * block + 2) - max(start, 2 * block)
        return 2 * block + 1 == side ? 2 : covered
    }

    /// Calls `body` for stretches of blocks that are covered alike, at most three.
    func forEachStretch(_ body: (Range<Int>, _ halves: Int) -> Void) {
        var (first, end) = (blocks.lowerBound, blocks.upperBound)
        let (left, right) = (halves(of: first), halves(of: end - 1))
        if left < 2 {
            body(first..<first + 1, left)
            first += 1
        }
        guard end > first else { return }
        if right < 2 { end -= 1 }
        if end > first { body(first..<end, 2) }
        if right < 2 { body(end..<end + 1, right) }
    }
}
