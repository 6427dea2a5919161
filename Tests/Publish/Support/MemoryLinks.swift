import OnAirMedia
import OnAirPublish

/// Makes links in memory: the test says which peer each one meets, counted from 0.
final class MemoryLinks: LinkMaker {
    private struct State {
        var count = 0
        var changes = 0
        var path = NetworkPath.unknown
    }

    private let state = Lock(State())
    private let make: @Sendable (Int) -> any Link

    init(_ peer: @escaping @Sendable (Int) -> MemoryPeer) { make = { MemoryLink(peer($0)) } }

    init(links make: @escaping @Sendable (Int) -> any Link) { self.make = make }

    func makeLink(to address: RTMPAddress) -> any Link {
        let index = state.withLock { state in
            state.count += 1
            return state.count - 1
        }
        return make(index)
    }

    /// Links made so far.
    var count: Int { state.withLock { $0.count } }
    var networkChanges: Int { state.withLock { $0.changes } }
    var path: NetworkPath { state.withLock { $0.path } }

    /// The way to the server becomes another one; whoever calls wakes the stage.
    func change(_ path: NetworkPath) {
        state.withLock { state in
            state.changes += 1
            state.path = path
        }
    }
}
