import OnAirMedia

/// Where a destination leaves its statistics for others to read at any time.
public final class DestinationMonitor: Sendable {
    private let current = Lock(DestinationStatistics())

    public init() {}

    /// The newest figures.
    public var statistics: DestinationStatistics { current.withLock { $0 } }

    /// Counts a packet whose last byte was taken at `now`.
    func count(_ mark: LatencyMark, now: HostTime) {
        let latency = now.nanoseconds(since: mark.captureTime)
        current.withLock { figures in
            switch mark.track {
            case .video:
                figures.video.packets += 1
                figures.video.bytes += Int64(mark.bytes)
                figures.videoLatency.add(nanoseconds: latency)
            case .audio:
                figures.audio.packets += 1
                figures.audio.bytes += Int64(mark.bytes)
                figures.audioLatency.add(nanoseconds: latency)
            }
        }
    }

    /// Changes the figures in place; called by the destination's stage.
    func update(_ change: (inout DestinationStatistics) -> Void) { current.withLock { change(&$0) } }
}
