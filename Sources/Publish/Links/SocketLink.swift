import OnAirMedia
import OnAirSystem

/// A link over TCP: looks up the host, races its addresses, then carries bytes.
public final class SocketLink: Link {
    private enum State {
        case idle
        case resolving(NameResolver)
        case connecting(SocketConnector)
        case connected(StreamSocket)
        case closed
    }

    private let host: String
    private let port: UInt16
    private let options: StreamSocket.Options
    private let signal: WakeSignal
    private var state = State.idle

    /// A link to `host` (a name or an address, IPv6 without brackets) that wakes its stage by `signal`.
    public init(host: String, port: UInt16, signal: WakeSignal, options: StreamSocket.Options = .init()) {
        self.host = host
        self.port = port
        self.signal = signal
        self.options = options
    }

    public func start(now: HostTime) {
        guard case .idle = state else { return }
        state = .resolving(NameResolver(host: host, port: port, signal: signal))
    }

    public func advance(now: HostTime) throws(SystemError) -> LinkPhase {
        if case .resolving(let resolver) = state {
            guard let answer = resolver.answer else { return .resolving }
            state = .connecting(try SocketConnector(to: answer.get(), options: options))
        }
        if case .connecting(let connector) = state {
            guard let socket = try connector.advance(now: now) else { return .connecting }
            state = .connected(socket)
        }
        guard case .connected = state else { throw Self.notConnected }
        return .connected
    }

    public var deadline: HostTime? {
        guard case .connecting(let connector) = state else { return nil }
        return connector.deadline
    }

    public func interest(writable: Bool) -> DescriptorInterest? {
        switch state {
        case .idle, .resolving, .closed: nil
        case .connecting(let connector):
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

    public var unacknowledgedBytes: Int {
        guard case .connected(let socket) = state else { return 0 }
        return socket.unacknowledgedBytes
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
