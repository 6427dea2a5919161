import OnAirMedia

/// Decides which bitrate and how many pictures the encoder makes, by the network of the destination that leads.
///
/// Down: as soon as a byte waits too long, to a share of what the link is measured to carry, and as much lower as it
/// takes to get rid of what waits. At the lowest bitrate, fewer pictures. Up, in the reverse order: pictures, then the
/// bitrate, at once to what the link was seen to carry and then step by step beyond it, never further above what the
/// encoder really makes than `headroom`, so that a still picture does not inflate it.
///
/// *Ceiling*, *target* and what is really encoded are three things: the user sets the first, this value the second.
/// A pure value: readings and the time go in.
package struct BitratePolicy: Sendable {
    /// The target is raised to so many times the rate of the encoded pictures at most.
    package static let headroom = 1.3
    /// A target so many times the share of what the link was seen to carry disproves that.
    private static let disproof = 1.15
    /// Of all bytes, those of the protocol's headers.
    private static let overhead = 0.98
    /// What the link was seen to carry counts so long, in milliseconds.
    private static let evidence: Int64 = 30_000

    /// The bounds and the mode.
    package private(set) var limits: SteeringLimits
    /// What the encoder is to make, in bit/s.
    package var target: Int { Int(wanted) }
    /// Each n-th point of the grid gets a picture.
    package private(set) var frameInterval = 1
    /// What is known of the link.
    package private(set) var estimate = CongestionEstimate()

    private var wanted: Double
    private var hasLeader = false
    /// The leader's connection carries the program; since when.
    private var publishingSince: HostTime?
    private var hasPublished = false
    private var lastStep: HostTime?
    private var congestedAt: HostTime?
    private var loweredAt: HostTime?
    private var frameStepAt: HostTime?
    /// When it was last looked whether the lowest bitrate helps, and the delay then; nil while it is not needed.
    private var reliefAt: HostTime?
    private var reliefDelay: Int64?

    /// A policy without a leader: the ceiling.
    package init(limits: SteeringLimits) {
        self.limits = limits
        wanted = Double(limits.ceiling)
    }

    /// Another destination leads, or none. The first after none begins with the initial bitrate; another one after it
    /// goes on with what is encoded now.
    package mutating func lead(_ exists: Bool) {
        estimate = CongestionEstimate()
        publishingSince = nil
        hasPublished = false
        (congestedAt, loweredAt, frameStepAt, lastStep) = (nil, nil, nil, nil)
        if !exists || limits.mode == nil {
            wanted = Double(limits.ceiling)
            frameInterval = 1
        } else if !hasLeader {
            wanted = Double(limits.initial)
        }
        hasLeader = exists
    }

    /// The user moves the bounds. A target at the ceiling goes with it, unless the link was lately seen to carry less.
    package mutating func configure(_ limits: SteeringLimits, now: HostTime) {
        let wasAtCeiling = wanted >= Double(self.limits.ceiling) * 0.98
        let hadMode = self.limits.mode != nil
        self.limits = limits
        guard hasLeader, limits.mode != nil else {
            wanted = Double(limits.ceiling)
            frameInterval = 1
            return
        }
        guard wasAtCeiling || !hadMode else {
            wanted = Double(limits.clamp(wanted))
            return
        }
        let known = isEvidence(now: now) ? knownShare : nil
        wanted = Double(limits.clamp(min(Double(limits.ceiling), known ?? .infinity)))
    }

    /// Takes a reading of the leader and decides; called each 100 ms or so.
    package mutating func step(_ reading: SteeringReading, now: HostTime) {
        let milliseconds = lastStep.map { min(now.nanoseconds(since: $0) / 1_000_000, 1000) } ?? 0
        lastStep = now
        guard hasLeader, let mode = limits.mode else { return }
        guard reading.isPublishing else {
            publishingSince = nil
            return
        }
        if publishingSince == nil { begin(mode, now: now) }
        estimate.note(reading, target: target, now: now)
        if estimate.stalled >= 1000 {
            congestedAt = now
            if elapsed(since: loweredAt, now: now) >= 1000 { lower(to: wanted * mode.returnShare, now: now) }
        } else if estimate.delay > mode.high {
            // A keyframe waits and is gone; what does not become less is more than the link carries.
            guard estimate.isLasting || estimate.delay > 3 * mode.high else { return }
            congestedAt = now
            relieve(mode, now: now)
        } else if estimate.delay <= mode.low {
            raise(mode, milliseconds: milliseconds, now: now)
        }
    }

    /// A connection stands: it begins with less than the one before had.
    private mutating func begin(_ mode: SteeringMode, now: HostTime) {
        if hasPublished { wanted = Double(limits.clamp(wanted * mode.returnShare)) }
        hasPublished = true
        publishingSince = now
        estimate = CongestionEstimate()
        congestedAt = now
        loweredAt = nil
    }

    // MARK: Down

    private mutating func relieve(_ mode: SteeringMode, now: HostTime) {
        if estimate.capacityAge(now: now) == 0, let capacity = estimate.capacity {
            let excess = Double(estimate.backlog) * 8 - Double(capacity) * Double(mode.low) / 1000
            let drained = Double(capacity) * mode.share - max(0, excess) * 1000 / Double(mode.drain)
            lower(to: pictures(of: max(drained, Double(capacity) * 0.35)), now: now)
        }
        lowerFrameRate(now: now)
    }

    /// Where the lowest bitrate does not let what waits become less either.
    private mutating func lowerFrameRate(now: HostTime) {
        guard target <= limits.minimum, elapsed(since: loweredAt, now: now) >= 1000,
            elapsed(since: reliefAt, now: now) >= 1000
        else { return }
        let isHelping = reliefDelay.map { estimate.delay < $0 - $0 / 16 } ?? true
        (reliefAt, reliefDelay) = (now, estimate.delay)
        guard !isHelping, frameInterval < limits.largestFrameInterval else { return }
        frameInterval += 1
        frameStepAt = now
    }

    private mutating func lower(to bitrate: Double, now: HostTime) {
        let aim = Double(limits.clamp(bitrate))
        guard aim < wanted else { return }
        wanted = aim
        loweredAt = now
    }

    // MARK: Up

    private mutating func raise(_ mode: SteeringMode, milliseconds: Int64, now: HostTime) {
        (reliefAt, reliefDelay) = (nil, nil)
        if frameInterval > 1 {
            guard elapsed(since: max(frameStepAt ?? now, congestedAt ?? now), now: now) >= mode.frameRatePatience else {
                return
            }
            frameInterval -= 1
            frameStepAt = now
            return
        }
        guard let encoded = estimate.videoRate else { return }
        let cap = min(Double(limits.ceiling), max(wanted, Double(encoded) * Self.headroom))
        let known = isEvidence(now: now) ? knownShare : nil
        if let known, wanted < known {
            wanted = min(cap, known)
            return
        }
        guard elapsed(since: congestedAt, now: now) >= mode.hold else { return }
        let isKnownGround = known.map { wanted < $0 * Self.disproof } ?? false
        // More than that went through without waiting.
        if !isKnownGround { estimate.forgetCapacity() }
        let growth = isKnownGround ? mode.cautiousGrowth : mode.growth
        wanted = min(cap, wanted * (1 + growth * Double(milliseconds) / 1000))
    }

    // MARK: What is known

    private func isEvidence(now: HostTime) -> Bool {
        estimate.capacityAge(now: now).map { $0 <= Self.evidence } ?? false
    }

    /// The target whose pictures are their share of what the link was seen to carry.
    private var knownShare: Double? {
        guard let capacity = estimate.capacity, let mode = limits.mode else { return nil }
        return pictures(of: Double(capacity) * mode.share) / estimate.efficiency
    }

    /// What is left for pictures of `bitrate` over all.
    private func pictures(of bitrate: Double) -> Double { bitrate * Self.overhead - Double(estimate.audioRate) }

    private func elapsed(since time: HostTime?, now: HostTime) -> Int64 {
        time.map { now.nanoseconds(since: $0) / 1_000_000 } ?? .max
    }
}
