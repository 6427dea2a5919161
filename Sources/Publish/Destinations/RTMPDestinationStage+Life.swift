import OnAirMedia
import OnAirSystem
import OnAirWire

/// How an attempt begins, and the one way it ends.
extension RTMPDestinationStage {
    // MARK: Beginning

    func begin(now: HostTime) {
        do throws(TrackHeaderError) { try machine.publish(format: format) } catch {
            end(.failed(DestinationError(.unusableFormat, address, error)))
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
            : SystemError(.timedOut, while: "connect within \(options.connectTimeOut) ms")
        linkBroke(cause)
    }

    private func timeOut(of phase: LinkPhase) -> Int64 {
        phase == .resolving ? options.resolveTimeOut : options.connectTimeOut
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
        case .idle, .ended: return nil
        case .linking(let present, let since):
            return earlier(since.advanced(byMilliseconds: timeOut(of: present)), link.deadline)
        case .running: return earlier(machine.nextDeadline, watch.deadline)
        case .draining(let until), .leaving(let until): return earlier(until, watch.deadline)
        case .partingUntil(let until): return until
        }
    }

    private func earlier(_ left: HostTime?, _ right: HostTime?) -> HostTime? {
        guard let left, let right else { return left ?? right }
        return min(left, right)
    }

    var interest: DescriptorInterest? { link.interest(writable: isBlocked && !machine.output.isEmpty) }

    // MARK: Ending

    /// Says good-bye, where somebody would hear it.
    func leave(_ reason: DestinationEnding, now: HostTime) {
        switch phase {
        case .leaving, .partingUntil, .ended: return
        case .idle, .linking: end(reason)
        case .running, .draining:
            farewellReason = reason
            queue.close()
            switch machine.close(now: now) {
            case .closeNow: end(reason)
            case .flushThenClose:
                phase = .leaving(until: now.advanced(byMilliseconds: farewell))
                enter(.stopping)
            }
        }
    }

    private var farewell: Int64 { min(max(options.farewell, 0), 500) }

    /// Moves on where a phase of the end is done or has had its time.
    /// It may queue good-byes, so that there is more to write.
    func finishWhereDue(now: HostTime) {
        switch phase {
        case .idle, .linking, .ended: return
        case .running:
            guard queue.isClosed else { return }
            guard state == .publishing else { return leave(.finished, now: now) }
            phase = .draining(until: now.advanced(byMilliseconds: farewell))
        case .draining(let until):
            guard now >= until || (queue.isFinished && machine.output.isEmpty) else { return }
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
        if case .failed(let error) = machine.connectionClosed() { fail(error) }
    }

    func linkBroke(_ error: SystemError) {
        guard phase != .ended else { return }
        // The machine knows in which step a connection was cut.
        if isConnected, error.kind == .connectionReset { return peerEnded() }
        guard !isLeaving else { return end(farewellReason) }
        end(
            .failed(
                DestinationError(link: error, wasConnected: isConnected, destination: address, redactor: redactor)))
    }

    func fail(_ error: RTMPError) {
        guard !isLeaving else { return end(farewellReason) }
        end(.failed(DestinationError(rtmp: error, destination: address, redactor: redactor)))
    }

    private var isLeaving: Bool {
        switch phase {
        case .leaving, .partingUntil: true
        case .idle, .linking, .running, .draining, .ended: false
        }
    }

    /// The only way to the end; tells it once.
    func end(_ reason: DestinationEnding) {
        guard phase != .ended else { return }
        phase = .ended
        state = .ended
        link.close()
        queue.close()
        switch reason {
        case .failed(let error): log.debug("ended", [LogField("attempt", attempt), LogField("error", error.message)])
        case .stopped, .finished: log.debug("ended", [LogField("attempt", attempt)])
        }
        report(.ended(reason))
    }

    func enter(_ next: DestinationState) {
        guard next != state, phase != .ended else { return }
        state = next
        log.debug("state", [LogField("attempt", attempt), LogField("state", next.rawValue), LogField("to", address)])
        report(.state(next))
    }

    func report(_ kind: DestinationEvent.Kind) { tell(DestinationEvent(attempt: attempt, kind: kind)) }
}
