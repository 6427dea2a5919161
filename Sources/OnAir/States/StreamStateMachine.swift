/// Whether the program is being sent.
public enum StreamState: Equatable, Sendable {
    /// Nothing is sent.
    case idle
    /// On the way to a server; says what is waited for.
    case connecting(waitingFor: String)
    /// The leading server takes the program.
    case connected
    /// The leading server was lost for this reason and is tried again; encoder, preview, recordings and other
    /// destinations go on.
    case reconnecting(BroadcastError)
    /// Being ended in good order.
    case disconnecting
    /// Ended by a failure. A new start is possible.
    case failed(BroadcastError)

    /// Why it reconnects, or has failed.
    public var error: BroadcastError? {
        switch self {
        case .reconnecting(let error), .failed(let error): error
        case .idle, .connecting, .connected, .disconnecting: nil
        }
    }

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

/// The legal steps between stream states: idle → connecting → connected ⇄ reconnecting → disconnecting → idle, and failed
/// from any.
///
/// A pure value fed with what happens to each destination. The state is that of the destination that leads; before one
/// does, that of the first. It fails when the last destination has ended by itself.
package struct StreamStateMachine {
    package private(set) var state = StreamState.idle
    private var rule = LeaderRule()
    private var phases: [Int: Phase] = [:]

    /// What a destination is doing.
    private enum Phase {
        case connecting(waitingFor: String)
        case live
        case lost(BroadcastError, wasLive: Bool)
    }

    package init() {}

    /// The destination that leads; nil while none does.
    package var leader: Int? { rule.leader }
    /// Those that have not ended, in the order they came.
    package var destinations: [Int] { rule.open }

    package mutating func start(destinations: [Int], waitingFor: String) throws(BroadcastError) {
        switch state {
        case .idle, .failed:
            clear()
            for id in destinations { take(id, waitingFor: waitingFor) }
            state = .connecting(waitingFor: waitingFor)
        case .connecting, .connected, .reconnecting: throw .invalidState("The stream is already on its way.")
        case .disconnecting: throw Self.isEnding
        }
    }

    /// Another destination joins; where there is no stream, it starts one.
    package mutating func add(_ id: Int, waitingFor: String) throws(BroadcastError) {
        switch state {
        case .idle, .failed: try start(destinations: [id], waitingFor: waitingFor)
        case .connecting, .connected, .reconnecting: take(id, waitingFor: waitingFor)
        case .disconnecting: throw Self.isEnding
        }
    }

    private static let isEnding = BroadcastError.invalidState(
        "The stream is ending.", advice: "Start again once it is idle.")

    private mutating func take(_ id: Int, waitingFor: String) {
        rule.added(id)
        phases[id] = .connecting(waitingFor: waitingFor)
    }

    /// Lets a destination lead that has not ended.
    package mutating func lead(_ id: Int) throws(BroadcastError) {
        guard rule.choose(id) else {
            throw .invalidState(
                "There is no destination \(id) that could lead.", advice: "Name one that has not ended.")
        }
        follow()
    }

    /// Every destination that is connecting waits for `what`.
    package mutating func waiting(for what: String) {
        for (id, phase) in phases {
            if case .connecting = phase { phases[id] = .connecting(waitingFor: what) }
        }
        follow()
    }

    package mutating func destinationWaiting(_ id: Int, for what: String) {
        guard phases[id] != nil else { return }
        phases[id] = .connecting(waitingFor: what)
        follow()
    }

    package mutating func destinationLive(_ id: Int) {
        guard phases[id] != nil else { return }
        phases[id] = .live
        rule.becameLive(id)
        follow()
    }

    /// It was lost, or could not be reached at first, and is tried again.
    package mutating func destinationLost(_ id: Int, error: BroadcastError) {
        guard let phase = phases[id] else { return }
        let wasLive =
            switch phase {
            case .connecting: false
            case .live: true
            case .lost(_, let wasLive): wasLive
            }
        phases[id] = .lost(error, wasLive: wasLive)
        rule.wasLost(id)
        follow()
    }

    /// The state becomes that of the one that leads, or else of the first.
    private mutating func follow() {
        switch state {
        case .connecting, .connected, .reconnecting: break
        case .idle, .disconnecting, .failed: return
        }
        guard let shown = rule.leader ?? rule.open.first, let phase = phases[shown] else { return }
        switch phase {
        case .connecting(let what): state = .connecting(waitingFor: what)
        case .live: state = .connected
        case .lost(let error, let wasLive):
            state = wasLive ? .reconnecting(error) : .connecting(waitingFor: Self.nextAttempt)
        }
    }

    /// What a destination waits for that could not be reached yet and is tried again.
    static let nextAttempt = "next attempt"

    /// What the end of a destination asks for.
    package enum EndAction: Equatable {
        /// Others go on.
        case nothing
        /// It was the last one: let go of encoders.
        case tearDown
    }

    /// A destination has ended: by request (nil), or for this reason.
    package mutating func destinationEnded(_ id: Int, error: BroadcastError?) -> EndAction {
        guard phases.removeValue(forKey: id) != nil else { return .nothing }
        rule.ended(id)
        guard phases.isEmpty else {
            follow()
            return .nothing
        }
        switch state {
        case .connecting, .connected, .reconnecting:
            state = error.map(StreamState.failed) ?? .idle
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
            clear()
        case .idle, .connecting, .connected, .reconnecting, .failed: break
        }
    }

    /// The program itself failed: an encoder, or capture.
    package mutating func failed(_ error: BroadcastError) {
        switch state {
        case .connecting, .connected, .reconnecting:
            state = .failed(error)
            clear()
        case .idle, .disconnecting, .failed: break
        }
    }

    private mutating func clear() {
        (rule, phases) = (LeaderRule(), [:])
    }
}
