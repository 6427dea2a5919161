import OnAirPublish

/// A destination or recording as the graph holds it.
final class OutputBox {
    let id: Int
    let kind: OutputStatus.Kind
    let name: String
    let queue: SendQueue
    let monitor: DestinationMonitor
    let stop: StopRequest
    let handle: StageHandle
    private var rate = RateMeter()

    init(
        id: Int, kind: OutputStatus.Kind, name: String, queue: SendQueue, monitor: DestinationMonitor,
        stop: StopRequest, handle: StageHandle
    ) {
        self.id = id
        self.kind = kind
        self.name = name
        self.queue = queue
        self.monitor = monitor
        self.stop = stop
        self.handle = handle
    }

    /// The numbers of this moment; the rate is since the last call.
    func statistics(now: HostTime) -> OutputStatistics {
        let figures = monitor.statistics
        let level = queue.level
        var result = OutputStatistics(id: id, kind: kind, name: name, state: Self.name(of: figures.state))
        result.bytes = figures.bytesSent
        result.kilobitsPerSecond = rate.rate(figures.bytesSent * 8, at: now) / 1000
        result.dropped = queue.dropped.total
        result.queueMilliseconds = level.milliseconds
        result.queueBytes = level.bytes
        result.queuePackets = level.packets
        result.latencyMedian = figures.videoLatency.percentile(0.5).map { Double($0) / 1e6 }
        result.latency95 = figures.videoLatency.percentile(0.95).map { Double($0) / 1e6 }
        return result
    }

    /// The numbers at the end: nothing waits any more.
    func lastStatistics(now: HostTime) -> OutputStatistics {
        var result = statistics(now: now)
        result.state = "ended"
        result.kilobitsPerSecond = 0
        (result.queueMilliseconds, result.queueBytes, result.queuePackets) = (0, 0, 0)
        return result
    }

    private static func name(of state: DestinationState) -> String {
        switch state {
        case .idle, .asking, .resolving, .connecting, .handshaking, .negotiating: "connecting"
        case .waiting: "reconnecting"
        case .publishing, .stopping: "live"
        case .ended: "ended"
        }
    }
}
