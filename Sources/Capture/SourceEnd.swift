import OnAirMedia

/// Why a source has ended, for whoever kept this before a runner took the source over.
public final class SourceEnd: Sendable {
    private let failure = Lock<CaptureError?>(nil)

    public init() {}

    /// What went wrong; nil while the source runs, and where it was asked to end or had no more to give.
    public var error: CaptureError? { failure.withLock { $0 } }

    /// Notes the first failure; called by the source, before it closes its output.
    package func fail(_ error: CaptureError) {
        failure.withLock { if $0 == nil { $0 = error } }
    }
}
