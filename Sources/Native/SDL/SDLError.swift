import CSDL
import OnAirMedia

/// What the display did not do, and what to do about it.
public struct SDLError: OnAirError, Hashable {
    /// The kind of failure; stable across versions.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// There is no display, or it lets nobody in.
        case noDisplay = "display-missing"
        /// The display is there and refuses something.
        case refused = "display-refused"
    }

    public let kind: Kind
    public let message: String
    public let advice: String?

    public init(_ kind: Kind, _ message: String, advice: String? = nil) {
        (self.kind, self.message, self.advice) = (kind, message, advice)
    }

    public var code: String { kind.rawValue }

    /// SDL's own words about what it just did not do.
    static func refused(_ what: String) -> SDLError {
        let words = SDL_GetError().map { String(cString: $0) } ?? ""
        return SDLError(.refused, "The display \(what)\(words.isEmpty ? "" : ": \(words)").")
    }
}
