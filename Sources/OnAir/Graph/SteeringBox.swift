import OnAirMedia
import OnAirPublish

/// Between the graph, which says who leads and what the bounds are, and the steering stage, which decides.
final class SteeringBox: Sendable {
    /// The destination whose network decides.
    struct Leader: Sendable {
        let id: Int
        let monitor: DestinationMonitor
    }

    /// What the graph has asked for.
    struct Orders: Sendable {
        var leader: Leader?
        var limits: SteeringLimits
        /// Counts every change.
        var edition = 0
    }

    private struct State {
        var orders: Orders
        var stage: WakeSignal?
        var snapshot: SteeringSnapshot
        var load: EncoderLoad?
    }

    private let state: Lock<State>

    init(_ video: VideoConfiguration) {
        let limits = SteeringLimits(video)
        state = Lock(
            State(
                orders: Orders(limits: limits),
                snapshot: SteeringSnapshot(
                    target: limits.ceiling, ceiling: limits.ceiling, minimum: limits.minimum,
                    frameRate: video.frameRate)))
    }

    /// Wakes the stage behind `signal` at each order.
    func attach(_ signal: WakeSignal) { state.withLock { $0.stage = signal } }

    func lead(_ leader: Leader?) {
        change { orders in
            guard orders.leader?.id != leader?.id else { return false }
            orders.leader = leader
            return true
        }
    }

    func configure(_ video: VideoConfiguration) {
        let limits = SteeringLimits(video)
        change { orders in
            guard orders.limits != limits else { return false }
            orders.limits = limits
            return true
        }
    }

    /// Gives an order, unless it is none.
    private func change(_ body: (inout Orders) -> Bool) {
        let stage: WakeSignal? = state.withLock { state in
            guard body(&state.orders) else { return nil }
            state.orders.edition += 1
            return state.stage
        }
        stage?.wake()
    }

    func note(_ load: EncoderLoad) { state.withLock { $0.load = load } }

    var orders: Orders { state.withLock { $0.orders } }

    func tell(_ snapshot: SteeringSnapshot) { state.withLock { $0.snapshot = snapshot } }

    var snapshot: SteeringSnapshot {
        state.withLock { state in
            var snapshot = state.snapshot
            snapshot.load = state.load
            // Whichever leaves out more pictures.
            if let rate = state.load?.frameRate, rate.framesPerSecond < snapshot.frameRate.framesPerSecond {
                snapshot.frameRate = rate
            }
            return snapshot
        }
    }
}

extension SteeringLimits {
    /// The least of what `video` leaves open: an eighth of the ceiling, and 100 kbit/s.
    init(_ video: VideoConfiguration) {
        let rate = video.frameRate.framesPerSecond
        self.init(
            ceiling: video.bitrate, minimum: video.minimumBitrate ?? max(100_000, video.bitrate / 8),
            initial: video.initialBitrate ?? video.bitrate / 5 * 3,
            // Five pictures a second are left at worst.
            largestFrameInterval: min(6, Int(rate.numerator / (5 * rate.denominator))),
            mode: SteeringMode(video.adaptation))
    }
}

extension SteeringMode {
    /// Nil for no adaptation.
    init?(_ adaptation: RateAdaptation) {
        switch adaptation {
        case .normal: self = .normal
        case .conservative: self = .conservative
        case .off: return nil
        }
    }
}
