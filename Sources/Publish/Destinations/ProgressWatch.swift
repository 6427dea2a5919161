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
    private let giveUpAfter: Int64
    private var acknowledged: Int64 = 0
    private var since: HostTime?
    private var hasWarned = false

    /// - Parameters:
    ///   - warnAfter: milliseconds without progress until `slow`.
    ///   - giveUpAfter: milliseconds without progress until `stalled`.
    package init(warnAfter: Int64, giveUpAfter: Int64) {
        self.warnAfter = warnAfter
        self.giveUpAfter = giveUpAfter
    }

    /// Looks at the connection.
    ///
    /// - Parameters:
    ///   - acknowledged: bytes the peer has acknowledged since the beginning.
    ///   - isWaiting: bytes wait for the peer, sent or not.
    package mutating func observe(acknowledged: Int64, isWaiting: Bool, now: HostTime) -> Verdict {
        let progressed = acknowledged > self.acknowledged
        self.acknowledged = max(acknowledged, self.acknowledged)
        guard isWaiting, !progressed, let since else {
            self.since = isWaiting ? now : nil
            defer { hasWarned = false }
            return hasWarned ? .again : .nothing
        }
        let milliseconds = now.nanoseconds(since: since) / 1_000_000
        if milliseconds >= giveUpAfter { return .stalled(milliseconds: milliseconds) }
        guard milliseconds >= warnAfter, !hasWarned else { return .nothing }
        hasWarned = true
        return .slow(milliseconds: milliseconds)
    }

    /// When to look again though nothing happened; nil while nothing waits.
    package var deadline: HostTime? {
        since?.advanced(byMilliseconds: hasWarned ? giveUpAfter : min(warnAfter, giveUpAfter))
    }
}
