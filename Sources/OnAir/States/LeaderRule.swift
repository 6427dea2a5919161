/// Which destination leads: the one whose network moves the program's bitrate and frame rate, and whose state is the
/// stream's.
///
/// Of those that are live the one that came first leads, until another is chosen or it ends: one that goes live for the
/// first time takes over from one that came later, since people name what matters most first. One that was lost and is
/// tried again keeps leading: it has not ended, and a short loss shall not turn the encoder over to a slower network.
/// When it ends, the one that has been live longest leads; where none is live, nobody does until one is.
///
/// A pure value.
package struct LeaderRule: Sendable {
    package private(set) var leader: Int?
    /// Those that have not ended, in the order they came.
    package private(set) var open: [Int] = []
    /// Those that are live, in the order they became so.
    private var live: [Int] = []
    /// Those that have been live once.
    private var known: Set<Int> = []
    /// Somebody has said who leads.
    private var isChosen = false

    package init() {}

    package mutating func added(_ id: Int) {
        if !open.contains(id) { open.append(id) }
    }

    package mutating func becameLive(_ id: Int) {
        guard open.contains(id), !live.contains(id) else { return }
        live.append(id)
        let isNew = known.insert(id).inserted
        if leader.map({ isNew && !isChosen && id < $0 }) ?? true { leader = id }
    }

    /// It was lost and is tried again.
    package mutating func wasLost(_ id: Int) { live.removeAll { $0 == id } }

    package mutating func ended(_ id: Int) {
        wasLost(id)
        open.removeAll { $0 == id }
        known.remove(id)
        guard leader == id else { return }
        leader = live.first
        isChosen = false
    }

    /// Lets `id` lead, live or not. Answers whether there is such a one.
    package mutating func choose(_ id: Int) -> Bool {
        guard open.contains(id) else { return false }
        leader = id
        isChosen = true
        return true
    }
}
