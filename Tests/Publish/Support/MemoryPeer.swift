import OnAirMedia
import OnAirPublish
import OnAirSystem
import OnAirTestKit
import OnAirWire

/// A server at the other end of a `MemoryLink`, and how the way there behaves. Tests change it while the stage runs.
final class MemoryPeer: Sendable {
    struct State: ~Copyable {
        var server: RTMPServerMachine
        /// Thrown by the link while it connects.
        var connectError: SystemError?
        /// How far the link gets.
        var reaches = LinkPhase.connected
        /// Bytes the way holds while the server does not read.
        var wayCapacity = 100_000
        var way: [UInt8] = []
        /// The server takes what arrives.
        var isReading = true
        /// What arrives is acknowledged and thrown away: a peer that accepts and says nothing.
        var isSilent = false
        /// Whatever is written goes nowhere at once, without a copy.
        var swallows = false
        /// Thrown by the next read or write.
        var breaks: SystemError?
        /// The server has ended its side.
        var hasEnded = false
        var isClosed = false
        var isWritingFinished = false
        var closings = 0
        /// Tries beside the first.
        var dials = 0

        mutating func flow() {
            guard isReading, !way.isEmpty else { return }
            let bytes = way
            way.removeAll()
            if !isSilent { bytes.withUnsafeBytes { server.received($0) } }
            // A server that heard deleteStream and then the end closes its side.
            if isWritingFinished { hasEnded = true }
        }
    }

    private let state: Lock<State>
    let signal: WakeSignal

    init(script: RTMPServerScript = RTMPServerScript(), signal: WakeSignal) {
        state = Lock(State(server: RTMPServerMachine(script: script)))
        self.signal = signal
    }

    /// Changes or reads the state, then wakes the stage: something may have arrived.
    @discardableResult
    func with<Result: Sendable>(_ body: @Sendable (inout State) -> Result) -> Result {
        let result = state.withLock { state in
            let result = body(&state)
            state.flow()
            return result
        }
        signal.wake()
        return result
    }

    /// Looks without waking.
    func look<Result: Sendable>(_ body: @Sendable (inout State) -> Result) -> Result { state.withLock { body(&$0) } }
}
