/// What a parameter of a filter can be set to.
public enum FilterValue: Hashable, Sendable {
    case number(Double)
    case text(String)
}

extension FilterValue: CustomStringConvertible {
    /// A number with as few digits as say it: `3`, not `3.0`; a text as it is.
    public var description: String {
        switch self {
        case .number(let number):
            if number == number.rounded(), abs(number) < 1e15 { String(Int64(number)) } else { String(number) }
        case .text(let text): text
        }
    }
}

extension FilterValue: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else {
            self = .text(try container.decode(String.self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        }
    }
}
