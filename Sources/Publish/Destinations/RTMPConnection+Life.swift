import OnAirMedia
import OnAirSystem
import OnAirWire

/// How a connection begins, and the one way it ends.
extension RTMPConnection {
    // MARK: Beginning

    func begin(now: HostTime) {
        do throws(TrackHeaderError) { try machine.publish(format: announced) } catch {
            end(.failed(DestinationError(.unusableFormat, context.name, error), .unusable))
            return
        }
        link.start(now: now)
        phase = .linking(.resolving, since: now)
        enter(.resolving)
    }

    /// Goes on with the link; once it stands, the machine begins.
    func advanceLink(now: HostTime) {
        guard case .linking(let before, _) = phase else { return }
        do throws(SystemError) {
            let reached = try link.advance(now: now)
            if reached == .connected {
                phase = .running
                wasConnected = true
                machine.start(now: now)
                enter(.handshaking)
                return
            }
            if reached != before { phase = .linking(reached, since: now) }
            enter(reached == .resolving ? .resolving : .connecting)
        } catch {
            linkBroke(error)
            return
        }
        guard case .linking(let present, let start) = phase, now >= start.advanced(byMilliseconds: timeOut(of: present))
        else { return }
        let cause =
            present == .resolving
            ? SystemError(.nameServerFailed, while: "find the address of the host in time")
            : SystemError(.timedOut, while: "connect within \(context.options.connectTimeOut) ms")
        linkBroke(cause)
    }

    /// The transport is being made, so that trying once more beside it may help.
    var isDialling: Bool {
        if case .linking(.connecting, _) = phase { true } else { false }
    }

    private func timeOut(of phase: LinkPhase) -> Int64 {
        phase == .resolving ? context.options.resolveTimeOut : context.options.connectTimeOut
    }

    static func state(of step: RTMPStep?) -> DestinationState {
        switch step {
        case .handshake: .handshaking
        case .connect, .createStream, .publish: .negotiating
        case .publishing: .publishing
        case nil: .stopping
        }
    }

    // MARK: Waiting

    var nextDeadline: HostTime? {
        switch phase {
        case .idle, .ended: nil
        case .linking(let present, let since):
            Self.earliest(since.advanced(byMilliseconds: timeOut(of: present)), link.deadline, answers.deadline)
        case .running:
            Self.earliest(
                Self.earliest(machine.nextDeadline, answers.deadline, progress.deadline), delay.deadline,
                readingDeadline)
        case .draining(let until): Self.earliest(until, progress.deadline, readingDeadline)
        case .leaving(let until), .partingUntil(let until): until
        }
    }

    /// What was written since the last reading is looked after soon, also where nothing more comes.
    private var readingDeadline: HostTime? {
        guard state == .publishing, unreadSince != nil else { return nil }
        return readAt?.advanced(byMilliseconds: 2 * Self.readingInterval)
    }

    static func earliest(_ first: HostTime?, _ second: HostTime?, _ third: HostTime? = nil) -> HostTime? {
        var result = first
        for next in [second, third] {
            guard let next else { continue }
            result = result.map { min($0, next) } ?? next
        }
        return result
    }

    var interest: DescriptorInterest? { link.interest(writable: isBlocked && !machine.output.isEmpty) }

    // MARK: Ending

    /// Says good-bye, where somebody would hear it.
    func leave(_ reason: Ending, now: HostTime) {
        switch phase {
        case .leaving, .partingUntil, .ended: return
        case .idle, .linking: end(reason)
        case .running, .draining:
            farewellReason = reason
            context.queue.close()
            switch machine.close(now: now) {
            case .closeNow: end(reason)
            case .flushThenClose:
                phase = .leaving(until: now.advanced(byMilliseconds: farewell))
                enter(.stopping)
            }
        }
    }

    private var farewell: Int64 { min(max(context.options.farewell, 0), 500) }

    /// Moves on where a phase of the end is done or has had its time.
    /// It may queue good-byes, so that there is more to write.
    func finishWhereDue(now: HostTime) {
        switch phase {
        case .idle, .linking, .ended: return
        case .running:
            guard context.queue.isClosed else { return }
            guard state == .publishing else { return leave(.finished, now: now) }
            phase = .draining(until: now.advanced(byMilliseconds: farewell))
        case .draining(let until):
            guard now >= until || (context.queue.isFinished && machine.output.isEmpty) else { return }
            leave(.finished, now: now)
        case .leaving(let until):
            if machine.output.isEmpty {
                link.finishWriting()
                phase = .partingUntil(until)
            } else if now >= until {
                end(farewellReason)
            }
        case .partingUntil(let until):
            if now >= until { end(farewellReason) }
        }
    }

    func peerEnded() {
        guard !isLeaving else { return end(farewellReason) }
        switch machine.connectionClosed() {
        case .closed: break
        case .reconnect(let next): end(.again(next))
        case .failed(let error): fail(error)
        }
    }

    func linkBroke(_ error: SystemError) {
        guard ending == nil else { return }
        // The machine knows in which step a connection was cut.
        if isConnected, error.kind == .connectionReset { return peerEnded() }
        guard !isLeaving else { return end(farewellReason) }
        let told = DestinationError(
            link: error, wasConnected: isConnected, destination: context.name, redactor: redactor)
        end(.failed(told, hasAnswered ? .dropped : .noWay))
    }

    func fail(_ error: RTMPError) {
        guard !isLeaving else { return end(farewellReason) }
        let told = DestinationError(rtmp: error, destination: context.name, redactor: redactor)
        let failure: ReconnectPolicy.Failure =
            switch told.kind {
            // Somebody who takes a running stream over would be fought for it: that is a drop.
            case .nameInUse where !wasPublishing: .nameInUse
            case .authenticationFailed: .authentication
            // A frozen server and a relay whose server is away take connections and say nothing.
            default: hasAnswered ? .dropped : .noWay
            }
        end(.failed(told, failure))
    }

    /// The peer has taken nothing for too long.
    func abandon(after milliseconds: Int64) {
        let told = DestinationError(
            .stalled, context.name, "The server has taken nothing for \(milliseconds) ms.",
            advice: "Check the network, or lower the bitrate.")
        end(.failed(told, .dropped))
    }

    var isLeaving: Bool {
        switch phase {
        case .leaving, .partingUntil: true
        case .idle, .linking, .running, .draining, .ended: false
        }
    }

    /// The only way to the end.
    func end(_ reason: Ending) {
        guard ending == nil else { return }
        phase = .ended
        ending = reason
        link.close()
    }
}
