import OnAirMedia

/// Why a picture file could not be read or written.
public struct ImageError: OnAirError, Equatable {
    /// What went wrong, for programs.
    public enum Kind: String, Sendable {
        /// There is no such file, or it may not be read.
        case unreadable = "image-unreadable"
        /// What is in the file is no picture that is understood, or it is broken.
        case broken = "image-broken"
        /// It has more pixels than are allowed.
        case tooLarge = "image-too-large"
        /// It could not be encoded.
        case encoding = "image-encoding"
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
