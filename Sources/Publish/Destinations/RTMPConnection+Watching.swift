import OnAirMedia
import OnAirWire

/// What is watched of a connection: whether the server answers, and whether it takes the program.
extension RTMPConnection {
    /// Looks at the transport where that is due.
    func observeSending(now: HostTime) {
        guard isReadingDue(now: now) else { return }
        reading = link.reading
        let sent = bytesSent
        bytesAcknowledged = Int64(sent) - Int64(reading.unacknowledgedBytes)
        let begun = unreadSince
        (readAt, unreadSince) = (now, nil)
        media.acknowledged(UInt64(clamping: bytesAcknowledged))
        guard wasPublishing, state == .publishing else { return }
        let gone = sent - min(sent, UInt64(clamping: reading.unsentBytes))
        if let waited = delay.observe(appended: machine.output.totalAppended, gone: gone, now: now) {
            tell(.sendSlow(milliseconds: waited))
        }
        let verdict = progress.observe(
            acknowledged: bytesAcknowledged, isWaiting: reading.unacknowledgedBytes > 0 || !machine.output.isEmpty,
            since: begun, now: now)
        switch verdict {
        case .nothing: break
        case .slow(let milliseconds): tell(.noProgress(milliseconds: milliseconds))
        case .again: tell(.progressAgain)
        case .stalled(let milliseconds): abandon(after: milliseconds)
        }
    }

    private func isReadingDue(now: HostTime) -> Bool {
        guard let readAt, now < readAt.advanced(byMilliseconds: Self.readingInterval) else { return true }
        if let deadline = progress.deadline, now >= deadline { return true }
        guard let deadline = delay.deadline else { return false }
        return now >= deadline
    }

    /// Before it takes the program, a server owes answers.
    func observeAnswers(now: HostTime) {
        let isOwed: Bool =
            switch phase {
            case .linking(let present, _): present != .resolving
            case .running: state != .publishing
            case .idle, .draining, .leaving, .partingUntil, .ended: false
            }
        let heard = Int64(machine.statistics.bytesReceived) + (wasConnected ? 1 : 0)
        switch answers.observe(acknowledged: heard, isWaiting: isOwed, now: now) {
        case .nothing, .stalled: break
        case .slow(let milliseconds): tell(.noProgress(milliseconds: milliseconds))
        case .again: if !isLeaving { tell(.progressAgain) }
        }
    }
}
