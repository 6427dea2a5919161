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

    @Test("A leader that is lost is reconnecting, with its reason, until it is live again; the others do not count")
    func leaderIsLost() throws {
        var machine = try makeConnecting([1, 2])
        machine.destinationLive(1)
        machine.destinationLive(2)
        machine.destinationLost(2, error: refused)
        #expect(machine.state == .connected)
        machine.destinationLost(1, error: broken)
        #expect(machine.state == .reconnecting(broken))
        machine.destinationLive(2)
        machine.destinationLost(1, error: refused)
        #expect(machine.state == .reconnecting(refused))
        #expect(machine.leader == 1)
        machine.destinationLive(1)
        #expect(machine.state == .connected)
    }

    @Test("When the leader ends, the one that has been live longest leads, and the state is its")
    func nextLeads() throws {
        var machine = try makeConnecting([1, 2, 3])
        for id in [3, 1, 2] { machine.destinationLive(id) }
        #expect(machine.leader == 1)
        machine.destinationLost(3, error: broken)
        #expect(machine.destinationEnded(1, error: broken) == .nothing)
        #expect(machine.leader == 2)
        #expect(machine.state == .connected)
        machine.destinationLost(2, error: refused)
        #expect(machine.destinationEnded(2, error: refused) == .nothing)
        // Nobody is live: the first that is left shows its state, and leads once it is.
        #expect(machine.leader == nil)
        #expect(machine.state == .reconnecting(broken))
        machine.destinationLive(3)
        #expect(machine.leader == 3)
        #expect(machine.state == .connected)
    }

    @Test("A chosen leader leads at once, live or not, until it ends; who is not there cannot be chosen")
    func chosenLeader() throws {
        var machine = try makeConnecting([1, 2])
        machine.destinationLive(1)
        try machine.lead(2)
        #expect(machine.leader == 2)
        #expect(machine.state == .connecting(waitingFor: "encoder"))
        machine.destinationLive(2)
        #expect(machine.state == .connected)
        #expect(throws: BroadcastError.self) { try machine.lead(7) }
        #expect(machine.leader == 2)
        #expect(machine.destinationEnded(2, error: nil) == .nothing)
        #expect(machine.leader == 1)
        #expect(throws: BroadcastError.self) { try machine.lead(2) }
    }

    @Test("Of those that are live the one named first leads, whoever is faster; once lost and back, nobody takes over")
    func orderDecides() throws {
        var machine = try makeConnecting([1, 2, 3])
        machine.destinationLive(2)
        #expect(machine.leader == 2)
        machine.destinationLive(3)
        #expect(machine.leader == 2)
        machine.destinationLive(1)
        #expect(machine.leader == 1)
        machine.destinationLost(1, error: refused)
        #expect(machine.leader == 1)
        #expect(machine.destinationEnded(1, error: refused) == .nothing)
        #expect(machine.leader == 2)
        machine.destinationLost(2, error: refused)
        machine.destinationLive(2)
        #expect(machine.leader == 2)
        try machine.lead(3)
        machine.destinationLost(2, error: refused)
        machine.destinationLive(2)
        #expect(machine.leader == 3)
    }

    @Test("What could not be reached yet and is tried again is still connecting")
    func keepsTrying() throws {
        var machine = try makeConnecting()
        machine.destinationLost(1, error: refused)
        #expect(machine.state == .connecting(waitingFor: "next attempt"))
        #expect(machine.leader == nil)
        machine.destinationLive(1)
        #expect(machine.state == .connected)
    }

    @Test("A destination joins a stream, or starts one; not one that is ending")
    func joins() throws {
        var machine = StreamStateMachine()
        try machine.add(1, waitingFor: "encoder")
        #expect(machine.state == .connecting(waitingFor: "encoder"))
        machine.destinationLive(1)
        try machine.add(2, waitingFor: "encoder")
        #expect(machine.state == .connected)
        #expect(machine.destinationEnded(1, error: nil) == .nothing)
        #expect(machine.state == .connecting(waitingFor: "encoder"))
        machine.destinationLive(2)
        #expect(machine.stop() == .disconnect)
        #expect(throws: BroadcastError.self) { try machine.add(3, waitingFor: "encoder") }
        machine.stopped()
        #expect(machine.leader == nil)
    }

    @Test("The last destination that is taken away by request ends the stream without a failure")
    func removedLast() throws {
        var machine = try makeConnecting([1, 2])
        machine.destinationLive(2)
        #expect(machine.destinationEnded(1, error: refused) == .nothing)
        #expect(machine.destinationEnded(2, error: nil) == .tearDown)
        #expect(machine.state == .idle)
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
