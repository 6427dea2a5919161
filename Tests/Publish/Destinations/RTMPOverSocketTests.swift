import OnAirMedia
import OnAirPublish
import OnAirTestKit
import Testing

@Suite("RTMPDestinationStage over sockets", .timeLimit(.minutes(1)))
struct RTMPOverSocketTests {
    private func address(_ port: UInt16, host: String = "127.0.0.1") throws -> RTMPAddress {
        try RTMPAddress("rtmp://\(host):\(port)/live/canary-key")
    }

    @Test("Every packet arrives, in order, and the good-byes are heard")
    func everything() async throws {
        let server = try #require(LoopbackServer(.serving))
        let destination = LiveDestination(try address(server.port, host: "localhost"))
        await destination.waitUntilPublishing()
        let packets = Packets.program(seconds: 2, videoBytes: 20_000)
        for packet in packets { destination.queue.push(packet) }
        destination.queue.close()
        await destination.events.waitForEnd()
        await server.waitUntilOver()
        #expect(destination.events.endings == [.finished])
        #expect(server.fault == nil)
        #expect(server.commands.suffix(2) == ["FCUnpublish", "deleteStream"])
        #expect(server.media.count == 3 + packets.count)
        let statistics = destination.monitor.statistics
        #expect(statistics.video.packets + statistics.audio.packets == Int64(packets.count))
        #expect(statistics.bytesUnsent == 0)
    }

    @Test("A peer that accepts and says nothing: stopped within a second")
    func silent() async throws {
        let server = try #require(LoopbackServer(.silent))
        let destination = LiveDestination(try address(server.port))
        await destination.events.wait { $0 == .state(.handshaking) }
        #expect(await destination.stopTiming() < 1000)
        #expect(destination.events.endings == [.stopped])
    }

    @Test("A peer that stops reading: the queue drops, and stopping takes less than a second")
    func deaf() async throws {
        let server = try #require(LoopbackServer(.deafAfter(bytes: 100_000)))
        let destination = LiveDestination(try address(server.port))
        await destination.waitUntilPublishing()
        for packet in Packets.program(seconds: 10, videoBytes: 40_000) { destination.queue.push(packet) }
        let time = await destination.stopTiming()
        #expect(time < 1000)
        #expect(destination.events.endings == [.stopped])
        #expect(destination.queue.dropped.video > 0)
        server.release()
    }

    @Test("A peer that stops reading is abandoned when it makes no progress")
    func stalled() async throws {
        let server = try #require(LoopbackServer(.deafAfter(bytes: 100_000)))
        var options = DestinationOptions.once
        options.progressWarning = 100
        options.progressTimeOut = 300
        let destination = LiveDestination(try address(server.port), options: options)
        await destination.waitUntilPublishing()
        for packet in Packets.program(seconds: 2, videoBytes: 40_000) { destination.queue.push(packet) }
        await destination.events.waitForEnd()
        #expect(destination.events.failure?.kind == .stalled)
        server.release()
    }

    @Test("A connection reset while writing ends it once, as broken")
    func reset() async throws {
        let server = try #require(LoopbackServer(.resettingAfter(bytes: 100_000)))
        let destination = LiveDestination(try address(server.port))
        await destination.waitUntilPublishing()
        for packet in Packets.program(seconds: 2, videoBytes: 20_000) { destination.queue.push(packet) }
        await destination.events.waitForEnd()
        #expect(destination.events.failure?.kind == .broken)
        #expect(destination.events.failure?.description.contains("canary") == false)
    }

    @Test("A port where nobody listens is refused")
    func refused() async throws {
        let port = try #require(LoopbackListener()).port
        let destination = LiveDestination(try address(port))
        await destination.events.waitForEnd()
        #expect(destination.events.failure?.kind == .refused)
        #expect(destination.events.states == [.resolving, .connecting])
    }

    @Test("A name without an address is told as such")
    func unresolvable() async throws {
        let destination = LiveDestination(try address(1935, host: "no-such-host.invalid"))
        await destination.events.waitForEnd()
        #expect(destination.events.failure?.kind == .nameNotResolved)
    }

    @Test("A host that swallows every packet: stopped at once, and given up in time if not")
    func blackHole() async throws {
        // A full backlog on loopback drops further connection requests, as a firewall would.
        let listener = try #require(LoopbackListener(backlog: 0))
        let fillers = try (0..<2).map { _ in LiveDestination(try address(listener.port)) }
        for filler in fillers { await filler.events.wait { $0 == .state(.connecting) } }
        var options = DestinationOptions.once
        options.connectTimeOut = 200
        let impatient = LiveDestination(try address(listener.port), options: options)
        await impatient.events.waitForEnd()
        #expect(impatient.events.failure?.kind == .connectTimedOut)
        let patient = LiveDestination(try address(listener.port))
        await patient.events.wait { $0 == .state(.connecting) }
        #expect(await patient.stopTiming() < 500)
        #expect(patient.events.endings == [.stopped])
        for filler in fillers { _ = await filler.stopTiming() }
    }
}
