import OnAirPublish

extension OutputStatus.State {
    /// What an output's own event means for its state; nil where the state stays. The rest is logged.
    init?(_ event: DestinationEvent, log: Log) {
        switch event.kind {
        case .state(let state):
            switch state {
            case .resolving: self = .connecting(waitingFor: "host name")
            case .connecting: self = .connecting(waitingFor: "connection")
            case .handshaking: self = .connecting(waitingFor: "handshake")
            case .negotiating: self = .connecting(waitingFor: "publish")
            case .publishing: self = .live
            case .asking: self = .connecting(waitingFor: "address")
            case .idle, .waiting, .stopping, .ended: return nil
            }
        case .ended(.stopped), .ended(.finished): self = .ended(nil)
        case .ended(.failed(let error)): self = .ended(BroadcastError(error))
        case .lost(let error, let milliseconds): self = .reconnecting(BroadcastError(error), milliseconds: milliseconds)
        case .sendSlow, .reachable: return nil
        case .noProgress(let milliseconds):
            log.warning("a destination takes nothing", [.init("milliseconds", "\(milliseconds)")])
            return nil
        case .progressAgain:
            log.info("a destination takes the program again")
            return nil
        case .lostSound(let packets):
            log.warning("sound was dropped: the network is too slow", [.init("packets", "\(packets)")])
            return nil
        }
    }
}
