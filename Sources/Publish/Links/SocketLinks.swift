import OnAirMedia
import OnAirSystem

/// Makes TCP links for one destination, and remembers what outlives them: the host's addresses, once one of them has
/// answered, so that a name server that is away does not keep the destination away.
public final class SocketLinks: LinkMaker {
    private let signal: WakeSignal
    private let options: StreamSocket.Options
    private let names: NameMemory

    /// Links that wake their stage by `signal`.
    public init(signal: WakeSignal, options: StreamSocket.Options = .init()) {
        self.signal = signal
        self.options = options
        names = NameMemory(signal: signal)
    }

    public func makeLink(to address: RTMPAddress) -> any Link {
        SocketLink(host: address.host, port: address.port, options: options, names: names)
    }
}
