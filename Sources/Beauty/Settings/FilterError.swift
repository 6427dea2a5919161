import OnAirMedia

/// Why a filter cannot be had as it was asked for.
public struct FilterError: OnAirError, Equatable {
    /// What went wrong, for programs.
    public enum Kind: String, Sendable {
        /// There is no filter of this name.
        case unknownFilter = "filter-unknown"
        /// The filter has no such parameter.
        case unknownParameter = "filter-parameter-unknown"
        /// A text that should describe a filter does not.
        case malformed = "filter-malformed"
        /// A value is none, or outside its range.
        case invalidValue = "filter-value-invalid"
        /// A file does not exist, or may not be read.
        case unreadable = "filter-file-unreadable"
        /// What is in a file is not understood.
        case broken = "filter-file-broken"
    }

    public let kind: Kind
    public let message: String
    public let advice: String?

    public init(_ kind: Kind, _ message: String, advice: String? = nil) {
        self.kind = kind
        self.message = message
        self.advice = advice
    }

    public var code: String { kind.rawValue }
}
