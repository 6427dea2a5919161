import COnAirSystem
import Glibc

/// An address and port of a host: IPv4 or IPv6.
public struct SocketAddress: Sendable, Equatable, CustomStringConvertible {
    /// Which version of the Internet Protocol.
    public enum Family: Sendable, Equatable { case ipv4, ipv6 }

    public let family: Family
    /// The system's own form (`sockaddr_in` or `sockaddr_in6`).
    let bytes: [UInt8]

    /// The address written as numbers in `host`, such as `127.0.0.1`, `::1` or `fe80::1%eth0`; nil for a name.
    public init?(numeric host: String, port: UInt16) {
        // Numbers only (AI_NUMERICHOST): no name server is asked, so this does not wait.
        guard case .success(let list) = Self.lookUp(host: host, port: port, flags: AI_NUMERICHOST),
            let first = list.first
        else { return nil }
        self = first
    }

    private init?(_ info: addrinfo) {
        switch info.ai_family {
        case AF_INET: family = .ipv4
        case AF_INET6: family = .ipv6
        default: return nil
        }
        guard let address = info.ai_addr else { return nil }
        bytes = Array(UnsafeRawBufferPointer(start: address, count: Int(info.ai_addrlen)))
    }

    /// The socket's own address; nil where it has none that this type knows.
    init?(ofSocket descriptor: Int32) {
        var bytes = [UInt8](repeating: 0, count: 128)
        let length = bytes.withUnsafeMutableBytes { onair_own_address(descriptor, $0.baseAddress, 128) }
        guard length >= 2 else { return nil }
        switch Int32(bytes.withUnsafeBytes { $0.load(as: UInt16.self) }) {
        case AF_INET: family = .ipv4
        case AF_INET6: family = .ipv6
        default: return nil
        }
        self.bytes = Array(bytes.prefix(Int(length)))
    }

    /// Whether `other` is the same host, whatever its port.
    func hasSameHost(as other: UnsafePointer<sockaddr>) -> Bool {
        let (isFour, size) = (family == .ipv4, family == .ipv4 ? 4 : 16)
        guard other.pointee.sa_family == sa_family_t(isFour ? AF_INET : AF_INET6) else { return false }
        // Behind family and port, and the flow of an IPv6 address (netinet/in.h).
        let offset = isFour ? 4 : 8
        guard bytes.count >= offset + size else { return false }
        return UnsafeRawBufferPointer(start: UnsafeRawPointer(other) + offset, count: size)
            .elementsEqual(bytes[offset..<offset + size])
    }

    /// Asks the system's resolver; blocks unless `flags` forbid asking the network.
    static func lookUp(host: String, port: UInt16, flags: Int32) -> Result<[SocketAddress], SystemError> {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_protocol = Int32(IPPROTO_TCP)
        hints.ai_flags = flags | AI_NUMERICSERV
        var head: UnsafeMutablePointer<addrinfo>?
        let answer = getaddrinfo(host, String(port), &hints, &head)
        defer { if let head { freeaddrinfo(head) } }
        guard answer == 0 else {
            let failed = answer == EAI_AGAIN || answer == EAI_FAIL || answer == EAI_SYSTEM || answer == EAI_MEMORY
            return .failure(
                SystemError(failed ? .nameServerFailed : .nameNotFound, while: "find the address of \(host)"))
        }
        var list: [SocketAddress] = []
        var next = head
        while let entry = next?.pointee {
            if let address = SocketAddress(entry), !list.contains(address) { list.append(address) }
            next = entry.ai_next
        }
        return list.isEmpty
            ? .failure(SystemError(.nameNotFound, while: "find the address of \(host)")) : .success(list)
    }

    /// `203.0.113.5` or `2001:db8::5`.
    package var host: String? { written?.host }

    /// `203.0.113.5:1935` or `[2001:db8::5]:1935`.
    public var description: String {
        guard let (host, port) = written else { return "an address of unknown form" }
        return family == .ipv6 ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    private var written: (host: String, port: String)? {
        var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        var service = [CChar](repeating: 0, count: Int(NI_MAXSERV))
        let result = bytes.withUnsafeBytes { raw in
            raw.withMemoryRebound(to: sockaddr.self) { address in
                getnameinfo(
                    address.baseAddress, socklen_t(bytes.count), &host, socklen_t(host.count), &service,
                    socklen_t(service.count), NI_NUMERICHOST | NI_NUMERICSERV)
            }
        }
        guard result == 0 else { return nil }
        let hostText = String(decoding: host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let port = String(decoding: service.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return (hostText, port)
    }
}
