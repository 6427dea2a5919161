import OnAirPublish

/// Where a stream is sent, checked, with its secrets kept to itself.
public struct StreamAddress: Sendable, Equatable, CustomStringConvertible {
    let rtmp: RTMPAddress

    /// Reads an address such as `rtmp://host/app/key`. What follows the application is the key, taken byte for byte.
    ///
    /// - Throws: `BroadcastError` with code `.invalidAddress` that says what is wrong.
    public init(_ text: String) throws(BroadcastError) {
        rtmp = try Self.rtmp { () throws(AddressError) in try DestinationAddress(text) }
    }

    /// Puts together a server such as `rtmp://host/app` and a stream key that a service shows apart.
    ///
    /// - Throws: `BroadcastError` with code `.invalidAddress` that says what is wrong.
    public init(server: String, key: String) throws(BroadcastError) {
        rtmp = try Self.rtmp { () throws(AddressError) in try DestinationAddress(server: server, key: key) }
    }

    /// The address for people: without key, user, password or query.
    public var displayName: String { rtmp.description }

    /// Whether it holds a stream key, as most servers want.
    public var hasKey: Bool { !rtmp.key.isEmpty }

    /// The same as `displayName`: an address never prints its key.
    public var description: String { displayName }

    private static func rtmp(_ read: () throws(AddressError) -> DestinationAddress) throws(BroadcastError)
        -> RTMPAddress
    {
        let address: DestinationAddress
        do throws(AddressError) { address = try read() } catch {
            throw BroadcastError(code: .invalidAddress, message: error.message, advice: error.advice)
        }
        guard case .rtmp(let rtmp) = address else {
            throw BroadcastError(
                code: .invalidAddress, message: "A file is not a place to stream to.",
                advice: "Record it, or give an address such as rtmp://host/app/key.")
        }
        return rtmp
    }
}
