import OnAirMedia

/// What is wrong with the address of a destination. Never repeats the address: it may hold the stream key.
public struct AddressError: OnAirError, Equatable {
    /// The kind of fault; stable across versions.
    public enum Kind: String, Sendable, Equatable, CaseIterable {
        case empty
        case tooLong = "too-long"
        case controlCharacter = "control-character"
        case unknownScheme = "unknown-scheme"
        case missingHost = "missing-host"
        case badHost = "bad-host"
        case badPort = "bad-port"
        case badUserInfo = "bad-user-info"
        case missingPath = "missing-path"
        case serverWithQuery = "server-with-query"
        case unknownFileType = "unknown-file-type"
        case notSupportedYet = "not-supported-yet"
    }

    public let kind: Kind

    init(_ kind: Kind) { self.kind = kind }

    /// `address-missing-host` and so on.
    public var code: String { "address-\(kind.rawValue)" }

    public var message: String {
        switch kind {
        case .empty: "The address is empty."
        case .tooLong: "The address is longer than \(RTMPAddress.longest) bytes."
        case .controlCharacter: "The address contains a line break or another control character."
        case .unknownScheme: "The address begins with a scheme that is not known here."
        case .missingHost: "The address names no host."
        case .badHost: "The host in the address is not a name or an IP address."
        case .badPort: "The port in the address is not a number from 1 to 65535."
        case .badUserInfo: "The user or password in the address contains a broken % sequence."
        case .missingPath: "The address ends after the host; it names neither application nor stream key."
        case .serverWithQuery: "The server address holds a ? although the stream key is given apart."
        case .unknownFileType: "The name of the recording does not end in a file type that can be written."
        case .notSupportedYet: "RTMP over TLS (rtmps) is not supported yet."
        }
    }

    public var advice: String? {
        switch kind {
        case .empty, .missingHost, .missingPath: "Write rtmp://host/app/key."
        case .tooLong: "Check that nothing else was pasted with it."
        case .controlCharacter: "Paste it again without the line break."
        case .unknownScheme: "Write rtmp://host/app/key, or the path of a .flv file."
        case .badHost: "Put an IPv6 address into brackets: rtmp://[::1]/app/key."
        case .badPort: "Write rtmp://host:1935/app/key, or leave the port out."
        case .badUserInfo: "Write a % in a password as %25."
        case .serverWithQuery: "Move the query behind the stream key."
        case .unknownFileType: "End the name in .flv."
        case .notSupportedYet: "Use the service's rtmp:// address."
        }
    }
}
