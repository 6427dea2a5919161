import OnAirMedia

/// How a destination comes back, changeable from any thread while it runs; what was set last counts from its next loss on.
public final class ReconnectControl: Sendable {
    private let kept: Lock<ReconnectOptions>

    /// A control that is set to `options`.
    public init(_ options: ReconnectOptions) { kept = Lock(options) }

    /// What it is set to.
    public var options: ReconnectOptions { kept.withLock { $0 } }

    /// Sets it to `options`.
    public func set(_ options: ReconnectOptions) { kept.withLock { $0 = options } }
}
