import Synchronization

/// Where a destination leaves its statistics for others to read at any time.
public final class DestinationMonitor: Sendable {
    private let current = Mutex(DestinationStatistics())

    public init() {}

    /// The newest figures.
    public var statistics: DestinationStatistics { current.withLock { $0 } }

    /// Changes the figures in place; called by the destination's stage.
    func update(_ change: (inout DestinationStatistics) -> Void) { current.withLock { change(&$0) } }
}
