/// Whether pictures and sound are being taken.
public enum CaptureState: Equatable, Sendable {
    /// Nothing runs.
    case idle
    /// Camera and microphone run.
    case capturing
    /// The devices are being let go.
    case closing
    /// The devices could not be opened, or ended by themselves.
    case failed(BroadcastError)

    /// The state's name in lower case.
    public var name: String {
        switch self {
        case .idle: "idle"
        case .capturing: "capturing"
        case .closing: "closing"
        case .failed: "failed"
        }
    }
}

/// The legal steps between capture states: idle → capturing → closing → idle, and failed from anywhere.
///
/// A pure value. The kit asks it before it acts; an impossible call is a typed error and changes nothing.
package struct CaptureStateMachine {
    package private(set) var state = CaptureState.idle

    package init() {}

    package mutating func start() throws(BroadcastError) {
        switch state {
        case .idle, .failed: state = .capturing
        case .capturing: throw .invalidState("Capture is already running.")
        case .closing: throw .invalidState("Capture is closing.", advice: "Start again once it is idle.")
        }
    }

    /// What a stop asks for.
    package enum StopAction: Equatable { case nothing, close }

    package mutating func stop() -> StopAction {
        switch state {
        case .idle, .closing: return .nothing
        case .failed:
            state = .idle
            return .nothing
        case .capturing:
            state = .closing
            return .close
        }
    }

    package mutating func closed() {
        switch state {
        case .closing: state = .idle
        case .idle, .capturing, .failed: break
        }
    }

    package mutating func failed(_ error: BroadcastError) {
        switch state {
        case .capturing, .idle, .failed: state = .failed(error)
        case .closing: break
        }
    }
}
