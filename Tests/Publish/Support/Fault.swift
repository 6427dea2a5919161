import OnAirMedia
import OnAirSystem
import OnAirTestKit
import OnAirWire

/// What a server or the way to it does wrong, and when.
struct Fault: Hashable, Sendable {
    enum Kind: String, CaseIterable, Sendable {
        case closes
        case resets
        case stalls
        case blackHoles = "black-holes"
        case garbage = "answers garbage"
        case refusesAuthentication = "refuses authentication"
        case nameInUse = "name in use"
        case restarts
    }

    enum Phase: String, CaseIterable, Sendable {
        case tcpConnect = "TCP connect"
        case handshake
        case connect
        case createStream
        case publish
        case midStream = "mid-stream"
        case duringStop = "during stop"
    }

    let kind: Kind
    let phase: Phase

    static let all = Phase.allCases.flatMap { phase in Kind.allCases.map { Fault(kind: $0, phase: phase) } }

    static let refusal: AMF0String = "[ AccessManager.Reject ] : [ authmod=adobe ] : ?reason=authfailed"
    static let badName: AMF0String = "NetStream.Publish.BadName"

    /// How a server answers that refuses in this phase.
    var script: RTMPServerScript {
        var script = RTMPServerScript()
        let reply: RTMPServerScript.Reply
        switch kind {
        case .refusesAuthentication: reply = .reject(code: "NetConnection.Connect.Rejected", text: Self.refusal)
        case .nameInUse: reply = .reject(code: Self.badName, text: "already publishing")
        default: return script
        }
        switch phase {
        case .connect: script.connect = reply
        // The name is checked at FCPublish, and told by onStatus.
        case .createStream: script.createStream = kind == .nameInUse ? .silence : reply
        case .publish: script.publish = reply
        case .tcpConnect, .handshake, .midStream, .duringStop: break
        }
        return script
    }
}

// The numbers of Linux (errno(3)), spelled out so that this file needs no C library.
private let connectionReset: Int32 = 104
private let connectionRefused: Int32 = 111
private let hostUnreachable: Int32 = 113

extension MemoryPeer.State {
    /// Makes the peer one that meets the next connection with this fault.
    mutating func arm(_ fault: Fault) {
        guard fault.phase == .tcpConnect else {
            trap = fault
            return
        }
        sprungAt = clock.now
        switch fault.kind {
        // Who refuses by address hangs up right after accepting.
        case .closes, .nameInUse: hasEnded = true
        case .resets, .restarts: connectError = SystemError(number: connectionRefused, while: "connect to host")
        case .stalls, .blackHoles: reaches = .connecting
        case .garbage: spring(.garbage)
        // A firewall forbids.
        case .refusesAuthentication: connectError = SystemError(number: hostUnreachable, while: "connect to host")
        }
    }

    mutating func springWhereReached() {
        guard let trap, sprungAt == nil, hasReached(trap.phase) else { return }
        sprungAt = clock.now
        // Refusals are in the script, except where it has none.
        let isScripted =
            [.connect, .publish].contains(trap.phase) || trap.phase == .createStream && trap.kind != .nameInUse
        if trap.kind == .refusesAuthentication || trap.kind == .nameInUse, isScripted { return }
        spring(trap.phase == .handshake && trap.kind == .nameInUse ? .closes : trap.kind)
    }

    private func hasReached(_ phase: Fault.Phase) -> Bool {
        switch phase {
        case .tcpConnect, .midStream: false
        case .handshake: heard >= 1537
        case .connect: hasHeard("connect")
        case .createStream: hasHeard("createStream")
        case .publish: hasHeard("publish")
        case .duringStop: server.messages.last.flatMap { RTMPCommand($0) }?.name == "deleteStream"
        }
    }

    private func hasHeard(_ name: AMF0String) -> Bool { server.commands.contains { $0.name == name } }

    /// Does it now.
    mutating func spring(_ kind: Fault.Kind) {
        if sprungAt == nil { sprungAt = clock.now }
        switch kind {
        case .closes, .restarts:
            server.output.removeAll()
            hasEnded = true
        case .resets: breaks = SystemError(number: connectionReset, while: "receive from host")
        case .stalls, .blackHoles:
            isWithheld = true
            isReading = false
            kernelBuffer = kind == .stalls ? 50_000 : 0
        case .garbage:
            server.output.removeAll()
            isSilent = true
            var random = SeededGenerator(seed: 7)
            garbage = (0..<4096).map { _ in UInt8.random(in: 0...255, using: &random) }
        case .refusesAuthentication:
            // Before commands are understood, all it can do is hang up.
            guard !server.messages.isEmpty else { return spring(.closes) }
            server.sendStatus(level: "error", code: "NetConnection.Connect.Rejected", text: Fault.refusal)
            hasEnded = true
        case .nameInUse:
            server.sendStatus(level: "error", code: Fault.badName, text: "already publishing")
            hasEnded = true
        }
    }

    /// What hung goes on.
    mutating func heal() {
        isReading = true
        isWithheld = false
        kernelBuffer = 0
        if reaches == .connecting { dialsLost = dials }
    }
}
