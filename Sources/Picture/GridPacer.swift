import OnAirMedia

/// Decides when a tick of the picture stage happens and what it shows. A pure value: it is told the time and which
/// camera picture waits, and answers what to do.
///
/// ## The rule
/// Tick k belongs to the grid point k / rate. It is *expected* at grid time + phase, where the phase is what the first
/// picture's arrival says it is. **The camera picture nearest to the expected instant serves the tick, the moment it
/// arrives**: the tick waits for the camera, never the camera for the tick.
/// - A picture within half a camera period of the expected instant is taken at once, early or late. A camera that is no
///   faster than the grid therefore never waits at all.
/// - An earlier one is left in its slot, because a nearer one is to come (a camera faster than the grid); newest wins.
///   If none comes within half a camera period after the expected instant, the early one serves.
/// - If nothing waits half a grid period after the expected instant (the *grace*), the previous picture is shown again.
///   A silent camera therefore gives repeats exactly one grid period apart.
///
/// ## Phase
/// Each fresh picture pulls the phase towards its arrival by a quarter of the difference, at most 100 µs. A camera whose
/// clock differs from the grid's thus drags the phase along until it is more than 9/16 of a period from where it locked;
/// then the phase is moved by one whole period, which leaves the wake-up inside a tick where it is, and exactly one
/// picture is skipped or repeated. 9/16 and not 1/2, so that jitter at the turning point cannot do it twice; sound is
/// never further from its picture than that.
///
/// ## Being late
/// A tick whose whole interval has passed unserved shows the previous picture again; all ticks before that one are
/// *lagged*: they get no picture, and are never made up for in a burst.
public struct GridPacer: Equatable, Sendable {
    /// What waits in the camera's slot.
    public struct Waiting: Equatable, Sendable {
        /// The picture's number at its source.
        public var sequence: Int64
        /// When it was captured.
        public var captureTime: HostTime

        public init(sequence: Int64, captureTime: HostTime) {
            self.sequence = sequence
            self.captureTime = captureTime
        }
    }

    /// What to do now.
    public enum Decision: Equatable, Sendable {
        /// Nothing until `until`, or until a picture arrives. Nil: there is no grid before the first picture.
        case wait(until: HostTime?)
        /// Show the waiting picture at this grid point, then ask again.
        case fresh(gridIndex: Int64)
        /// Show the previous picture at this grid point once more, then ask again.
        case previous(gridIndex: Int64)
        /// Count this many grid points as lagged, then ask again.
        case lagged(count: Int64)
    }

    /// The most the phase moves in one tick, in nanoseconds.
    public static let largestPhaseStep: Int64 = 100_000

    /// Program pictures per second.
    public let rate: FrameRate
    /// Where grid point 0 lies.
    public let epoch: HostTime
    /// One grid period in nanoseconds, rounded.
    public let period: Int64
    private var lock: Lock?
    private var camera: CameraPeriod

    /// What is known once the first picture has come.
    private struct Lock: Equatable {
        /// The tick to be served next.
        var next: Int64
        /// From a grid point to its expected instant, in nanoseconds.
        var phase: Int64
        /// The phase at the first picture.
        let firstPhase: Int64
        /// Program time minus capture time, in nanoseconds.
        let delay: Int64
    }

    /// A pacer that has not seen a picture.
    public init(rate: FrameRate, epoch: HostTime) {
        self.rate = rate
        self.epoch = epoch
        period = max(rate.frameDuration.nanoseconds, 1)
        camera = CameraPeriod(longest: period)
    }

    /// Program time minus (capture time − epoch) of the first picture: see `PictureDelay`. Nil before it.
    public var pictureDelay: MediaTime? { lock.map { .nanoseconds($0.delay) } }

    /// From a grid point to the instant its picture is expected, in nanoseconds. Nil before the first picture.
    public var phase: Int64? { lock?.phase }

    /// Says what to do at `now`, given what waits. Every decision but `wait` is taken as carried out.
    public mutating func decide(now: HostTime, waiting: Waiting?) -> Decision {
        let arrival = waiting.map { camera.arrival(of: $0, now: now) }
        guard var lock else {
            guard let waiting else { return .wait(until: nil) }
            let first = firstLock(now: now, capturedAt: waiting.captureTime)
            self.lock = first
            return .fresh(gridIndex: first.next - 1)
        }
        defer { self.lock = lock }
        let expected = instant(of: lock.next).advanced(byNanoseconds: lock.phase)
        let grace = expected.advanced(byNanoseconds: period / 2)

        let missed = now.nanoseconds(since: grace) / period
        if missed > 0 {
            lock.next += missed
            return .lagged(count: missed)
        }
        guard let arrival, arrival <= grace else {
            guard now >= grace else { return .wait(until: grace) }
            lock.next += 1
            return .previous(gridIndex: lock.next - 1)
        }
        let reach = camera.period / 2
        let latest = expected.advanced(byNanoseconds: reach)
        guard arrival >= expected.advanced(byNanoseconds: -reach) || now >= latest else { return .wait(until: latest) }
        follow(&lock, error: arrival.nanoseconds(since: expected))
        lock.next += 1
        return .fresh(gridIndex: lock.next - 1)
    }

    /// Locks so that the first picture is on time, on the grid point nearest to its capture.
    private func firstLock(now: HostTime, capturedAt captureTime: HostTime) -> Lock {
        let age = captureTime.time(since: epoch)
        let before = rate.frame(atOrBefore: age)
        let isNearer = age.nanoseconds - rate.time(ofFrame: before).nanoseconds <= period / 2
        let index = max(isNearer ? before : before + 1, 0)
        let phase = now.nanoseconds(since: instant(of: index))
        return Lock(
            next: index + 1, phase: phase, firstPhase: phase,
            delay: instant(of: index).nanoseconds(since: captureTime))
    }

    /// Lets the phase follow the camera, and crosses a frame where it has gone too far.
    private func follow(_ lock: inout Lock, error: Int64) {
        // The distance to the nearest camera picture, whichever was taken.
        let cycle = camera.period
        var nearest = error % cycle
        if nearest >= cycle / 2 { nearest -= cycle }
        if nearest < -cycle / 2 { nearest += cycle }
        lock.phase += min(max(nearest / 4, -Self.largestPhaseStep), Self.largestPhaseStep)

        let strayed = lock.phase - lock.firstPhase
        let limit = period * 9 / 16
        if strayed > limit { lock.phase -= period }
        if strayed < -limit { lock.phase += period }
    }

    private func instant(of index: Int64) -> HostTime { epoch.advanced(by: rate.time(ofFrame: index)) }
}
