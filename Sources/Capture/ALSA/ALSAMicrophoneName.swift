/// How a microphone of ALSA is named: `alsa:CARD,DEVICE`, or `alsa:pcm:NAME` for a PCM of libasound's configuration.
package enum ALSAMicrophoneName: Hashable, Sendable, CustomStringConvertible {
    /// A device of a card; nil for the first that records.
    case card(String, device: Int?)
    case pcm(String)

    /// What stands before each.
    package static let prefix = "alsa:"
    private static let pcmPrefix = "pcm:"

    /// Nil for what is no name of this kind.
    package init?(_ uniqueID: String) {
        guard uniqueID.hasPrefix(Self.prefix) else { return nil }
        let rest = uniqueID.dropFirst(Self.prefix.count)
        if rest.hasPrefix(Self.pcmPrefix) {
            let name = rest.dropFirst(Self.pcmPrefix.count)
            // What libasound would read as more than a name is not for us to build.
            guard !name.isEmpty, name.utf8.allSatisfy({ $0 != 0 }) else { return nil }
            self = .pcm(String(name))
            return
        }
        let parts = rest.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
        guard let card = parts.first, !card.isEmpty else { return nil }
        guard parts.count > 1 else {
            self = .card(String(card), device: nil)
            return
        }
        guard let device = Int(parts[1]), (0...255).contains(device) else { return nil }
        self = .card(String(card), device: device)
    }

    package var description: String {
        switch self {
        case .card(let card, let device): Self.prefix + card + (device.map { ",\($0)" } ?? "")
        case .pcm(let name): Self.prefix + Self.pcmPrefix + name
        }
    }
}
