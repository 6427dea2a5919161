import OnAirMedia

/// What a sound server did not do, and what to do about it.
public struct PulseError: OnAirError, Hashable {
    /// The kind of failure; stable across versions.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// No sound server runs where one would be.
        case noServer = "sound-server-missing"
        /// A server is there, and this user may not use it.
        case denied = "sound-server-denied"
        /// The server has no such source.
        case noSource = "sound-source-missing"
        /// The server did not answer in time.
        case timedOut = "sound-server-timed-out"
        /// The server or the source went away.
        case lost = "sound-source-lost"
        /// Anything else; the message has the server's words.
        case refused = "sound-server-refused"
    }

    public let kind: Kind
    public let message: String
    public let advice: String?

    public init(_ kind: Kind, _ message: String, advice: String? = nil) {
        (self.kind, self.message, self.advice) = (kind, message, advice)
    }

    public var code: String { kind.rawValue }
}
