/// How far a link has come.
public enum LinkPhase: Sendable, Hashable {
    /// The host's addresses are being looked up.
    case resolving
    /// Addresses are being tried.
    case connecting
    /// Bytes can go both ways.
    case connected
}
