import OnAirMedia
import OnAirSystem

/// What a destination knows of its host's name over all attempts: the addresses found last, and the look-up that is
/// still under way, so that a name server that hangs is asked by one thread and not by one for each attempt.
package final class NameMemory: Sendable {
    private struct State {
        var host = ""
        var port: UInt16 = 0
        var addresses: [SocketAddress] = []
        var resolver: NameResolver?
    }

    private let state = Lock(State())
    private let makeResolver: @Sendable (_ host: String, _ port: UInt16) -> NameResolver

    /// Look-ups wake `signal`.
    package convenience init(signal: WakeSignal) {
        self.init { NameResolver(host: $0, port: $1, signal: signal) }
    }

    /// - Parameter makeResolver: starts a look-up.
    package init(makeResolver: @escaping @Sendable (_ host: String, _ port: UInt16) -> NameResolver) {
        self.makeResolver = makeResolver
    }

    /// A look-up of `host`: the one that is under way, else a new one.
    package func lookUp(host: String, port: UInt16) -> NameResolver {
        let running = state.withLock { state in
            state.host == host && state.port == port && state.resolver?.answer == nil ? state.resolver : nil
        }
        if let running { return running }
        let resolver = makeResolver(host, port)
        state.withLock { state in
            if state.host != host || state.port != port { state.addresses = [] }
            (state.host, state.port, state.resolver) = (host, port, resolver)
        }
        return resolver
    }

    /// The addresses that `host` had, the one that answered first; empty where nobody has ever answered.
    package func addresses(of host: String, port: UInt16) -> [SocketAddress] {
        state.withLock { $0.host == host && $0.port == port ? $0.addresses : [] }
    }

    /// All addresses remembered.
    package var addresses: [SocketAddress] { state.withLock { $0.addresses } }

    /// One of `addresses` has answered.
    package func remember(_ addresses: [SocketAddress], answered: SocketAddress, of host: String, port: UInt16) {
        state.withLock { state in
            guard state.host == host, state.port == port else { return }
            state.addresses = [answered] + addresses.filter { $0 != answered }
        }
    }
}
