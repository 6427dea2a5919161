import OnAirMedia
import OnAirPublish
import OnAirSystem

/// A link that is only memory: its peer answers as soon as it is written to.
final class MemoryLink: Link {
    private let peer: MemoryPeer

    init(_ peer: MemoryPeer) { self.peer = peer }

    func start(now: HostTime) {}

    func advance(now: HostTime) throws(SystemError) -> LinkPhase {
        if let error = peer.look({ $0.connectError }) { throw error }
        return peer.look { state in
            if let lost = state.dialsLost, state.dials > lost { state.reaches = .connected }
            return state.reaches
        }
    }

    var deadline: HostTime? { nil }

    func interest(writable: Bool) -> DescriptorInterest? { nil }

    func read(into bytes: UnsafeMutableRawBufferPointer) throws(SystemError) -> StreamSocket.Transfer {
        if let error = peer.look({ $0.breaks }) { throw error }
        if peer.look({ $0.swallows || $0.isWithheld }) { return .wouldBlock }
        let garbage = peer.look { state in
            defer { state.garbage = [] }
            return state.garbage
        }
        guard garbage.isEmpty else {
            garbage.withUnsafeBytes { bytes.copyMemory(from: $0) }
            return .bytes(garbage.count)
        }
        let (taken, hasEnded) = peer.look { state in
            let taken = state.server.output.withReadableBytes { [UInt8]($0.prefix(16384)) }
            state.server.output.consume(taken.count)
            return (taken, state.hasEnded)
        }
        guard !taken.isEmpty else { return hasEnded ? .ended : .wouldBlock }
        taken.withUnsafeBytes { bytes.copyMemory(from: $0) }
        return .bytes(taken.count)
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> StreamSocket.Transfer {
        if let error = peer.look({ $0.breaks }) { throw error }
        if peer.look({ $0.swallows }) { return .bytes(bytes.count) }
        let copy = [UInt8](bytes)
        let (count, answers) = peer.look { state -> (Int, Bool) in
            let count = min(copy.count, state.wayCapacity - state.way.count)
            state.way += copy.prefix(count)
            state.flow()
            return (count, !state.server.output.isEmpty || !state.garbage.isEmpty || state.hasEnded)
        }
        if answers { peer.signal.wake() }
        return count == 0 ? .wouldBlock : .bytes(count)
    }

    var reading: TransportReading {
        var reading = TransportReading()
        (reading.unacknowledgedBytes, reading.unsentBytes) = peer.look { state in
            // What the peer's kernel has not taken is sent again and again: two segments of it are under way.
            let waiting = max(0, state.way.count - state.kernelBuffer)
            return (waiting, max(0, waiting - 2896))
        }
        return reading
    }

    func redial(now: HostTime) { peer.look { $0.dials += 1 } }

    func finishWriting() {
        peer.with { state in
            state.isWritingFinished = true
            if state.isReading { state.hasEnded = true }
        }
    }

    func close() {
        peer.look { state in
            state.isClosed = true
            state.closings += 1
        }
    }
}
