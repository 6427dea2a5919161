import OnAirMedia

/// A place the program can be sent to.
public enum DestinationAddress: Sendable, Hashable {
    /// A server that speaks RTMP.
    case rtmp(RTMPAddress)
    /// An FLV file at a path.
    case flvFile(path: String)

    /// Reads what a person wrote: `rtmp://host/app/key`, or the path of a `.flv` file.
    ///
    /// - Throws: what is wrong with it; `notSupportedYet` for `rtmps`.
    public init(_ text: String) throws(AddressError) {
        guard text.contains("://") else {
            self = .flvFile(path: try Self.filePath(text))
            return
        }
        self = .rtmp(try Self.supported(RTMPAddress(text)))
    }

    /// Reads a server and a stream key that were written apart, as services show them.
    ///
    /// - Throws: what is wrong with them; `notSupportedYet` for `rtmps`.
    public init(server: String, key: String) throws(AddressError) {
        self = .rtmp(try Self.supported(RTMPAddress(server: server, key: key)))
    }

    /// Everything in the address that must never be shown.
    public var secrets: [String] {
        switch self {
        case .rtmp(let address): address.secrets
        case .flvFile: []
        }
    }

    private static func supported(_ address: RTMPAddress) throws(AddressError) -> RTMPAddress {
        guard !address.isSecure else { throw AddressError(.notSupportedYet) }
        return address
    }

    private static func filePath(_ text: String) throws(AddressError) -> String {
        guard !text.isEmpty else { throw AddressError(.empty) }
        guard text.utf8.count <= RTMPAddress.longest else { throw AddressError(.tooLong) }
        guard !text.utf8.contains(0) else { throw AddressError(.controlCharacter) }
        guard text.count > 4, text.lowercased().hasSuffix(".flv") else { throw AddressError(.unknownFileType) }
        return text
    }
}

extension DestinationAddress: CustomStringConvertible {
    /// For people; without secrets.
    public var description: String {
        switch self {
        case .rtmp(let address): address.description
        case .flvFile(let path): path
        }
    }
}
