import OnAirMedia
import OnAirSystem
import OnAirWire

/// How attempts begin and end, and the one way to the end of all.
extension RTMPDestinationStage {
    // MARK: Beginning

    func beginWhereDue(now: HostTime) {
        switch phase {
        case .idle: break
        case .waiting(let until): guard now >= until else { return }
        case .asking, .trying, .ended: return
        }
        figures.attempts += 1
        policy.began(now: now)
        switch source {
        case .fixed(let address): connect(to: address, now: now)
        case .asked(let ask):
            let mailbox = AddressMailbox(waking: stop)
            phase = .asking(mailbox, until: now.advanced(byMilliseconds: context.options.addressTimeOut))
            enter(.asking)
            ask(attempt) { mailbox.put($0) }
        }
    }

    /// Takes the address that was asked for, when it is there.
    func takeAnswer(now: HostTime) {
        guard case .asking(let mailbox, let until) = phase else { return }
        switch mailbox.answer {
        case .success(let address)?:
            // Earlier ones have expired, and need no more hiding than what is in the log by now.
            redactor = Redactor()
            hide(address.secrets)
            connect(to: address, now: now)
        case .failure(let error)?: failed(error, .noWay, now: now)
        case nil:
            guard now >= until else { return }
            let error = DestinationError(
                .addressMissing, shownName,
                "The address was asked for, and there was no answer within \(context.options.addressTimeOut) ms.",
                advice: "Check the service that gives the address.")
            failed(error, .noWay, now: now)
        }
    }

    func hide(_ secrets: [String]) {
        for secret in secrets {
            redactor.add(secret)
            log.hide(secret)
        }
    }

    /// Begins the attempt's first connection.
    private func connect(to address: RTMPAddress, now: HostTime) {
        self.address = address
        connections = 0
        connect(to: address, continuing: nil)
    }

    /// The server wants to hear something over another connection: a step of this attempt, which nobody need hear of.
    func connectAgain(_ next: RTMPReconnect, now: HostTime) {
        guard let address, connections < Self.mostConnections else {
            let error = RTMPError.connectRejected(description: "it asks for another connection again and again")
            return failed(
                DestinationError(rtmp: error, destination: shownName, redactor: redactor), .dropped, now: now)
        }
        closeBooks()
        connect(to: address, continuing: next)
    }

    private func connect(to address: RTMPAddress, continuing earlier: RTMPReconnect?) {
        hasSettled = false
        nextDial = nil
        connections += 1
        let announced = ProgramFormat(video: context.queue.videoFormat ?? format.video, audio: format.audio)
        let connection = RTMPConnection(
            address: address, link: links.makeLink(to: address), program: format, announced: announced,
            context: context, redactor: redactor, continuing: earlier, random: &random
        ) { [unowned self] in heard($0) }
        phase = .trying(connection)
    }

    /// The connection told something. On the stage's thread, inside its step.
    private func heard(_ notice: RTMPConnection.Notice) {
        switch notice {
        case .state(let state):
            if state == .publishing {
                policy.publishing()
                if figures.wasPublishing { figures.reconnects += 1 }
                figures.wasPublishing = true
                figures.publishingSince = context.clock.now
            }
            // What the way is now, so that another one is noticed.
            if state == .handshaking { sawPath() }
            enter(state)
        case .noProgress(let milliseconds): report(.noProgress(milliseconds: milliseconds))
        case .progressAgain: report(.progressAgain)
        case .sendSlow(let milliseconds): report(.sendSlow(milliseconds: milliseconds))
        }
    }

    // MARK: Ending

    /// Ends in good order.
    func leave(_ reason: RTMPConnection.Ending, now: HostTime) {
        switch phase {
        case .ended: return
        case .trying(let connection): connection.leave(reason, now: now)
        case .idle, .waiting, .asking:
            if case .finished = reason { end(.finished) } else { end(.stopped) }
        }
    }

    /// The attempt has failed: the next one follows, or the end.
    func failed(_ error: DestinationError, _ failure: ReconnectPolicy.Failure, now: HostTime) {
        figures.lastError = error
        closeBooks()
        if let reconnect { policy.configure(reconnect.options) }
        let decision = policy.failed(failure, now: now, random: &random)
        guard case .again(let due) = decision, !context.queue.isClosed else { return end(.failed(error)) }
        context.queue.shut()
        let milliseconds = max(0, due.nanoseconds(since: now) / 1_000_000)
        log.info(
            "lost, tries again",
            [
                LogField("attempt", attempt), LogField("error", error.message), LogField("milliseconds", milliseconds),
            ])
        report(.lost(error, retryIn: milliseconds))
        attempt += 1
        phase = .waiting(until: due)
        enter(.waiting)
    }

    /// The connection's counts go to those of all before it.
    private func closeBooks() {
        figures.publishingSince = nil
        guard let connection else { return }
        figures.sentBefore += Int64(connection.bytesSent)
        figures.acknowledgedBefore += connection.bytesAcknowledged
    }

    /// The only way to the end; tells it once.
    func end(_ reason: DestinationEnding) {
        if case .ended = phase { return }
        if case .failed = reason {} else { closeBooks() }
        phase = .ended
        state = .ended
        context.queue.close()
        switch reason {
        case .failed(let error): log.debug("ended", [LogField("attempt", attempt), LogField("error", error.message)])
        case .stopped, .finished: log.debug("ended", [LogField("attempt", attempt)])
        }
        report(.ended(reason))
    }

    func enter(_ next: DestinationState) {
        guard next != state, state != .ended else { return }
        state = next
        log.debug("state", [LogField("attempt", attempt), LogField("state", next.rawValue), LogField("to", shownName)])
        report(.state(next))
    }

    func report(_ kind: DestinationEvent.Kind) { tell(DestinationEvent(attempt: attempt, kind: kind)) }

    // MARK: Network

    /// Looks whether the way to the server has changed.
    func lookAtNetwork(now: HostTime) {
        let changes = links.networkChanges
        guard changes != seenChanges else { return }
        seenChanges = changes
        let before = path
        path = links.path
        // Before the host's address was ever known, any change may be the one that was waited for.
        guard path != before || path == .unknown && policy.isAway else { return }
        if path == .none {
            report(.reachable(false))
            return
        }
        if before == .none { report(.reachable(true)) }
        policy.pathChanged(now: now)
        switch phase {
        case .waiting: phase = .waiting(until: now)
        case .trying where nextDial != nil: nextDial = now
        case .idle, .asking, .trying, .ended: break
        }
    }

    /// There is a connection: whatever was told before, there is a way.
    private func sawPath() {
        if path == .none { report(.reachable(true)) }
        path = links.path
    }

    // MARK: Figures

    func publishFigures(now: HostTime) {
        let level = context.queue.level
        let dropped = context.queue.dropped
        let missed = context.queue.missed
        if dropped.total != figures.lossesSeen {
            figures.lossesSeen = dropped.total
            figures.lostAt = now
        }
        let connection = connection
        let reading = connection?.reading ?? TransportReading()
        let unsent = connection?.machine.output.count ?? 0
        let unqueued = connection?.machine.unqueuedBytes ?? 0
        let sent = figures.sentBefore + Int64(connection?.bytesSent ?? 0)
        let acknowledged = figures.acknowledgedBefore + (connection?.bytesAcknowledged ?? 0)
        let congestion = state == .publishing ? congestion(level, reading, unsent: unsent, now: now) : 0
        let (state, figures) = (state, figures)
        monitor.update { statistics in
            statistics.state = state
            statistics.attempts = figures.attempts
            statistics.reconnects = figures.reconnects
            statistics.publishingSince = figures.publishingSince
            statistics.lastError = figures.lastError
            statistics.transport = reading
            statistics.bytesAcknowledged = acknowledged
            statistics.bytesSent = sent
            statistics.bytesUnsent = unsent + unqueued
            statistics.bytesUnacknowledged = reading.unacknowledgedBytes
            statistics.congestion = congestion
            statistics.queue = level
            statistics.dropped = dropped
            statistics.missed = missed
        }
    }

    /// In free flow the kernel has sent nearly all it has, and nothing waits here. The first half is what waits between
    /// queue and network, the second half the queue.
    private func congestion(
        _ level: SendLevel, _ reading: TransportReading, unsent: Int, now: HostTime
    ) -> Double {
        if let lostAt = figures.lostAt, now < lostAt.advanced(byMilliseconds: 1000) { return 1 }
        let limits = context.queue.limits
        let inHand = Double(reading.unsentBytes + unsent) / Double(RTMPConnection.unsentTarget + 16 << 10)
        let waiting = max(
            Double(level.milliseconds) / Double(limits.milliseconds), Double(level.bytes) / Double(limits.bytes))
        return min(inHand, 1) / 2 + min(waiting, 1) / 2
    }
}
