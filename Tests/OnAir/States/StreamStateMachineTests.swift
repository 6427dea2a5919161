import OnAir
import Testing

@Suite struct StreamStateMachineTests {
    private let refused = BroadcastError(code: .init(rawValue: "connection-refused"), message: "refused")
    private let broken = BroadcastError(code: .init(rawValue: "connection-broken"), message: "broken")

    private func makeConnecting(_ ids: [Int] = [1]) throws -> StreamStateMachine {
        var machine = StreamStateMachine()
        try machine.start(destinations: ids, waitingFor: "encoder")
        return machine
    }

    @Test("The plain way: idle, connecting, connected, disconnecting, idle")
    func plainWay() throws {
        var machine = try makeConnecting()
        #expect(machine.state == .connecting(waitingFor: "encoder"))
        machine.waiting(for: "server")
        #expect(machine.state == .connecting(waitingFor: "server"))
        machine.destinationLive(1)
        #expect(machine.state == .connected)
        #expect(machine.stop() == .disconnect)
        #expect(machine.state == .disconnecting)
        machine.stopped()
        #expect(machine.state == .idle)
    }

    @Test("One of two destinations failing leaves the stream as it is; the last one fails it with its reason")
    func lastDestinationDecides() throws {
        var machine = try makeConnecting([1, 2])
        machine.destinationLive(1)
        #expect(machine.destinationEnded(2, error: refused) == .nothing)
        #expect(machine.state == .connected)
        #expect(machine.destinationEnded(1, error: broken) == .tearDown)
        #expect(machine.state == .failed(broken))
    }

    @Test("A destination that ends twice counts once")
    func endsOnce() throws {
        var machine = try makeConnecting([1, 2])
        #expect(machine.destinationEnded(1, error: refused) == .nothing)
        #expect(machine.destinationEnded(1, error: refused) == .nothing)
        #expect(machine.state == .connecting(waitingFor: "encoder"))
    }

    @Test("A stranger's news change nothing")
    func strangers() throws {
        var machine = try makeConnecting()
        machine.destinationLive(7)
        #expect(machine.destinationEnded(7, error: refused) == .nothing)
        #expect(machine.state == .connecting(waitingFor: "encoder"))
    }

    @Test("Starting twice, or while ending, is an error and changes nothing")
    func impossibleStarts() throws {
        var machine = try makeConnecting()
        #expect(throws: BroadcastError.self) { try machine.start(destinations: [2], waitingFor: "x") }
        #expect(machine.state == .connecting(waitingFor: "encoder"))
        _ = machine.stop()
        #expect(throws: BroadcastError.self) { try machine.start(destinations: [2], waitingFor: "x") }
        #expect(machine.state == .disconnecting)
    }

    @Test("A stop while connecting disconnects; news that come after it do not fail the stream")
    func stopWhileConnecting() throws {
        var machine = try makeConnecting()
        #expect(machine.stop() == .disconnect)
        #expect(machine.destinationEnded(1, error: refused) == .nothing)
        machine.destinationLive(1)
        #expect(machine.state == .disconnecting)
        machine.stopped()
        #expect(machine.state == .idle)
    }

    @Test("Stopping what is idle asks for nothing, what is ending for patience; stopping a failed stream makes it idle")
    func stopsWithoutEffect() throws {
        var machine = try makeConnecting()
        _ = machine.stop()
        #expect(machine.stop() == .wait)
        machine.stopped()
        #expect(machine.stop() == .nothing)
        machine.failed(broken)
        #expect(machine.state == .idle)
        try machine.start(destinations: [1], waitingFor: "encoder")
        machine.failed(broken)
        #expect(machine.state == .failed(broken))
        #expect(machine.stop() == .nothing)
        #expect(machine.state == .idle)
    }

    @Test("A failed stream can start again")
    func startsAgain() throws {
        var machine = try makeConnecting()
        _ = machine.destinationEnded(1, error: refused)
        try machine.start(destinations: [2], waitingFor: "encoder")
        machine.destinationLive(2)
        #expect(machine.state == .connected)
    }
}
