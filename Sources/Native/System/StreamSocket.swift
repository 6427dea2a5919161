import COnAirSystem
import Glibc
import OnAirMedia

/// A TCP connection that never makes its caller wait. Owns its descriptor and closes it once.
///
/// Belongs to one stage. Sending never raises SIGPIPE; a cut connection is an error like any other.
public final class StreamSocket {
    /// How the kernel is to treat a connection.
    public struct Options: Sendable, Equatable {
        /// The kernel takes more only while fewer bytes than this wait unsent (TCP_NOTSENT_LOWAT), so that congestion
        /// shows in our own queue, where frames can still be dropped. Default 16 KiB.
        public var unsentLimit: Int32 = 16 << 10
        /// The most the kernel holds, mostly bytes in flight (SO_SNDBUF; it doubles the figure for its own
        /// book-keeping and caps it at net.core.wmem_max). Default 256 KiB: enough for 10 Mbit/s at 200 ms
        /// round trip, and less than half a second of it, where the kernel's own choice grows to 4 MiB on a
        /// slow uplink. 0 leaves the choice to the kernel.
        public var sendBuffer: Int32 = 256 << 10

        public init() {}
    }

    /// What came of a read or a write.
    public enum Transfer: Equatable, Sendable {
        /// So many bytes went; at least one.
        case bytes(Int)
        /// Nothing can go now; wait for the descriptor.
        case wouldBlock
        /// The peer will send no more.
        case ended
    }

    /// The peer.
    public let address: SocketAddress
    /// For waiting only; -1 once closed.
    public private(set) var descriptor: Int32

    /// Starts connecting to `address`.
    init(connectingTo address: SocketAddress, options: Options) throws(SystemError) {
        self.address = address
        descriptor = -1
        do throws(SystemCall.Failure) {
            descriptor = try SystemCall.tcpSocket(family: address.family == .ipv4 ? AF_INET : AF_INET6)
            try apply(options)
            try connect()
        } catch {
            close()
            throw SystemError(number: error.number, while: "connect to \(address)")
        }
    }

    deinit { close() }

    private func apply(_ options: Options) throws(SystemCall.Failure) {
        let tcp = Int32(IPPROTO_TCP)
        try SystemCall.setOption(descriptor, level: tcp, TCP_NODELAY, 1)
        try SystemCall.setOption(descriptor, level: tcp, TCP_NOTSENT_LOWAT, options.unsentLimit)
        if options.sendBuffer > 0 {
            try SystemCall.setOption(descriptor, level: SOL_SOCKET, SO_SNDBUF, options.sendBuffer)
        }
        // A peer that vanished while nothing is being sent is noticed after 15 + 3 · 5 s.
        try SystemCall.setOption(descriptor, level: SOL_SOCKET, SO_KEEPALIVE, 1)
        try SystemCall.setOption(descriptor, level: tcp, TCP_KEEPIDLE, 15)
        try SystemCall.setOption(descriptor, level: tcp, TCP_KEEPINTVL, 5)
        try SystemCall.setOption(descriptor, level: tcp, TCP_KEEPCNT, 3)
    }

    private func connect() throws(SystemCall.Failure) {
        do throws(SystemCall.Failure) { try SystemCall.connect(descriptor, to: address.bytes) } catch {
            guard error.number == EINPROGRESS || error.number == EALREADY else { throw error }
        }
    }

    func watchConnect(epoll: Int32) throws(SystemError) {
        do throws(SystemCall.Failure) { try SystemCall.watchConnect(epoll: epoll, descriptor) } catch {
            throw SystemError(number: error.number, while: "watch a socket")
        }
    }

    /// Whether the connection stands now.
    ///
    /// - Throws: why it failed (SO_ERROR).
    func finishConnecting() throws(SystemError) -> Bool {
        let number: Int32
        do throws(SystemCall.Failure) {
            guard try SystemCall.hasEndedConnecting(descriptor) else { return false }
            let failure = try SystemCall.option(descriptor, level: SOL_SOCKET, SO_ERROR)
            if failure == 0 {
                // Trying a dead local port again and again meets it as one's own port some day (simultaneous open).
                number = try SystemCall.isConnectedToItself(descriptor) ? ECONNREFUSED : 0
            } else {
                number = failure
            }
        } catch {
            throw SystemError(number: error.number, while: "connect to \(address)")
        }
        guard number == 0 else { throw SystemError(number: number, while: "connect to \(address)") }
        return true
    }

    /// Takes what has arrived, up to the size of `bytes`.
    public func read(into bytes: UnsafeMutableRawBufferPointer) throws(SystemError) -> Transfer {
        do throws(SystemCall.Failure) {
            let count = try SystemCall.receive(descriptor, into: bytes)
            return count == 0 ? .ended : .bytes(count)
        } catch {
            if error.isWouldBlock { return .wouldBlock }
            throw SystemError(number: error.number, while: "receive from \(address)")
        }
    }

    /// Gives the kernel as much of `bytes` as it takes now.
    ///
    /// - Precondition: `bytes` is not empty.
    public func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Transfer {
        do throws(SystemCall.Failure) {
            return .bytes(try SystemCall.send(descriptor, bytes))
        } catch {
            if error.isWouldBlock { return .wouldBlock }
            throw SystemError(number: error.number, while: "send to \(address)")
        }
    }

    /// Bytes given to the kernel that the peer has not acknowledged (SIOCOUTQ).
    public var unacknowledgedBytes: Int { (try? SystemCall.unacknowledged(descriptor)) ?? 0 }

    /// What the kernel knows of the connection now: two system calls.
    public var reading: SocketReading {
        var result = SocketReading()
        result.unacknowledgedBytes = unacknowledgedBytes
        guard let kernel = try? SystemCall.readTCP(descriptor) else { return result }
        result.unsentBytes = Int(kernel.unsent_bytes)
        // The connection request counts as one byte there.
        result.acknowledgedBytes = Int64(clamping: max(kernel.acknowledged_bytes, 1) - 1)
        result.roundTripMicroseconds = kernel.round_trip_us > 0 ? Int(kernel.round_trip_us) : nil
        result.retransmits = Int(kernel.retransmits)
        return result
    }

    /// Tells the peer that no more will come; reading goes on.
    public func finishWriting() { try? SystemCall.shutdownWriting(descriptor) }

    /// Closes; harmless the second time. What the kernel still holds is sent on in the background.
    public func close() {
        guard descriptor >= 0 else { return }
        try? SystemCall.close(descriptor)
        descriptor = -1
    }
}
