/// Which destination leads: the one whose network moves the program's bitrate and frame rate, and whose state is the
/// stream's.
///
/// The first one that is live leads, until another is chosen or it ends. One that was lost and is tried again keeps
/// leading: it has not ended, and a short loss shall not turn the encoder over to a slower network. When it ends, the one
/// that has been live longest leads; where none is live, nobody does until one is.
///
/// A pure value.
package struct LeaderRule: Sendable {
    package private(set) var leader: Int?
    /// Those that have not ended, in the order they came.
    package private(set) var open: [Int] = []
    /// Those that are live, in the order they became so.
    private var live: [Int] = []

    package init() {}

    package mutating func added(_ id: Int) {
        if !open.contains(id) { open.append(id) }
    }

    package mutating func becameLive(_ id: Int) {
        guard open.contains(id), !live.contains(id) else { return }
        live.append(id)
        if leader == nil { leader = id }
    }

    /// It was lost and is tried again.
    package mutating func wasLost(_ id: Int) { live.removeAll { $0 == id } }

    package mutating func ended(_ id: Int) {
        wasLost(id)
        open.removeAll { $0 == id }
        if leader == id { leader = live.first }
    }

    /// Lets `id` lead, live or not. Answers whether there is such a one.
    package mutating func choose(_ id: Int) -> Bool {
        guard open.contains(id) else { return false }
        leader = id
        return true
    }
}
