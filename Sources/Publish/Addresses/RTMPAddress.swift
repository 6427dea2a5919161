import OnAirFFmpeg
import OnAirMedia
import OnAirWire

/// Where to publish over RTMP: server, application and stream key, taken apart.
///
/// `rtmp://[user:password@]host[:port]/app[/more]/key[?query]`. What stands after the last slash before the first `?`
/// is the key, with the query: an opaque string, kept byte for byte, `%` and all. What stands between host and key is
/// the application. A lone segment is an application without key, as most clients read it; but a lone segment with a
/// query can only be a key, and then there is no application. A key that holds slashes is given apart from its server.
///
/// Prints without key, query and user info.
public struct RTMPAddress: Sendable, Hashable {
    /// The longest address or key taken, in bytes.
    public static let longest = 16_384

    /// RTMP over TLS (`rtmps`).
    public let isSecure: Bool
    /// A name or an IP address; an IPv6 address without brackets.
    public let host: String
    /// The port to connect to: the one that was written, else 1935, or 443 for `rtmps`.
    public let port: UInt16
    /// The user info, percent-decoded; never part of `tcURL`.
    public let credentials: Credentials?
    /// The application, `app` in the command `connect`; without slashes at its ends, may be empty.
    public let app: String
    /// The stream key, a secret; may be empty.
    public let key: String

    /// Takes an address apart that holds everything.
    public init(_ text: String) throws(AddressError) {
        let server = try ServerPart(text)
        let path = text.utf8[server.pathStart...]
        let query = path.firstIndex(of: UInt8(ascii: "?")) ?? path.endIndex
        var segments = path[..<query].split(separator: UInt8(ascii: "/"))
        guard let last = segments.last else { throw AddressError(.missingPath) }
        var app = ""
        var key = ""
        if segments.count == 1, query == path.endIndex {
            app = String(Substring(last))
        } else {
            key = String(Substring(last)) + String(Substring(path[query...]))
            segments.removeLast()
            app = segments.map { String(Substring($0)) }.joined(separator: "/")
        }
        self.init(server, app: app, key: key)
    }

    /// Joins a server, `rtmp://host[:port][/app[/more]]`, with a key given apart, which may hold anything but control
    /// characters.
    public init(server text: String, key: String) throws(AddressError) {
        let server = try ServerPart(text)
        guard key.utf8.count <= Self.longest else { throw AddressError(.tooLong) }
        guard !ServerPart.hasControlCharacter(key) else { throw AddressError(.controlCharacter) }
        let path = text.utf8[server.pathStart...]
        guard !path.contains(UInt8(ascii: "?")) else { throw AddressError(.serverWithQuery) }
        let segments = path.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
        self.init(server, app: segments.joined(separator: "/"), key: key)
    }

    private init(_ server: ServerPart, app: String, key: String) {
        isSecure = server.isSecure
        host = server.host
        port = server.port
        credentials = server.credentials
        self.app = app
        self.key = key
    }

    /// The host as it stands in an address: an IPv6 address in brackets.
    public var bracketedHost: String { host.contains(":") ? "[\(host)]" : host }

    /// The address as `connect` tells it: without user info and key; the port only where it is not the scheme's own.
    public var tcURL: String {
        let port = port == Self.defaultPort(isSecure: isSecure) ? "" : ":\(port)"
        return "\(isSecure ? "rtmps" : "rtmp")://\(bracketedHost)\(port)/\(app)"
    }

    /// What the protocol core needs to know.
    public var target: RTMPTarget {
        RTMPTarget(
            app: app, tcURL: tcURL, streamName: Array(key.utf8),
            credentials: credentials.map {
                RTMPCredentials(user: $0.user, password: $0.password, md5: MessageDigest.md5)
            })
    }

    /// Everything in the address that must never be shown: the key, its parts, user and password.
    public var secrets: [String] {
        var secrets = [key]
        if let mark = key.firstIndex(of: "?") {
            secrets += [String(key[..<mark]), String(key[key.index(after: mark)...])]
            for pair in key[key.index(after: mark)...].split(separator: "&") {
                if let equals = pair.firstIndex(of: "=") { secrets.append(String(pair[pair.index(after: equals)...])) }
            }
        }
        if let credentials { secrets += [credentials.user, credentials.password] }
        return secrets.filter { !$0.isEmpty }
    }

    static func defaultPort(isSecure: Bool) -> UInt16 { isSecure ? 443 : 1935 }
}

extension RTMPAddress: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// For people: `rtmp://host:port/app/***`.
    public var description: String {
        let shown = credentials == nil ? tcURL : tcURL.replacingFirst("://", with: "://***@")
        guard !key.isEmpty else { return shown }
        return shown.hasSuffix("/") ? shown + Redactor.mark : shown + "/" + Redactor.mark
    }

    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension String {
    fileprivate func replacingFirst(_ text: String, with other: String) -> String {
        guard let range = firstRange(of: text) else { return self }
        return String(self[..<range.lowerBound]) + other + String(self[range.upperBound...])
    }
}
