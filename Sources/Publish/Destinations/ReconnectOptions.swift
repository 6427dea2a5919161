/// How a destination comes back when it is lost.
public struct ReconnectOptions: Sendable, Hashable {
    /// How often it tries again after a loss before it gives up, at least 0; 0 turns reconnecting off. Counted anew once
    /// the server has taken 10 s of the program. Default nil: it never gives up.
    public var attempts: Int?
    /// Milliseconds between two attempts, at least 100. Default nil: half a second while the network is gone, then
    /// longer; longer from the start where a server accepts and drops.
    public var delay: Int64?
    /// The very first connect is tried again too, as a box that runs unattended wants it. Default false: its failure
    /// ends the destination, so that a wrong address is told at once.
    public var keepsTrying = false

    public init() {}
}
