import OnAirMedia

/// Calls a closure at a fixed interval on the runner's clock: the beat of the statistics.
final class TickStage: Stage {
    let name = "onair-tick"
    private let interval: MediaTime
    private let stop: StopRequest
    private let tick: @Sendable (HostTime) -> Void
    private let epoch: HostTime
    private var count: Int64 = 1

    init(interval: MediaTime, epoch: HostTime, stop: StopRequest, tick: @escaping @Sendable (HostTime) -> Void) {
        self.interval = interval
        self.epoch = epoch
        self.stop = stop
        self.tick = tick
    }

    func step(now: HostTime) -> StageWait {
        if stop.isRequested { return .finished }
        // Each beat from the epoch, so that a late one does not move the next.
        var due = epoch.advanced(by: MediaTime(value: count * interval.value, timescale: interval.timescale))
        if now >= due {
            tick(now)
            while due <= now {
                count += 1
                due = epoch.advanced(by: MediaTime(value: count * interval.value, timescale: interval.timescale))
            }
        }
        return .event(until: due)
    }
}
