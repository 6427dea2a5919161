/// The ways out of a machine. Nothing is connected to.
public struct NetworkFacts: Sendable, Equatable {
    /// Interfaces with a default route, IPv4 or IPv6.
    public var defaultRoutes: [String] = []
    /// Name servers of `/etc/resolv.conf`.
    public var nameServers: [String] = []
    /// Whether the kernel told its routes.
    public var isKnown = false

    public init() {}

    package init(reading files: SystemFiles) {
        let routes = files.text("/proc/net/route")
        let routes6 = files.text("/proc/net/ipv6_route")
        isKnown = routes != nil || routes6 != nil
        defaultRoutes = Array(
            Set(Self.defaults(inRoutes: routes ?? "") + Self.defaults(inIPv6Routes: routes6 ?? ""))
        ).sorted()
        nameServers = Self.nameServers(in: files.text("/etc/resolv.conf") ?? "")
    }

    /// The interfaces of the default routes in the text of `/proc/net/route`: destination and mask are zero, and the
    /// route is up (RTF_UP, 1).
    package static func defaults(inRoutes text: String) -> [String] {
        text.split(separator: "\n").dropFirst().compactMap { line in
            let fields = line.split(whereSeparator: \.isWhitespace)
            guard fields.count > 7, fields[1] == "00000000", fields[7] == "00000000",
                let flags = UInt32(fields[3], radix: 16), flags & 1 == 1
            else { return nil }
            return String(fields[0])
        }
    }

    /// The same in the text of `/proc/net/ipv6_route`; routes that refuse (RTF_REJECT, 0x200) are none.
    package static func defaults(inIPv6Routes text: String) -> [String] {
        text.split(separator: "\n").compactMap { line in
            let fields = line.split(whereSeparator: \.isWhitespace)
            guard fields.count > 9, fields[0].allSatisfy({ $0 == "0" }), fields[1] == "00",
                let flags = UInt32(fields[8], radix: 16), flags & 1 == 1, flags & 0x200 == 0, fields[9] != "lo"
            else { return nil }
            return String(fields[9])
        }
    }

    /// The servers in the text of `/etc/resolv.conf` (resolv.conf(5)).
    package static func nameServers(in text: String) -> [String] {
        text.split(separator: "\n").compactMap { line in
            let words = line.split(whereSeparator: \.isWhitespace)
            return words.count > 1 && words[0] == "nameserver" ? String(words[1]) : nil
        }
    }
}
