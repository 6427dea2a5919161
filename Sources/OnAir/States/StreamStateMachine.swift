/// Whether the program is being sent.
public enum StreamState: Equatable, Sendable {
    /// Nothing is sent.
    case idle
    /// On the way to a server; says what is waited for.
    case connecting(waitingFor: String)
    /// At least one server takes the program.
    case connected
    /// The leading server was lost for this reason and is tried again; encoder, preview, recordings and other
    /// destinations go on.
    case reconnecting(BroadcastError)
    /// Being ended in good order.
    case disconnecting
    /// Ended by a failure. A new start is possible.
    case failed(BroadcastError)

    /// The state's name in lower case.
    public var name: String {
        switch self {
        case .idle: "idle"
        case .connecting: "connecting"
        case .connected: "connected"
        case .reconnecting: "reconnecting"
        case .disconnecting: "disconnecting"
        case .failed: "failed"
        }
    }
}

/// The legal steps between stream states: idle → connecting → connected → disconnecting → idle, and failed from any.
///
/// A pure value fed with what happens to each destination. The stream is connected while one destination is live, and
/// fails when the last one has ended by itself.
package struct StreamStateMachine {
    package private(set) var state = StreamState.idle
    package init() {}

    /// Destinations that are connecting or live.
    private var open: Set<Int> = []
    private var lastError: BroadcastError?

    package mutating func start(destinations: [Int], waitingFor: String) throws(BroadcastError) {
        switch state {
        case .idle, .failed:
            state = .connecting(waitingFor: waitingFor)
            open = Set(destinations)
            lastError = nil
        case .connecting, .connected, .reconnecting: throw .invalidState("The stream is already on its way.")
        case .disconnecting: throw .invalidState("The stream is ending.", advice: "Start again once it is idle.")
        }
    }

    package mutating func waiting(for what: String) {
        switch state {
        case .connecting: state = .connecting(waitingFor: what)
        case .idle, .connected, .reconnecting, .disconnecting, .failed: break
        }
    }

    package mutating func destinationLive(_ id: Int) {
        guard open.contains(id) else { return }
        switch state {
        case .connecting, .reconnecting: state = .connected
        case .idle, .connected, .disconnecting, .failed: break
        }
    }

    /// What the end of a destination asks for.
    package enum EndAction: Equatable {
        /// Others go on.
        case nothing
        /// It was the last one: let go of encoders.
        case tearDown
    }

    package mutating func destinationEnded(_ id: Int, error: BroadcastError?) -> EndAction {
        guard open.remove(id) != nil else { return .nothing }
        if let error { lastError = error }
        guard open.isEmpty else { return .nothing }
        switch state {
        case .connecting, .connected, .reconnecting:
            state = lastError.map(StreamState.failed) ?? .idle
            return .tearDown
        case .idle, .disconnecting, .failed: return .nothing
        }
    }

    /// What a stop asks for.
    package enum StopAction: Equatable {
        /// Nothing is sent.
        case nothing
        /// Others are at it: wait until it is over.
        case wait
        /// Close every destination, then say `stopped()`.
        case disconnect
    }

    package mutating func stop() -> StopAction {
        switch state {
        case .idle: return .nothing
        case .disconnecting: return .wait
        case .failed:
            state = .idle
            return .nothing
        case .connecting, .connected, .reconnecting:
            state = .disconnecting
            return .disconnect
        }
    }

    package mutating func stopped() {
        switch state {
        case .disconnecting:
            state = .idle
            open = []
        case .idle, .connecting, .connected, .reconnecting, .failed: break
        }
    }

    /// The program itself failed: an encoder, or capture.
    package mutating func failed(_ error: BroadcastError) {
        switch state {
        case .connecting, .connected, .reconnecting:
            state = .failed(error)
            open = []
        case .idle, .disconnecting, .failed: break
        }
    }
}
