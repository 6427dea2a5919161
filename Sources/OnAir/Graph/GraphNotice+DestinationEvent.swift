import OnAirPublish

extension GraphNotice {
    /// What an output's own event means for the kit; nil where it means nothing to it.
    init?(output id: Int, _ event: DestinationEvent) {
        switch event.kind {
        case .state(let state):
            guard let state = OutputStatus.State(state, attempt: event.attempt) else { return nil }
            self = .output(id: id, state)
        case .lost(let error, let milliseconds):
            self = .output(id: id, .reconnecting(BroadcastError(error), milliseconds: milliseconds))
        case .ended(.stopped), .ended(.finished): self = .output(id: id, .ended(nil))
        case .ended(.failed(let error)): self = .output(id: id, .ended(BroadcastError(error)))
        case .noProgress(let time): self = .network(NetworkEvent(output: id, .noProgress(milliseconds: time)))
        case .progressAgain: self = .network(NetworkEvent(output: id, .progressAgain))
        case .sendSlow(let time): self = .network(NetworkEvent(output: id, .sendSlow(milliseconds: time)))
        case .reachable(let isReachable):
            self = .network(NetworkEvent(output: id, isReachable ? .reachable : .unreachable))
        case .lostSound(let packets):
            self = .network(NetworkEvent(output: id, .audioDiscontinuous(packets: packets)))
        }
    }
}

extension OutputStatus.State {
    /// What a destination's own state means; nil where nothing changes. From the second attempt on it is reconnecting,
    /// however far an attempt has come, until it is live.
    fileprivate init?(_ state: DestinationState, attempt: Int) {
        switch state {
        case .publishing: self = .live
        case .idle, .waiting, .stopping, .ended: return nil
        case .asking, .resolving, .connecting, .handshaking, .negotiating:
            guard attempt <= 1, let what = state.waitingFor else { return nil }
            self = .connecting(waitingFor: what)
        }
    }
}

extension DestinationState {
    /// What a destination that is connecting waits for, for people.
    fileprivate var waitingFor: String? {
        switch self {
        case .asking: "address"
        case .resolving: "host name"
        case .connecting: "connection"
        case .handshaking: "handshake"
        case .negotiating: "publish"
        case .idle, .waiting, .publishing, .stopping, .ended: nil
        }
    }
}
