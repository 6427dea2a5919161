import OnAir
import Testing

@Suite struct CaptureStateMachineTests {
    private let busy = BroadcastError(code: .init(rawValue: "device-busy"), message: "busy")

    private func makeCapturing() throws -> CaptureStateMachine {
        var machine = CaptureStateMachine()
        try machine.start()
        _ = machine.opened()
        return machine
    }

    @Test("The plain way: idle, opening, capturing, closing, idle")
    func plainWay() throws {
        var machine = CaptureStateMachine()
        try machine.start()
        #expect(machine.state == .opening)
        #expect(machine.opened() == .run)
        #expect(machine.state == .capturing)
        #expect(machine.stop() == .close)
        #expect(machine.state == .closing)
        machine.closed()
        #expect(machine.state == .idle)
    }

    @Test("Starting while it opens, runs or closes is an error and changes nothing")
    func impossibleStarts() throws {
        var machine = CaptureStateMachine()
        try machine.start()
        for expected in [CaptureState.opening, .capturing, .closing] {
            #expect(machine.state == expected)
            #expect(throws: BroadcastError.self) { try machine.start() }
            #expect(machine.state == expected)
            if expected == .opening { _ = machine.opened() } else { _ = machine.stop() }
        }
    }

    @Test("A stop while opening lets go of what is opened, or forgets why it was not, and ends idle")
    func stopWhileOpening() throws {
        var machine = CaptureStateMachine()
        try machine.start()
        #expect(machine.stop() == .wait)
        #expect(machine.opened() == .letGo)
        #expect(machine.state == .idle)
        try machine.start()
        #expect(machine.stop() == .wait)
        machine.openFailed(busy)
        #expect(machine.state == .idle)
    }

    @Test("A failure to open is a state with its reason, from which a start or a stop leads on")
    func openFailure() throws {
        var machine = CaptureStateMachine()
        try machine.start()
        machine.openFailed(busy)
        #expect(machine.state == .failed(busy))
        #expect(machine.stop() == .nothing)
        #expect(machine.state == .idle)
        try machine.start()
        machine.openFailed(busy)
        try machine.start()
        #expect(machine.opened() == .run)
    }

    @Test("A lost device closes everything and leaves its reason, unless a stop came on top")
    func loss() throws {
        var machine = try makeCapturing()
        #expect(machine.lost(busy) == .close)
        #expect(machine.state == .closing)
        #expect(machine.lost(busy) == .nothing)
        machine.closed()
        #expect(machine.state == .failed(busy))

        machine = try makeCapturing()
        _ = machine.lost(busy)
        #expect(machine.stop() == .wait)
        machine.closed()
        #expect(machine.state == .idle)
    }

    @Test("News that come too late change nothing")
    func lateNews() throws {
        var machine = CaptureStateMachine()
        machine.closed()
        machine.openFailed(busy)
        #expect(machine.opened() == .letGo)
        #expect(machine.lost(busy) == .nothing)
        #expect(machine.stop() == .nothing)
        #expect(machine.state == .idle)
    }
}
