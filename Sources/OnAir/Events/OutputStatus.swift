/// A destination or a recording and what it is doing.
public struct OutputStatus: Equatable, Sendable {
    /// Where the program goes.
    public enum Kind: String, Sendable, Codable { case destination, recording }

    /// What it is doing.
    public enum State: Equatable, Sendable {
        /// On the way to live; says what is waited for.
        case connecting(waitingFor: String)
        /// Takes the program.
        case live
        /// Lost for this reason; tried again in so many milliseconds.
        case reconnecting(BroadcastError, milliseconds: Int64)
        /// Over: by request (nil), or for this reason.
        case ended(BroadcastError?)

        var isReconnecting: Bool {
            switch self {
            case .reconnecting: true
            case .connecting, .live, .ended: false
            }
        }

        /// Live, or lost for a while.
        var isOnAir: Bool {
            switch self {
            case .live, .reconnecting: true
            case .connecting, .ended: false
            }
        }

        /// The state's name in lower case.
        public var name: String {
            switch self {
            case .connecting: "connecting"
            case .live: "live"
            case .reconnecting: "reconnecting"
            case .ended: "ended"
            }
        }
    }

    /// Counts the kit's outputs from 1.
    public let id: Int
    public let kind: Kind
    /// The address or path as it may be shown: without key, password or query.
    public let name: String
    public let state: State

    init(_ id: Int, _ kind: Kind, _ name: String, _ state: State) {
        self.id = id
        self.kind = kind
        self.name = name
        self.state = state
    }

    /// Whether it has not ended.
    var isOpen: Bool {
        switch state {
        case .connecting, .live, .reconnecting: true
        case .ended: false
        }
    }
}
