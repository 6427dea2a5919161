import OnAirMedia

/// The time that the simulated devices of one backend share, so that a script goes on while one of them is away: the
/// newest instant that a running source has seen, or the clock's where none runs.
final class SimulatedTimebase: Sendable {
    private struct State {
        var epoch: HostTime?
        var newest = HostTime(nanoseconds: 0)
        var running = 0
    }

    private let clock: any HostClock
    private let state = Lock(State())

    init(clock: any HostClock) { self.clock = clock }

    /// A source begins to count from `epoch`.
    func begin(at epoch: HostTime) {
        state.withLock { state in
            if state.epoch != epoch { (state.epoch, state.newest) = (epoch, epoch) }
            state.running += 1
        }
    }

    /// A source has ended.
    func end() { state.withLock { $0.running -= 1 } }

    /// A source has seen `now`.
    func note(_ now: HostTime) { state.withLock { $0.newest = max($0.newest, now) } }

    /// The time zero of the newest source; nil before any was started.
    var epoch: HostTime? { state.withLock { $0.epoch } }

    /// The newest instant that is known.
    var newest: HostTime {
        let (newest, running) = state.withLock { ($0.newest, $0.running) }
        return running > 0 ? newest : max(newest, clock.now)
    }

    /// What the clock says.
    var now: HostTime { clock.now }
}
