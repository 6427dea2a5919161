/// Something that happened to a destination. In order; `ended` comes once and is the last.
public struct DestinationEvent: Sendable, Equatable {
    /// What happened.
    public enum Kind: Sendable, Equatable {
        /// It has come to a new state; `ended` is told by `ended` alone.
        case state(DestinationState)
        /// The peer has taken nothing for so many milliseconds although something waits.
        case noProgress(milliseconds: Int64)
        /// The peer takes bytes again.
        case progressAgain
        /// Bytes have waited longer than 500 ms to be taken by the network. Told once, until they flow again.
        case sendSlow(milliseconds: Int64)
        /// The host of this machine has no way to the network, or has one again.
        case reachable(Bool)
        /// This attempt is over, for this reason; told once for each attempt that does not end the destination. The next
        /// one begins in so many milliseconds.
        case lost(DestinationError, retryIn: Int64)
        /// So many sound packets more were lost: the network is too slow even without pictures. At most one a second.
        case lostSound(packets: Int64)
        /// It is over.
        case ended(DestinationEnding)
    }

    /// Which attempt to publish this belongs to, counted from 1.
    public let attempt: Int
    public let kind: Kind

    public init(attempt: Int, kind: Kind) {
        self.attempt = attempt
        self.kind = kind
    }
}
