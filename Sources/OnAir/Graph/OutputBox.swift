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
    /// Takes from a changed configuration what concerns it.
    var configure: ((BroadcastConfiguration) -> Void)?
    private var rate = RateMeter()
    private var videoRate = RateMeter()
    private var audioRate = RateMeter()

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

    /// The numbers of this moment; the rates are those of the last tick, or measured anew at one.
    func statistics(now: HostTime, isTick: Bool) -> OutputStatistics {
        let figures = monitor.statistics
        let level = queue.level
        let dropped = queue.dropped
        var result = OutputStatistics(id: id, kind: kind, name: name, state: Self.name(of: figures))
        result.liveSeconds = figures.publishingSince.map { now.time(since: $0).seconds } ?? 0
        result.attempts = figures.attempts
        result.reconnects = figures.reconnects
        result.lastError = figures.lastError?.code
        result.lastErrorMessage = figures.lastError?.message
        result.bytes = figures.bytesSent
        result.acknowledgedBytes = figures.bytesAcknowledged
        result.kilobitsPerSecond = rate.rate(figures.bytesSent * 8, at: now, isTick: isTick) / 1000
        result.dropped = dropped.total
        result.missed = figures.missed.total
        result.video = Self.track(figures.video, level.video, dropped.video)
        result.audio = Self.track(figures.audio, level.audio, dropped.audio)
        result.video.kilobitsPerSecond = videoRate.rate(figures.video.bytes * 8, at: now, isTick: isTick) / 1000
        result.audio.kilobitsPerSecond = audioRate.rate(figures.audio.bytes * 8, at: now, isTick: isTick) / 1000
        result.queueMilliseconds = level.milliseconds
        result.queueBytes = level.bytes
        result.queuePackets = level.packets
        result.unacknowledgedBytes = figures.transport.unacknowledgedBytes
        result.roundTripMilliseconds = figures.transport.roundTripMicroseconds.map { Double($0) / 1000 }
        result.retransmits = figures.transport.retransmits
        result.congestion = figures.congestion
        result.latencyMedian = figures.videoLatency.percentile(0.5).map { Double($0) / 1e6 }
        result.latency95 = figures.videoLatency.percentile(0.95).map { Double($0) / 1e6 }
        return result
    }

    private static func track(
        _ sent: DestinationStatistics.Track, _ waiting: SendLevel.Track, _ dropped: Int64
    ) -> OutputStatistics.Track {
        var track = OutputStatistics.Track()
        track.packets = sent.packets
        track.bytes = sent.bytes
        track.dropped = dropped
        track.queuePackets = waiting.packets
        track.queueBytes = waiting.bytes
        track.queueMilliseconds = waiting.milliseconds
        return track
    }

    /// The numbers at the end: nothing waits, and nothing is on its way any more.
    func lastStatistics(now: HostTime) -> OutputStatistics {
        var result = statistics(now: now, isTick: true)
        result.state = "ended"
        result.liveSeconds = 0
        result.kilobitsPerSecond = 0
        for track in [\OutputStatistics.video, \.audio] {
            result[keyPath: track].kilobitsPerSecond = 0
            result[keyPath: track].queueMilliseconds = 0
            (result[keyPath: track].queueBytes, result[keyPath: track].queuePackets) = (0, 0)
        }
        (result.queueMilliseconds, result.queueBytes, result.queuePackets) = (0, 0, 0)
        (result.unacknowledgedBytes, result.congestion) = (0, 0)
        return result
    }

    private static func name(of figures: DestinationStatistics) -> String {
        switch figures.state {
        case .idle, .asking, .resolving, .connecting, .handshaking, .negotiating:
            figures.attempts > 1 ? "reconnecting" : "connecting"
        case .waiting: "reconnecting"
        case .publishing, .stopping: "live"
        case .ended: "ended"
        }
    }
}
