/// This machine's way to a server.
public enum NetworkPath: Sendable, Hashable {
    /// Nobody knows, such as before the host's address is known.
    case unknown
    /// There is none: no route, or nothing plugged in where it leads.
    case none
    /// There is one, from this own address of the machine; another one means another network.
    case from(String)
}
