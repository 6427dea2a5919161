/// The connection has to be made again, at once: close the transport and begin with a fresh one and a fresh machine
/// that is given this value. It is a step on the way, not a failure, and nobody need hear of it.
///
/// A chain of them ends: authentication takes at most three connections, and `connect` is said anew in plain words at
/// most once. Prints only its reason.
public struct RTMPReconnect: Hashable, Sendable {
    /// Why.
    public enum Reason: String, CaseIterable, Hashable, Sendable, Codable {
        /// The server wants to be told the user, or the answer to its challenge.
        case authentication
        /// The server did not take a `connect` that lists the codecs of enhanced RTMP; the next one is plain.
        case plainConnect = "plain-connect"
    }

    public let reason: Reason
    let authentication: RTMPAuthentication
    let listsCodecs: Bool

    init(_ reason: Reason, authentication: RTMPAuthentication, listsCodecs: Bool) {
        self.reason = reason
        self.authentication = authentication
        self.listsCodecs = listsCodecs
    }
}

extension RTMPReconnect: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { reason.rawValue }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["reason": reason]) }
}
