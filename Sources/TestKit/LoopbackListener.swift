import Glibc

/// A TCP listener on loopback with a port the system chose. Closes what it opened; belongs to one thread.
public final class LoopbackListener {
    public let port: UInt16
    /// For waiting only: readable when a connection waits.
    public let descriptor: Int32
    private var accepted: [Int32] = []

    /// Nil where the system refuses, such as IPv6 on a host without it.
    ///
    /// - Parameters:
    ///   - port: a port that was free before, to come back to; nil lets the system choose.
    ///   - ipv6: listens on `::1` instead of `127.0.0.1`.
    ///   - backlog: connections the kernel completes unasked.
    ///   - receiveBuffer: bytes that connections hold unread (SO_RCVBUF); nil leaves it to the kernel.
    public init?(port wanted: UInt16? = nil, ipv6: Bool = false, backlog: Int32 = 8, receiveBuffer: Int32? = nil) {
        let made = socket(ipv6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard made >= 0 else { return nil }
        if var size = receiveBuffer {
            setsockopt(made, SOL_SOCKET, SO_RCVBUF, &size, 4)
        }
        // So that one may come back while connections of before still wait for their last packets; both must say so.
        var yes: Int32 = 1
        setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &yes, 4)
        var storage = sockaddr_storage()
        var length = socklen_t(ipv6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &storage) { raw -> UInt16? in
            if ipv6 {
                raw.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
                    $0.pointee.sin6_family = sa_family_t(AF_INET6)
                    $0.pointee.sin6_addr = in6addr_loopback
                    $0.pointee.sin6_port = (wanted ?? 0).bigEndian
                }
            } else {
                raw.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                    $0.pointee.sin_family = sa_family_t(AF_INET)
                    $0.pointee.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
                    $0.pointee.sin_port = (wanted ?? 0).bigEndian
                }
            }
            return raw.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> UInt16? in
                guard bind(made, address, length) == 0, listen(made, backlog) == 0,
                    getsockname(made, address, &length) == 0
                else { return nil }
                // The port stands at the same place in both families.
                return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                    UInt16(bigEndian: $0.pointee.sin_port)
                }
            }
        }
        guard let bound else {
            close(made)
            return nil
        }
        descriptor = made
        port = bound
    }

    deinit {
        for one in accepted { close(one) }
        close(descriptor)
    }

    /// Lets this thread rest; for threads of tests that may block.
    public static func pause(milliseconds: Int32) { poll(nil, 0, milliseconds) }

    /// Takes the next connection; waits for it.
    public func accept() -> Int32 {
        let taken = Glibc.accept(descriptor, nil, nil)
        accepted.append(taken)
        return taken
    }

    /// Hands the next connection's life to the caller, who closes it.
    public func surrender() -> Int32 {
        let taken = accept()
        accepted.removeAll { $0 == taken }
        return taken
    }

    /// Cuts a connection with a reset.
    public func reset(_ connection: Int32) {
        var now = linger(l_onoff: 1, l_linger: 0)
        setsockopt(connection, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
        close(connection)
        accepted.removeAll { $0 == connection }
    }
}
