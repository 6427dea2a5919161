import OnAirMedia

/// Where the answer to a question for an address arrives, on whatever thread; the first one counts.
final class AddressMailbox: Sendable {
    private let kept = Lock<Result<RTMPAddress, DestinationError>?>(nil)
    private let stop: StopRequest

    /// - Parameter stop: wakes the stage that waits.
    init(waking stop: StopRequest) { self.stop = stop }

    /// The answer; nil while there is none.
    var answer: Result<RTMPAddress, DestinationError>? { kept.withLock { $0 } }

    func put(_ answer: Result<RTMPAddress, DestinationError>) {
        kept.withLock { kept in
            if kept == nil { kept = answer }
        }
        stop.wake()
    }
}
