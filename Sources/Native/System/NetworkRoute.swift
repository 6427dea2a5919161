import Glibc

/// Asks the kernel for its way to an address. Sends nothing.
package enum NetworkRoute {
    /// The machine's own address that packets to `address` would have; nil where there is no way: no route, or nothing
    /// plugged in where it leads.
    package static func source(to address: SocketAddress) -> String? {
        // Connecting a datagram socket looks the route up and goes no further.
        let family = address.family == .ipv4 ? AF_INET : AF_INET6
        let descriptor = socket(family, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard (try? SystemCall.connect(descriptor, to: address.bytes)) != nil,
            let own = SocketAddress(ofSocket: descriptor), isRunning(own)
        else { return nil }
        return own.host
    }

    /// The interface with this address is up and has a carrier.
    private static func isRunning(_ address: SocketAddress) -> Bool {
        var head: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&head) == 0 else { return true }
        defer { freeifaddrs(head) }
        let wanted = UInt32(IFF_UP) | UInt32(IFF_RUNNING)
        var next = head
        var isKnown = false
        while let entry = next?.pointee {
            next = entry.ifa_next
            guard let raw = entry.ifa_addr, address.hasSameHost(as: raw) else { continue }
            isKnown = true
            if entry.ifa_flags & wanted == wanted { return true }
        }
        // An address of no interface, such as another one of 127.0.0.0/8.
        return !isKnown
    }
}
