/// Whether pictures and sound are being taken.
public enum CaptureState: Equatable, Sendable {
    /// Nothing runs.
    case idle
    /// The devices are being opened.
    case opening
    /// Camera and microphone run.
    case capturing
    /// The devices are being let go.
    case closing
    /// The devices could not be opened, or one of them was lost. A new start is possible.
    case failed(BroadcastError)

    /// The state's name in lower case.
    public var name: String {
        switch self {
        case .idle: "idle"
        case .opening: "opening"
        case .capturing: "capturing"
        case .closing: "closing"
        case .failed: "failed"
        }
    }
}

/// The legal steps between capture states: idle → opening → capturing → closing → idle, and failed from opening and
/// capturing.
///
/// A pure value. The kit asks it before it acts; an impossible call is a typed error and changes nothing.
package struct CaptureStateMachine {
    package private(set) var state = CaptureState.idle
    /// Why it is closing, where nobody asked for it.
    private var loss: BroadcastError?

    package init() {}

    package mutating func start() throws(BroadcastError) {
        switch state {
        case .idle, .failed: state = .opening
        case .opening, .capturing: throw .invalidState("Capture is already running.")
        case .closing: throw .invalidState("Capture is closing.", advice: "Start again once it is idle.")
        }
    }

    /// What opened devices are good for.
    package enum OpenAction: Equatable {
        /// Let them run.
        case run
        /// A stop came meanwhile: let them go.
        case letGo
    }

    package mutating func opened() -> OpenAction {
        switch state {
        case .opening:
            state = .capturing
            return .run
        case .closing:
            state = .idle
            return .letGo
        case .idle, .capturing, .failed: return .letGo
        }
    }

    /// The devices could not be opened. After a stop that is no failure any more.
    package mutating func openFailed(_ error: BroadcastError) {
        switch state {
        case .opening: state = .failed(error)
        case .closing: state = .idle
        case .idle, .capturing, .failed: break
        }
    }

    /// What a stop, or the loss of a device, asks for.
    package enum StopAction: Equatable {
        /// Nothing runs.
        case nothing
        /// Others are at it: wait until it is over.
        case wait
        /// Close everything, then say `closed()`.
        case close
    }

    package mutating func stop() -> StopAction {
        switch state {
        case .idle: return .nothing
        case .failed:
            state = .idle
            return .nothing
        case .closing:
            loss = nil
            return .wait
        case .opening:
            state = .closing
            return .wait
        case .capturing:
            state = .closing
            return .close
        }
    }

    /// A device was lost while it ran.
    package mutating func lost(_ error: BroadcastError) -> StopAction {
        guard state == .capturing else { return .nothing }
        state = .closing
        loss = error
        return .close
    }

    package mutating func closed() {
        guard state == .closing else { return }
        state = loss.map(CaptureState.failed) ?? .idle
        loss = nil
    }
}
