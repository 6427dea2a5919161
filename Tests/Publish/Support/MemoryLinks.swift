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
    private let peer: @Sendable (Int) -> MemoryPeer

    init(_ peer: @escaping @Sendable (Int) -> MemoryPeer) { self.peer = peer }

    func makeLink(to address: RTMPAddress) -> any Link {
        let index = state.withLock { state in
            state.count += 1
            return state.count - 1
        }
        return MemoryLink(peer(index))
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
