import OnAirEncode
import OnAirMedia
import OnAirPublish

/// Looks at the leading destination each tenth of a second and makes the encoder follow what its network carries.
/// `BitratePolicy` decides. Ends when it is asked to.
final class SteeringStage: Stage {
    /// Nanoseconds from one look to the next.
    private static let interval: Int64 = 100_000_000
    /// Changes smaller than this part of the bitrate are not told.
    private static let hysteresis = 0.05
    /// Raising goes on for a while: it is told so often, in milliseconds.
    private static let raiseSpacing: Int64 = 2000

    let name = "onair-steering"
    private let box: SteeringBox
    private let encoder: EncoderControl
    private let video: EncodeMeter
    private let audio: EncodeMeter
    private let frameRate: FrameRate
    private let stop: StopRequest
    private let tell: @Sendable (GraphNotice) -> Void
    private var policy: BitratePolicy
    private var edition = 0
    private var leader: SteeringBox.Leader?
    private var applied = 0
    private var toldBitrate: Int
    private var toldAt: HostTime?
    private var toldInterval = 1
    private var due: HostTime?

    init(
        box: SteeringBox, encoder: EncoderControl, video: EncodeMeter, audio: EncodeMeter, frameRate: FrameRate,
        stop: StopRequest, tell: @escaping @Sendable (GraphNotice) -> Void
    ) {
        self.box = box
        self.encoder = encoder
        self.video = video
        self.audio = audio
        self.frameRate = frameRate
        self.stop = stop
        self.tell = tell
        policy = BitratePolicy(limits: box.orders.limits)
        toldBitrate = policy.target
    }

    func step(now: HostTime) -> StageWait {
        if stop.isRequested { return .finished }
        let hasOrders = takeOrders(now: now)
        if let due, now < due, !hasOrders { return .event(until: due) }
        due = now.advanced(byNanoseconds: Self.interval)
        if let leader {
            let reading = SteeringReading(
                leader.monitor.statistics, videoBytes: video.snapshot.bytes, audioBytes: audio.snapshot.bytes)
            policy.step(reading, now: now)
        }
        apply()
        announce(now: now)
        publish()
        return .event(until: due)
    }

    private func takeOrders(now: HostTime) -> Bool {
        let orders = box.orders
        guard orders.edition != edition else { return false }
        edition = orders.edition
        if orders.limits != policy.limits {
            policy.configure(orders.limits, now: now)
            // Who asked for it need not be told.
            toldBitrate = policy.target
        }
        if orders.leader?.id != leader?.id {
            leader = orders.leader
            policy.lead(leader != nil)
            toldBitrate = policy.target
        }
        return true
    }

    private func apply() {
        let target = policy.target
        let isBound = target == policy.limits.ceiling || target == policy.limits.minimum
        if applied != target, isBound || abs(target - applied) * 100 >= applied {
            applied = target
            encoder.setBitrate(target)
        }
        if encoder.frameInterval != policy.frameInterval { encoder.setFrameInterval(policy.frameInterval) }
    }

    /// Tells what viewers may notice.
    private func announce(now: HostTime) {
        guard let leader else {
            toldInterval = policy.frameInterval
            return
        }
        let target = policy.target
        let isDue = toldAt.map { now >= $0.advanced(byMilliseconds: Self.raiseSpacing) } ?? true
        let isNews = Double(abs(target - toldBitrate)) >= Double(toldBitrate) * Self.hysteresis
        let isRaised = target > toldBitrate
        if isNews && (!isRaised || isDue) || isRaised && target == policy.limits.ceiling {
            let kind: NetworkEvent.Kind = isRaised ? .bitrateRaised(to: target) : .bitrateLowered(to: target)
            (toldBitrate, toldAt) = (target, now)
            tell(.network(NetworkEvent(output: leader.id, kind)))
        }
        if policy.frameInterval != toldInterval {
            let kind: NetworkEvent.Kind =
                policy.frameInterval < toldInterval
                ? .frameRateRaised(to: presentRate) : .frameRateLowered(to: presentRate)
            toldInterval = policy.frameInterval
            tell(.network(NetworkEvent(output: leader.id, kind)))
        }
    }

    private var presentRate: FrameRate { frameRate.thinned(by: policy.frameInterval) }

    private func publish() {
        box.tell(
            SteeringSnapshot(
                leader: leader?.id, target: policy.target, ceiling: policy.limits.ceiling,
                minimum: policy.limits.minimum, frameRate: presentRate, bandwidth: policy.estimate.capacity,
                delayMilliseconds: policy.estimate.delay))
    }
}

extension FrameRate {
    /// The rate of each n-th picture.
    func thinned(by interval: Int) -> FrameRate {
        FrameRate(framesPerSecond.numerator, framesPerSecond.denominator * Int64(max(interval, 1)))
    }
}
