/// Finds what a misspelled word was meant to be.
package enum Spelling {
    /// The closest of `candidates`, in whatever case; nil when none is close enough to be a slip of the finger.
    package static func nearest(to word: String, among candidates: [String]) -> String? {
        let word = word.lowercased()
        let candidates = candidates.map { (word: $0, lowercased: $0.lowercased()) }
        if let same = candidates.first(where: { $0.lowercased == word }) { return same.word }
        // A prefix is an abbreviation, not a slip, when only one word has it.
        let starting = candidates.filter { $0.lowercased.hasPrefix(word) && word.count > 2 }
        if starting.count == 1 { return starting[0].word }
        let ranked = candidates.map { (word: $0.word, distance: distance(word, $0.lowercased)) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= max(1, word.count / 3) ? best.word : nil
    }

    /// How many letters must be added, removed, exchanged or swapped with a neighbour (optimal string alignment).
    package static func distance(_ left: String, _ right: String) -> Int {
        let (a, b) = (Array(left.unicodeScalars), Array(right.unicodeScalars))
        var before: [Int] = []
        var last = Array(0...b.count)
        for i in 0..<a.count {
            var row = [i + 1]
            for j in 0..<b.count {
                var cost = min(row[j] + 1, last[j + 1] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, before[j - 1] + 1) }
                row.append(cost)
            }
            (before, last) = (last, row)
        }
        return last[b.count]
    }
}
