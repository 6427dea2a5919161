import OnAirMedia

/// Why something could not be drawn.
public struct DrawingError: OnAirError, Equatable {
    /// What went wrong, for programs.
    public enum Kind: String, Sendable {
        /// The drawing would be larger than is allowed.
        case tooLarge = "drawing-too-large"
        /// The font description cannot be understood.
        case font = "font-unusable"
        /// Cairo or Pango refused.
        case refused = "drawing-refused"
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
