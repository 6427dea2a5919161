import OnAirMedia

/// What a connection carries, and how long a byte given to it now would wait, from what the peer acknowledges.
///
/// A rate is evidence of the link only while something waited for it all the time; else it says what the encoder made.
/// A pure value; readings and the time go in.
package struct CongestionEstimate: Sendable {
    /// Readings are remembered so long, in milliseconds.
    private static let memory: Int64 = 2000
    /// The longest span a rate is measured over, in milliseconds.
    private static let span: Int64 = 1000
    /// The shortest span that says anything about the link, in milliseconds.
    private static let shortestSpan: Int64 = 300
    /// A delay rises or falls against the one so many milliseconds ago.
    private static let trend: Int64 = 400

    private struct Sample: Sendable {
        let time: HostTime
        let acknowledged: Int64
        let video: Int64
        let audio: Int64
        let target: Int
        var delay: Int64 = 0
    }

    private var samples: [Sample] = []
    private var busySince: HostTime?
    private var progressAt: HostTime?
    private var shortestRoundTrip: Int?
    private var capacityAt: HostTime?
    /// The most that was acknowledged within any `shortestSpan` of late, in bit/s: a keyframe goes at the link's own rate.
    private var peak = 0.0

    /// What the link carries, in bit/s, as measured when it was last the bottleneck; nil while it never was, or where
    /// that was disproved.
    package private(set) var capacity: Int?
    /// What was acknowledged over the last second, in bit/s.
    package private(set) var delivered = 0
    /// Pictures encoded over the last two seconds, which have a keyframe among them, in bit/s; nil before.
    package private(set) var videoRate: Int?
    /// Of what the encoder was to make over the last two seconds, the part it made, 0.75…1.
    package private(set) var efficiency = 1.0
    /// Sound encoded over the last second, in bit/s.
    package private(set) var audioRate = 0
    /// How long a byte given to the connection now would wait before it is sent, in milliseconds.
    package private(set) var delay: Int64 = 0
    /// The delay is not on its way down.
    package private(set) var isLasting = false
    /// Bytes that wait, beyond those that any link of this length has in flight.
    package private(set) var backlog = 0
    /// How long the peer has acknowledged nothing although something waits, in milliseconds.
    package private(set) var stalled: Int64 = 0

    package init() { samples.reserveCapacity(64) }

    /// How long ago the link was last the bottleneck, in milliseconds; nil while it never was.
    package func capacityAge(now: HostTime) -> Int64? { capacityAt.map { now.nanoseconds(since: $0) / 1_000_000 } }

    /// Takes a reading; one each 100 ms or so.
    ///
    /// - Parameter target: what the encoder is to make of pictures now, in bit/s.
    package mutating func note(_ reading: SteeringReading, target: Int, now: HostTime) {
        let previous = samples.last
        samples.append(
            Sample(
                time: now, acknowledged: reading.acknowledgedBytes, video: reading.videoBytes,
                audio: reading.audioBytes, target: target))
        while let first = samples.first, now > first.time.advanced(byMilliseconds: Self.memory) {
            samples.removeFirst()
        }
        measureRates(now: now)
        measureBacklog(reading, now: now)
        measureCapacity(now: now)
        noteTrend(now: now)
        noteProgress(reading, before: previous, now: now)
    }

    private mutating func measureRates(now: HostTime) {
        let first = sample(notBefore: now.advanced(byMilliseconds: -Self.span))
        let last = samples[samples.count - 1]
        let nanoseconds = last.time.nanoseconds(since: first.time)
        guard nanoseconds > 0 else { return }
        delivered = Self.rate(last.acknowledged - first.acknowledged, nanoseconds)
        audioRate = Self.rate(last.audio - first.audio, nanoseconds)
        let recent = sample(notBefore: now.advanced(byMilliseconds: -Self.shortestSpan - 50))
        let span = last.time.nanoseconds(since: recent.time)
        if span >= 200_000_000 {
            // Forgotten by half in some seconds.
            peak = max(peak * 0.98, Double(Self.rate(last.acknowledged - recent.acknowledged, span)))
        }
        measureEncoder(last)
    }

    private mutating func measureEncoder(_ last: Sample) {
        let first = samples[0]
        let nanoseconds = last.time.nanoseconds(since: first.time)
        guard nanoseconds >= (Self.memory - 150) * 1_000_000 else { return }
        let rate = Self.rate(last.video - first.video, nanoseconds)
        let target = samples.reduce(0) { $0 + $1.target } / samples.count
        videoRate = rate
        efficiency = min(max(Double(rate) / Double(max(target, 1)), 0.75), 1)
    }

    private mutating func measureBacklog(_ reading: SteeringReading, now: HostTime) {
        if let roundTrip = reading.roundTripMicroseconds {
            shortestRoundTrip = min(shortestRoundTrip ?? roundTrip, roundTrip)
        }
        let rate = max(busyRate(now: now) ?? max(delivered, Int(peak)), delivered / 2, 1)
        let inFlight = Int64(rate) / 8 * Int64(shortestRoundTrip ?? 20_000) / 1_000_000
        backlog = max(0, reading.waitingBytes - Int(inFlight))
        // Before anything was measured nothing can be said.
        delay = delivered == 0 && capacity == nil ? 0 : Int64(backlog) * 8000 / Int64(rate)
        // A tenth of a second is more than the picture that has just been pushed.
        if delay < 100 {
            busySince = nil
        } else if busySince == nil {
            busySince = now
        }
    }

    private mutating func measureCapacity(now: HostTime) {
        if let rate = busyRate(now: now), rate > 0 {
            capacity = rate
            capacityAt = now
        }
    }

    /// The link was seen to carry more than `capacity` says: that is of the past.
    package mutating func forgetCapacity() { (capacity, capacityAt) = (nil, nil) }

    private mutating func noteTrend(now: HostTime) {
        samples[samples.count - 1].delay = delay
        let before = sample(notBefore: now.advanced(byMilliseconds: -Self.trend - 50)).delay
        isLasting = delay > before - before / 16
    }

    private mutating func noteProgress(_ reading: SteeringReading, before: Sample?, now: HostTime) {
        let moved = before.map { reading.acknowledgedBytes > $0.acknowledged } ?? true
        if moved || backlog == 0 || progressAt == nil { progressAt = now }
        stalled = progressAt.map { now.nanoseconds(since: $0) / 1_000_000 } ?? 0
    }

    /// What was acknowledged while something waited, in bit/s; nil where that is too short to be measured.
    private func busyRate(now: HostTime) -> Int? {
        guard let busySince, let last = samples.last else { return nil }
        let first = sample(notBefore: max(busySince, now.advanced(byMilliseconds: -Self.span)))
        let nanoseconds = last.time.nanoseconds(since: first.time)
        guard nanoseconds >= Self.shortestSpan * 1_000_000 else { return nil }
        return Self.rate(last.acknowledged - first.acknowledged, nanoseconds)
    }

    private func sample(notBefore time: HostTime) -> Sample {
        samples.first { $0.time >= time } ?? samples[samples.count - 1]
    }

    private static func rate(_ bytes: Int64, _ nanoseconds: Int64) -> Int {
        Int(Double(max(0, bytes)) * 8e9 / Double(nanoseconds))
    }
}
