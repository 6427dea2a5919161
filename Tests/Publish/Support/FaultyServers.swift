import OnAirMedia
import OnAirPublish
import OnAirTestKit

/// The servers a destination meets one after the other: a right one, then such with a fault, then right ones again.
final class FaultyServers: LinkMaker {
    private struct State {
        var peers: [MemoryPeer] = []
        var isBroken = false
        var isAway = false
    }

    private let fault: Fault
    private let signal: WakeSignal
    private let clock: any HostClock
    private let state = Lock(State())

    init(_ fault: Fault, signal: WakeSignal, clock: any HostClock) {
        self.fault = fault
        self.signal = signal
        self.clock = clock
    }

    func makeLink(to address: RTMPAddress) -> any Link {
        let (isBroken, isAway) = state.withLock { ($0.isBroken, $0.isAway) }
        let meets = isAway ? Fault(kind: .restarts, phase: .tcpConnect) : isBroken ? faultOfBeginning : nil
        let peer = MemoryPeer(script: meets?.script ?? .init(), signal: signal, clock: clock)
        if let meets { peer.look { $0.arm(meets) } }
        // A server that restarts is away from the moment it goes.
        if isBroken, fault.kind == .restarts {
            state.withLock { $0.isAway = $0.peers.count > 1 || fault.phase == .tcpConnect }
        }
        state.withLock { $0.peers.append(peer) }
        return MemoryLink(peer)
    }

    /// What connections that begin now meet.
    private var faultOfBeginning: Fault? {
        switch fault.phase {
        case .tcpConnect, .handshake, .connect, .createStream, .publish: return fault
        case .duringStop: return nil
        case .midStream:
            switch fault.kind {
            // A frozen process: the kernel accepts, nobody speaks.
            case .stalls: return Fault(kind: .stalls, phase: .handshake)
            case .blackHoles, .restarts: return Fault(kind: fault.kind, phase: .tcpConnect)
            case .refusesAuthentication: return Fault(kind: fault.kind, phase: .connect)
            case .nameInUse: return Fault(kind: fault.kind, phase: .publish)
            case .closes, .resets, .garbage: return nil
            }
        }
    }

    var peers: [MemoryPeer] { state.withLock { $0.peers } }

    /// The fault begins.
    func breakNow() {
        state.withLock { $0.isBroken = true }
        let fault = fault
        peers.last?.with { state in
            switch fault.phase {
            case .midStream: state.spring(fault.kind)
            case .duringStop: state.trap = fault
            case .tcpConnect, .handshake, .connect, .createStream, .publish: state.spring(.resets)
            }
            // What hangs while good-byes are said hangs from now on.
            if fault.phase == .duringStop, fault.kind == .stalls || fault.kind == .blackHoles {
                state.spring(fault.kind)
            }
        }
    }

    /// The server and the way to it are well again.
    func heal() {
        state.withLock { ($0.isBroken, $0.isAway) = (false, false) }
        for peer in peers { peer.with { $0.heal() } }
    }

    /// When the fault was first met, in milliseconds; nil before.
    var firstMet: Int64? {
        let met = fault.phase == .midStream || fault.phase == .duringStop ? peers[...] : peers.dropFirst()
        // A frozen server looks well until its kernel takes no more.
        let isFilling = fault.phase == .midStream && fault.kind == .stalls
        return met.compactMap { peer in peer.look { isFilling ? $0.fullAt : $0.sprungAt } }.min()
            .map { $0.nanoseconds / 1_000_000 }
    }
}
