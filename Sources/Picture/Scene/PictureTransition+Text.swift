import OnAirMedia

/// How a transition is written: its kind and seconds, such as `fade 0.5` or `push-left 1`; `cut` needs none.
extension PictureTransition: LosslessStringConvertible, Codable {
    /// Seconds of a transition that is written without: half a second.
    private static let usualDuration = MediaTime.milliseconds(500)

    /// Reads `KIND`, or `KIND SECONDS` with a space or a colon between; nil for anything else, and for more than 60 s.
    public init?(_ description: String) {
        let parts = description.split(whereSeparator: { $0 == " " || $0 == ":" })
        guard let first = parts.first, parts.count <= 2, let kind = Kind(rawValue: String(first)) else { return nil }
        guard parts.count == 2 else {
            self.init(kind, duration: kind == .cut ? .zero : Self.usualDuration)
            return
        }
        guard let seconds = Double(parts[1]), seconds >= 0, seconds <= 60 else { return nil }
        self.init(kind, duration: .milliseconds(Int64((seconds * 1000).rounded())))
    }

    public var description: String {
        guard kind != .cut else { return kind.rawValue }
        let milliseconds = duration.nanoseconds / 1_000_000
        let (seconds, rest) = (milliseconds / 1000, milliseconds % 1000)
        guard rest > 0 else { return "\(kind.rawValue) \(seconds)" }
        var digits = String(rest)
        digits = String(repeating: "0", count: 3 - digits.count) + digits
        while digits.hasSuffix("0") { digits.removeLast() }
        return "\(kind.rawValue) \(seconds).\(digits)"
    }

    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let transition = PictureTransition(text) else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "“\(text)” is no transition: write a kind ("
                        + Kind.allCases.map(\.rawValue).joined(separator: ", ")
                        + ") and seconds up to 60, such as “fade 0.5”"))
        }
        self = transition
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
