import OnAirMedia

/// Decides whether a peer still makes progress: whether what it acknowledged grows while something waits for it.
///
/// A pure value; the time goes in.
package struct ProgressWatch: Sendable {
    /// What an observation means.
    package enum Verdict: Equatable {
        case nothing
        /// No progress since so many milliseconds. Told once, until there is progress again.
        case slow(milliseconds: Int64)
        /// Progress after `slow`.
        case again
        /// No progress for too long.
        case stalled(milliseconds: Int64)
    }

    private let warnAfter: Int64
    private let giveUpAfter: Int64?
    private var last: HostTime?
    private var acknowledged: Int64 = 0
    private var since: HostTime?
    private var hasWarned = false

    /// - Parameters:
    ///   - warnAfter: milliseconds without progress until `slow`.
    ///   - giveUpAfter: milliseconds without progress until `stalled`; nil means never.
    package init(warnAfter: Int64, giveUpAfter: Int64?) {
        self.warnAfter = warnAfter
        self.giveUpAfter = giveUpAfter
    }

    /// Looks at the connection.
    ///
    /// - Parameters:
    ///   - acknowledged: bytes the peer has acknowledged since the beginning.
    ///   - isWaiting: bytes wait for the peer, sent or not.
    ///   - begun: since when they wait, where they did not at the last look; nil means now.
    package mutating func observe(
        acknowledged: Int64, isWaiting: Bool, since begun: HostTime? = nil, now: HostTime
    ) -> Verdict {
        let progressed = acknowledged > self.acknowledged
        self.acknowledged = max(acknowledged, self.acknowledged)
        let before = last ?? now
        last = now
        guard isWaiting, !progressed, let since else {
            // The last byte may have been taken right after the look before, unless that was long ago.
            let progress = max(before, now.advanced(byMilliseconds: -Self.longestLook))
            self.since = isWaiting ? (progressed ? progress : begun ?? now) : nil
            defer { hasWarned = false }
            return hasWarned ? .again : .nothing
        }
        let milliseconds = now.nanoseconds(since: since) / 1_000_000
        if let giveUpAfter, milliseconds >= giveUpAfter { return .stalled(milliseconds: milliseconds) }
        guard milliseconds >= warnAfter, !hasWarned else { return .nothing }
        hasWarned = true
        return .slow(milliseconds: milliseconds)
    }

    /// When to look again though nothing happened; nil while nothing waits.
    package var deadline: HostTime? {
        guard let since else { return nil }
        guard hasWarned else { return since.advanced(byMilliseconds: min(warnAfter, giveUpAfter ?? warnAfter)) }
        return giveUpAfter.map { since.advanced(byMilliseconds: $0) }
    }

    /// Milliseconds between two looks at a busy connection, at most.
    private static let longestLook: Int64 = 50
}
