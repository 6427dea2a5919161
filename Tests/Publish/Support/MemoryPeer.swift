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
        /// Only tries beyond these get through: what was sent before is lost.
        var dialsLost: Int?
        /// Bytes the way holds while the server does not read.
        var wayCapacity = 100_000
        /// Of these, bytes that the server's kernel has taken and acknowledged.
        var kernelBuffer = 0
        var way: [UInt8] = []
        /// The server takes what arrives.
        var isReading = true
        /// What arrives is acknowledged and thrown away: a peer that accepts and says nothing.
        var isSilent = false
        /// What the server says stays with it.
        var isWithheld = false
        /// Whatever is written goes nowhere at once, without a copy.
        var swallows = false
        /// Thrown by the next read or write.
        var breaks: SystemError?
        /// Said before anything else the server says.
        var garbage: [UInt8] = []
        /// The server has ended its side.
        var hasEnded = false
        var isClosed = false
        var isWritingFinished = false
        var closings = 0
        /// Tries beside the first.
        var dials = 0
        /// Bytes heard.
        var heard = 0
        /// What strikes, where; once.
        var trap: Fault?
        var sprungAt: HostTime?
        /// When the kernel of a server that does not read had no more room.
        var fullAt: HostTime?
        let clock: any HostClock

        mutating func flow() {
            if !isReading, way.count > kernelBuffer, fullAt == nil { fullAt = clock.now }
            guard isReading, !way.isEmpty else { return }
            let bytes = way
            way.removeAll()
            heard += bytes.count
            if !isSilent { bytes.withUnsafeBytes { server.received($0) } }
            if server.hasRefused { hasEnded = true }
            springWhereReached()
            // A server that heard deleteStream and then the end closes its side.
            if isWritingFinished { hasEnded = true }
        }
    }

    /// A slow way: so many bytes get through to a server that does not read by itself.
    func carry(_ count: Int) {
        state.withLock { state in
            let bytes = Array(state.way.prefix(count))
            state.way.removeFirst(bytes.count)
            state.heard += bytes.count
            bytes.withUnsafeBytes { state.server.received($0) }
        }
        signal.wake()
    }

    private let state: Lock<State>
    let signal: WakeSignal

    init(
        script: RTMPServerScript = RTMPServerScript(), signal: WakeSignal,
        clock: any HostClock = VirtualClock(start: HostTime(nanoseconds: 0))
    ) {
        state = Lock(State(server: RTMPServerMachine(script: script), clock: clock))
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
