import OnAirWire

/// How a scripted server treats one connection.
public struct ServerPlan: Sendable {
    /// What it does wrong.
    public enum Strike: Sendable, Hashable {
        /// It ends the connection in good order.
        case closes
        /// It cuts the connection with a reset.
        case resets
        /// It neither reads nor speaks, until it is thawed.
        case stalls
        /// It says bytes that are no RTMP.
        case garbage
        /// It does what its script says, which counts as wrong.
        case refuses
        /// It says a status of level error and closes.
        case says(String)
    }

    /// When it does so: once it has heard enough to do better.
    public enum Place: Sendable, Hashable {
        case accept
        case handshake
        case connect
        case createStream
        case publish
        /// After the first pictures.
        case stream
        /// When the client says good-bye.
        case stop
    }

    public var script = RTMPServerScript()
    public var strike: Strike?
    public var place = Place.accept

    /// A right server, or one that does `strike` at `place`.
    public init(_ strike: Strike? = nil, at place: Place = .accept, script: RTMPServerScript = RTMPServerScript()) {
        self.strike = strike
        self.place = place
        self.script = script
    }
}
