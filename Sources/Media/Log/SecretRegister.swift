/// The exact secrets that a process has been given: stream keys, passwords, tokens. Shared by all its logs.
public final class SecretRegister: Sendable {
    private let current: Lock<Redactor>

    public init() { current = Lock(Redactor()) }

    /// Remembers `secret`; from now on no text redacted here contains it.
    public func add(_ secret: String) { current.withLock { $0.add(secret) } }

    /// The redactor as of now.
    public var redactor: Redactor { current.withLock { $0 } }

    /// `text` without secrets.
    public func redact(_ text: String) -> String { redactor.redact(text) }
}
