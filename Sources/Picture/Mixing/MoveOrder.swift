/// Which layers there are while one scene moves into another, from bottom to top. A pure value.
package struct MoveOrder: Equatable, Sendable {
    /// One layer: its place in the old scene and in the new one; nil where it is not in it.
    package struct Entry: Equatable, Sendable {
        package var old: Int?
        package var new: Int?

        package init(old: Int?, new: Int?) { (self.old, self.new) = (old, new) }
    }

    package let entries: [Entry]

    /// The new scene's order; what only the old one has lies right above what it lay above.
    package init(from old: [LayerID], to new: [LayerID]) {
        var entries = new.enumerated().map { index, id in Entry(old: old.firstIndex(of: id), new: index) }
        var below: Int?
        for (index, id) in old.enumerated() {
            if !new.contains(id) {
                let place = below.flatMap { below in entries.firstIndex { $0.old == below } }.map { $0 + 1 } ?? 0
                entries.insert(Entry(old: index, new: nil), at: place)
            }
            below = index
        }
        self.entries = entries
    }
}
