/// Which camera is which while they come and go: one that comes back in another place keeps the name it had. Pure.
package struct V4L2Register: Sendable {
    /// Every camera seen so far.
    private var known: [String: V4L2Identity] = [:]

    package init() {}

    /// What each of `present` is called.
    package mutating func names(of present: [V4L2Identity]) -> [String] {
        var names = V4L2Identity.names(of: present)
        // Those that are where they were, first: nobody else is taken for them.
        var open = present.indices.filter { known[names[$0]] == nil }
        var absent = known.keys.filter { !names.contains($0) }.sorted()
        for name in absent {
            guard let place = V4L2Identity.index(of: name, among: open.map { present[$0] }) else { continue }
            names[open.remove(at: place)] = name
            absent.removeAll { $0 == name }
        }
        for (name, identity) in zip(names, present) { known[name] = identity }
        return names
    }
}
