import OnAirMedia
import OnAirSystem

/// A link over TCP: looks up the host, races its addresses, then carries bytes.
public final class SocketLink: Link {
    /// How long a name server may take, in milliseconds, before addresses that answered earlier are tried.
    package static let namePatience: Int64 = 250

    private enum State {
        case idle
        case resolving(NameResolver, patience: HostTime?)
        /// The look-up, where it goes on beside addresses of earlier.
        case connecting(SocketConnector, NameResolver?)
        case connected(StreamSocket)
        case closed
    }

    private let host: String
    private let port: UInt16
    private let options: StreamSocket.Options
    private let names: NameMemory
    private var addresses: [SocketAddress] = []
    private var state = State.idle

    /// A link to `host` (a name or an address, IPv6 without brackets) that wakes its stage by `signal`.
    public convenience init(host: String, port: UInt16, signal: WakeSignal, options: StreamSocket.Options = .init()) {
        self.init(host: host, port: port, options: options, names: NameMemory(signal: signal))
    }

    /// A link that shares what it learns of the host with those before and after it.
    package init(host: String, port: UInt16, options: StreamSocket.Options = .init(), names: NameMemory) {
        self.host = host
        self.port = port
        self.options = options
        self.names = names
    }

    public func start(now: HostTime) {
        guard case .idle = state else { return }
        let knows = !names.addresses(of: host, port: port).isEmpty
        state = .resolving(
            names.lookUp(host: host, port: port),
            patience: knows ? now.advanced(byMilliseconds: Self.namePatience) : nil)
    }

    public func advance(now: HostTime) throws(SystemError) -> LinkPhase {
        if case .resolving(let resolver, let patience) = state {
            guard try resolved(resolver, patience: patience, now: now) else { return .resolving }
        }
        if case .connecting(let connector, let resolver) = state {
            if let answer = resolver?.answer {
                if case .success(let late) = answer {
                    addresses += late.filter { !addresses.contains($0) }
                    connector.add(late)
                }
                state = .connecting(connector, nil)
            }
            guard let socket = try connector.advance(now: now) else { return .connecting }
            names.remember(addresses, answered: socket.address, of: host, port: port)
            state = .connected(socket)
        }
        guard case .connected = state else { throw Self.notConnected }
        return .connected
    }

    /// Begins to connect where there are addresses; false while they are waited for.
    private func resolved(
        _ resolver: NameResolver, patience: HostTime?, now: HostTime
    ) throws(SystemError) -> Bool {
        let answer = resolver.answer
        guard answer != nil || patience.map({ now >= $0 }) == true else { return false }
        if case .success(let found) = answer {
            addresses = found
        } else {
            addresses = names.addresses(of: host, port: port)
            if addresses.isEmpty, case .failure(let error) = answer { throw error }
        }
        state = .connecting(try SocketConnector(to: addresses, options: options), answer == nil ? resolver : nil)
        return true
    }

    public func redial(now: HostTime) {
        guard case .connecting(let connector, _) = state else { return }
        connector.redial()
    }

    public var deadline: HostTime? {
        switch state {
        case .resolving(_, let patience): patience
        case .connecting(let connector, _): connector.deadline
        case .idle, .connected, .closed: nil
        }
    }

    public func interest(writable: Bool) -> DescriptorInterest? {
        switch state {
        case .idle, .resolving, .closed: nil
        case .connecting(let connector, _):
            DescriptorInterest(descriptor: connector.descriptor, readable: true, writable: false)
        case .connected(let socket):
            DescriptorInterest(descriptor: socket.descriptor, readable: true, writable: writable)
        }
    }

    public func read(into bytes: UnsafeMutableRawBufferPointer) throws(SystemError) -> StreamSocket.Transfer {
        guard case .connected(let socket) = state else { throw Self.notConnected }
        return try socket.read(into: bytes)
    }

    public func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> StreamSocket.Transfer {
        guard case .connected(let socket) = state else { throw Self.notConnected }
        return try socket.write(bytes)
    }

    public var reading: TransportReading {
        guard case .connected(let socket) = state else { return TransportReading() }
        return TransportReading(socket.reading)
    }

    public func finishWriting() {
        guard case .connected(let socket) = state else { return }
        socket.finishWriting()
    }

    public func close() {
        if case .connected(let socket) = state { socket.close() }
        // Letting go of a resolver abandons its look-up, of a connector closes its sockets.
        state = .closed
    }

    private static var notConnected: SystemError {
        SystemError(.connectionReset, while: "use a link that is not connected")
    }
}
