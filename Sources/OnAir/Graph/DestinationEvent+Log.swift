import OnAirPublish

extension DestinationEvent {
    /// Writes what happened on the way to a server; its states are written by the destination itself.
    func write(to log: Log, output id: Int) {
        guard let words else { return }
        log.debug(
            "network", [LogField("output", id), LogField("attempt", attempt), LogField("happened", words)])
    }

    private var words: String? {
        switch kind {
        case .state, .ended: nil
        case .lost(let error, let milliseconds): "lost, next attempt in \(milliseconds) ms: \(error.code)"
        case .noProgress(let milliseconds): "nothing taken for \(milliseconds) ms"
        case .progressAgain: "takes the program again"
        case .sendSlow(let milliseconds): "bytes waited \(milliseconds) ms"
        case .reachable(let isReachable): isReachable ? "network is reachable" : "network is unreachable"
        case .lostSound(let packets): "\(packets) packets of sound dropped"
        }
    }
}
