import OnAirMedia

/// What the network does to an output, or makes the program do.
public struct NetworkEvent: Equatable, Sendable {
    /// What happened.
    public enum Kind: Equatable, Sendable {
        /// Bytes have waited for so many milliseconds, more than 500.
        case sendSlow(milliseconds: Int64)
        /// The peer has taken nothing for so many milliseconds, 2 s unless set otherwise.
        case noProgress(milliseconds: Int64)
        /// The peer takes the program again.
        case progressAgain
        /// The leading output carries more: the program is encoded with this bitrate in bit/s from now on.
        case bitrateRaised(to: Int)
        /// The leading output carries less: the program is encoded with this bitrate in bit/s from now on.
        case bitrateLowered(to: Int)
        /// More pictures a second are encoded again.
        case frameRateRaised(to: FrameRate)
        /// Fewer pictures a second are encoded: the lowest bitrate is still too much.
        case frameRateLowered(to: FrameRate)
        /// Sound was left out: the network does not even carry that.
        case audioDiscontinuous(packets: Int64)
        /// This machine has no way to the output's host.
        case unreachable
        /// It has one again.
        case reachable
    }

    /// The output's number.
    public let output: Int
    public let kind: Kind

    public init(output: Int, _ kind: Kind) {
        self.output = output
        self.kind = kind
    }
}
