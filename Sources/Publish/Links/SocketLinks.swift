import OnAirMedia
import OnAirSystem

/// Makes TCP links for one destination, and remembers what outlives them: the host's addresses, once one of them has
/// answered, so that a name server that is away does not keep the destination away.
public final class SocketLinks: LinkMaker {
    private let signal: WakeSignal
    private let options: StreamSocket.Options
    private let names: NameMemory
    private let changes: NetworkChanges
    private let subscription: Int

    /// Links that wake their stage by `signal`.
    public convenience init(signal: WakeSignal, options: StreamSocket.Options = .init()) {
        self.init(signal: signal, options: options, changes: .shared)
    }

    /// - Parameter changes: tells of the network these links live in.
    package init(signal: WakeSignal, options: StreamSocket.Options = .init(), changes: NetworkChanges) {
        self.changes = changes
        self.signal = signal
        self.options = options
        names = NameMemory(signal: signal)
        subscription = changes.subscribe(signal)
    }

    deinit { changes.unsubscribe(subscription) }

    public func makeLink(to address: RTMPAddress) -> any Link {
        SocketLink(host: address.host, port: address.port, options: options, names: names)
    }

    public var networkChanges: Int { changes.count }

    public var path: NetworkPath {
        let addresses = names.addresses
        guard !addresses.isEmpty else { return .unknown }
        for address in addresses {
            if let source = NetworkRoute.source(to: address) { return .from(source) }
        }
        return .none
    }
}
