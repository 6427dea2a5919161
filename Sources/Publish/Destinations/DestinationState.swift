/// How far a destination is.
public enum DestinationState: String, Sendable, Hashable, Codable, CaseIterable {
    /// Nothing has been tried yet.
    case idle
    /// The next attempt is due later.
    case waiting
    /// The address is being asked for.
    case asking
    /// The host's addresses are being looked up.
    case resolving
    /// The transport is being made.
    case connecting
    /// The transport stands; the protocol's handshake is going on.
    case handshaking
    /// Application and stream are being agreed on.
    case negotiating
    /// The program is going out.
    case publishing
    /// Good-byes are being said.
    case stopping
    /// It is over.
    case ended
}
