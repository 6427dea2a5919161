/// What every error of the house can tell: what happened, to what, and what to do about it.
///
/// Each module throws its own types; all of them conform, so a user of any part can show any of them.
public protocol OnAirError: Error, Sendable, CustomStringConvertible {
    /// A stable name for programs, in lower case with dashes, such as `connection-refused`.
    var code: String { get }
    /// One sentence: what happened, and to what. Never contains a secret.
    var message: String { get }
    /// One sentence: what to do. Nil where nothing useful can be said.
    var advice: String? { get }
}

extension OnAirError {
    public var advice: String? { nil }

    /// The message, then the advice.
    public var description: String { advice.map { "\(message) \($0)" } ?? message }
}
