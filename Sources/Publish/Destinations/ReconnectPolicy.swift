import OnAirMedia

/// Decides when a destination that was lost is tried again, and when it is not.
///
/// - The network is away (refused, unreachable, no answer, no name): each 0.5 s ± 20 % for the first 60 s, from the
///   beginning of one try to that of the next, so that tries overlap where they hang; then longer, up to 10 s.
/// - The server had answered: 0.5 s × 1.5 for each failure in a row, at most 10 s, and of that a random part (full
///   jitter). From the fourth failure on a pause comes on top, 5 s doubling to 75 s, so that a server that accepts and
///   drops sees 10 attempts in 5 minutes at most. Both begin anew once it has taken 10 s of the program.
/// - The name is in use: after a stream of ours each second, since it is our own connection that the server still holds;
///   else somebody else's, which is final.
/// - The credentials are refused: final, unless the next attempt brings others.
///
/// A pure value: the time and random numbers go in, instants come out.
package struct ReconnectPolicy: Sendable {
    /// Why an attempt failed, by what is to be done about it.
    package enum Failure: Sendable, Hashable, CaseIterable {
        /// The transport did not come about, or there was no address to try.
        case noWay
        /// The server had answered; whatever came then.
        case dropped
        /// Somebody publishes under this name.
        case nameInUse
        /// The server wants other credentials.
        case authentication
        /// The program cannot be sent this way at all.
        case unusable
    }

    /// What to do.
    package enum Decision: Sendable, Equatable {
        case again(at: HostTime)
        case giveUp
    }

    /// The least distance between two tries where the network is away, in milliseconds.
    package static let quick: Int64 = 500
    /// How long the network may be away before tries become rarer, in milliseconds.
    package static let patience: Int64 = 60_000
    /// The longest back-off, in milliseconds.
    package static let longest: Int64 = 10_000
    /// Between two tries while the server still holds our own connection, in milliseconds.
    package static let nameHeld: Int64 = 1_000
    /// Milliseconds of acknowledged media after which everything begins anew.
    package static let settlesAfter: Int64 = 10_000
    /// So many failures after accepting, in a row, cost no pause.
    private static let unpausedDrops = 3

    private var options: ReconnectOptions
    private let asksForAddress: Bool
    /// It was publishing once.
    private var wasLive = false
    private var begun = HostTime(nanoseconds: 0)
    /// Since when there is no way; nil while there is one.
    private var awaySince: HostTime?
    /// Tries since the first minute without a way ended.
    private var lateTries = 0
    /// Failures after the server had answered, since it was last settled.
    private var drops = 0
    /// Attempts after a loss, since it was last settled.
    private var retries = 0

    /// - Parameter asksForAddress: each attempt asks for its address, so that refused credentials are not the last word.
    package init(options: ReconnectOptions, asksForAddress: Bool) {
        self.options = options
        self.asksForAddress = asksForAddress
    }

    /// Other options count from now on.
    package mutating func configure(_ options: ReconnectOptions) { self.options = options }

    /// An attempt begins.
    package mutating func began(now: HostTime) { begun = now }

    /// The server has answered: there is a way.
    package mutating func connected() {
        awaySince = nil
        lateTries = 0
    }

    /// The server takes the program.
    package mutating func publishing() { wasLive = true }

    /// The server has taken 10 s of the program: what was before is forgotten.
    package mutating func settled() {
        drops = 0
        retries = 0
    }

    /// Tries find no way.
    package var isAway: Bool { awaySince != nil }

    /// This machine has another way to the network than before: what is due is due now, and the first minute begins anew.
    package mutating func pathChanged(now: HostTime) {
        guard awaySince != nil else { return }
        awaySince = now
        lateTries = 0
    }

    /// The present attempt has failed.
    package mutating func failed(
        _ failure: Failure, now: HostTime, random: inout some RandomNumberGenerator
    ) -> Decision {
        guard !isFinal(failure), options.attempts.map({ retries < $0 }) ?? true else { return .giveUp }
        retries += 1
        switch failure {
        case .noWay: if awaySince == nil { awaySince = begun }
        case .dropped, .authentication: drops += 1
        case .nameInUse, .unusable: break
        }
        if let delay = options.delay { return .again(at: now.advanced(byMilliseconds: max(delay, 100))) }
        switch failure {
        case .noWay:
            let next = nextTry(after: begun, now: now, random: &random)
            return .again(at: max(next, now.advanced(byMilliseconds: 50)))
        case .nameInUse: return .again(at: now.advanced(byMilliseconds: Self.nameHeld))
        case .dropped, .authentication, .unusable:
            return .again(at: now.advanced(byMilliseconds: backOff(random: &random)))
        }
    }

    private func isFinal(_ failure: Failure) -> Bool {
        switch failure {
        case .unusable: true
        case .authentication: !asksForAddress || !(wasLive || options.keepsTrying)
        case .noWay, .dropped, .nameInUse: !(wasLive || options.keepsTrying)
        }
    }

    /// When to try beside a try of `now` that has no answer yet.
    package mutating func redial(now: HostTime, random: inout some RandomNumberGenerator) -> HostTime {
        if awaySince == nil { awaySince = begun }
        return nextTry(after: now, now: now, random: &random)
    }

    private mutating func nextTry(
        after last: HostTime, now: HostTime, random: inout some RandomNumberGenerator
    ) -> HostTime {
        let isEarly = awaySince.map { now.nanoseconds(since: $0) < Self.patience * 1_000_000 } ?? true
        if !isEarly { lateTries += 1 }
        let middle = min(Double(Self.quick) * Self.power(lateTries), Double(Self.longest) / 1.2)
        return last.advanced(byNanoseconds: Int64(middle * Double.random(in: 0.8...1.2, using: &random) * 1_000_000))
    }

    /// Milliseconds after the present failure.
    private func backOff(random: inout some RandomNumberGenerator) -> Int64 {
        let most = min(Double(Self.quick) * Self.power(drops - 1), Double(Self.longest))
        return pause + Int64(Double.random(in: 0...most, using: &random))
    }

    private var pause: Int64 {
        drops <= Self.unpausedDrops ? 0 : min(5_000 << Int64(min(drops - Self.unpausedDrops - 1, 8)), 75_000)
    }

    /// 1.5 to the power of `exponent`, 0…64.
    private static func power(_ exponent: Int) -> Double {
        (0..<min(max(exponent, 0), 64)).reduce(1) { power, _ in power * 1.5 }
    }
}
