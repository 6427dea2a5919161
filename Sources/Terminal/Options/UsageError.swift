import OnAirMedia

/// A command line that cannot be understood. Never repeats a value that could hold a key.
public struct UsageError: OnAirError, Equatable {
    /// The kind of mistake; stable across versions.
    public enum Kind: String, Sendable, Equatable {
        case unknownVerb = "unknown-verb"
        case unknownOption = "unknown-option"
        case unexpectedArgument = "unexpected-argument"
        case missingValue = "missing-value"
        case unexpectedValue = "unexpected-value"
        case badValue = "bad-value"
        case repeated = "repeated-option"
        case incomplete = "incomplete"
    }

    public let kind: Kind
    public let message: String
    public let advice: String?

    /// - Parameter message: may repeat words of the command line: what in them looks like a secret is hidden.
    public init(_ kind: Kind, _ message: String, advice: String? = nil) {
        self.kind = kind
        self.message = Redactor().redact(message)
        self.advice = advice
    }

    /// `usage-unknown-option` and so on.
    public var code: String { "usage-\(kind.rawValue)" }
}
