/// How often a destination that was lost is tried again before it is given up.
public enum ReconnectAttempts: Hashable, Sendable {
    /// For ever.
    case unlimited
    /// So many times, at least 0; 0 turns reconnecting off. Counted anew once a server has taken 10 s of the program.
    case limited(Int)

    /// The number for the destinations; nil for no limit.
    var count: Int? {
        switch self {
        case .unlimited: nil
        case .limited(let count): count
        }
    }
}

extension ReconnectAttempts: Codable, LosslessStringConvertible {
    /// Reads `unlimited` or a whole number from 0 on; nil for anything else.
    public init?(_ description: String) {
        if description == "unlimited" {
            self = .unlimited
        } else if let count = Int(description), count >= 0 {
            self = .limited(count)
        } else {
            return nil
        }
    }

    public var description: String {
        switch self {
        case .unlimited: "unlimited"
        case .limited(let count): "\(count)"
        }
    }

    /// Reads the word `unlimited` or a number.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let count = try? container.decode(Int.self) {
            self = .limited(count)
            return
        }
        let text = try container.decode(String.self)
        guard text == "unlimited" else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "“\(text)” is neither a number nor “unlimited”")
        }
        self = .unlimited
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .unlimited: try container.encode("unlimited")
        case .limited(let count): try container.encode(count)
        }
    }
}
