import OnAirPublish

/// A place to send the program to: its address, or who knows it, and what is done otherwise for it.
public struct StreamDestination: Sendable {
    /// Where its address comes from.
    enum Source: Sendable {
        case fixed(StreamAddress)
        case asked(any StreamAddressProvider)
    }

    let source: Source
    /// What is done otherwise for it.
    public let settings: DestinationSettings

    /// A destination at one address.
    public init(_ address: StreamAddress, settings: DestinationSettings = DestinationSettings()) {
        source = .fixed(address)
        self.settings = settings
    }

    /// A destination whose address is asked for before each attempt.
    ///
    /// - Parameter settings: give it a `name`; else it is called `destination`.
    public init(askedOf provider: any StreamAddressProvider, settings: DestinationSettings = DestinationSettings()) {
        source = .asked(provider)
        self.settings = settings
    }

    /// Where the destination's attempts get their address.
    var addresses: AddressSource {
        switch source {
        case .fixed(let address): return .fixed(address.rtmp)
        case .asked(let provider):
            let asker = AddressAsker(provider, name: displayName)
            return .asked { asker.ask(attempt: $0, answer: $1) }
        }
    }

    /// What it is called; holds no secret.
    public var displayName: String {
        if let name = settings.name { return name }
        return switch source {
        case .fixed(let address): address.displayName
        case .asked: "destination"
        }
    }
}
