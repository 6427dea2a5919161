import OnAir
import Testing

@Suite struct CaptureStateMachineTests {
    private let busy = BroadcastError(code: .init(rawValue: "device-busy"), message: "busy")

    @Test("The plain way: idle, capturing, closing, idle")
    func plainWay() throws {
        var machine = CaptureStateMachine()
        try machine.start()
        #expect(machine.state == .capturing)
        #expect(machine.stop() == .close)
        #expect(machine.state == .closing)
        machine.closed()
        #expect(machine.state == .idle)
    }

    @Test("Starting while it runs or closes is an error and changes nothing")
    func impossibleStarts() throws {
        var machine = CaptureStateMachine()
        try machine.start()
        #expect(throws: BroadcastError.self) { try machine.start() }
        #expect(machine.state == .capturing)
        _ = machine.stop()
        #expect(throws: BroadcastError.self) { try machine.start() }
        #expect(machine.state == .closing)
    }

    @Test("A failure is a state with its reason, from which a start or a stop leads on")
    func failure() throws {
        var machine = CaptureStateMachine()
        try machine.start()
        machine.failed(busy)
        #expect(machine.state == .failed(busy))
        #expect(machine.stop() == .nothing)
        #expect(machine.state == .idle)
        try machine.start()
        machine.failed(busy)
        try machine.start()
        #expect(machine.state == .capturing)
    }

    @Test("A failure that comes while closing does not stop the closing")
    func failureWhileClosing() throws {
        var machine = CaptureStateMachine()
        try machine.start()
        _ = machine.stop()
        machine.failed(busy)
        #expect(machine.state == .closing)
    }
}
