/// A user and a password for a server that asks for them by the adobe or llnw scheme. Prints as stars only.
///
/// Both schemes need MD5, which comes along as a function, so that there are no credentials without it.
public struct RTMPCredentials: Sendable {
    public let user: String
    public let password: String
    /// The 16 bytes of MD5 (RFC 1321) over any bytes.
    let digest: @Sendable ([UInt8]) -> [UInt8]

    public init(user: String, password: String, md5: @escaping @Sendable ([UInt8]) -> [UInt8]) {
        self.user = user
        self.password = password
        digest = md5
    }
}

extension RTMPCredentials: Hashable {
    public static func == (left: RTMPCredentials, right: RTMPCredentials) -> Bool {
        left.user == right.user && left.password == right.password
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(user)
        hasher.combine(password)
    }
}

extension RTMPCredentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "***" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
