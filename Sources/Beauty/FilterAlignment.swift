/// Which places of an old list go on in a new one.
enum FilterAlignment {
    /// The longest row of places that have the same kind in both lists, in order.
    static func pairs<Kind: Equatable>(_ old: [Kind], _ new: [Kind]) -> [(old: Int, new: Int)] {
        // lengths[i][j]: of the longest such row in old[i...] and new[j...].
        var lengths = [[Int]](repeating: [Int](repeating: 0, count: new.count + 1), count: old.count + 1)
        for i in old.indices.reversed() {
            for j in new.indices.reversed() {
                lengths[i][j] =
                    old[i] == new[j] ? lengths[i + 1][j + 1] + 1 : max(lengths[i + 1][j], lengths[i][j + 1])
            }
        }
        var result: [(old: Int, new: Int)] = []
        var (i, j) = (0, 0)
        while i < old.count, j < new.count {
            if old[i] == new[j] {
                result.append((i, j))
                (i, j) = (i + 1, j + 1)
            } else if lengths[i + 1][j] >= lengths[i][j + 1] {
                i += 1
            } else {
                j += 1
            }
        }
        return result
    }
}
