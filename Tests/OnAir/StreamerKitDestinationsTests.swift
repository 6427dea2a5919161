import Foundation
import OnAir
import OnAirMedia
import OnAirTestKit
import OnAirWire
import Testing

/// Destinations of a kit on its real threads and clock, against peers on loopback. Wall-clock limits are asserted at three
/// times.
@Suite("Destinations of a kit", .serialized, .timeLimit(.minutes(1)))
struct StreamerKitDestinationsTests {
    private func makeKit(_ change: (inout BroadcastConfiguration) -> Void = { _ in }) -> StreamerKit {
        var configuration = BroadcastConfiguration(profile: .p360n3)
        configuration.camera = .simulated
        configuration.microphone = .simulated
        configuration.video.captureSize = PictureSize(width: 320, height: 180)
        configuration.video.streamSize = PictureSize(width: 320, height: 180)
        configuration.video.preset = "ultrafast"
        change(&configuration)
        return StreamerKit(configuration: configuration)
    }

    private static func address(_ server: LoopbackServer) throws -> StreamAddress {
        try StreamAddress("rtmp://127.0.0.1:\(server.port)/live/key")
    }

    private func deadAddress() throws -> StreamAddress {
        let port = try #require(LoopbackListener()).port
        return try StreamAddress("rtmp://127.0.0.1:\(port)/live/key")
    }

    /// Gives another address for each attempt, or an error where there is none.
    private final class Addresses: StreamAddressProvider {
        private struct NoAddress: Error { let token = "canary" }
        private let given: [StreamAddress?]
        let asked = Lock<[Int]>([])

        init(_ given: [StreamAddress?]) { self.given = given }

        func address(attempt: Int) async throws -> StreamAddress {
            let index = asked.withLock { asked in
                asked.append(attempt)
                return asked.count - 1
            }
            guard index < given.count, let address = given[index] else { throw NoAddress() }
            return address
        }
    }

    /// Never answers; notices when nobody wants to know any more.
    private final class SilentProvider: StreamAddressProvider {
        let wasCancelled = Lock(false)
        let isAsked = AsyncStream.makeStream(of: Void.self)

        func address(attempt: Int) async throws -> StreamAddress {
            isAsked.continuation.yield()
            let (never, _) = AsyncStream.makeStream(of: Void.self)
            for await _ in never {}
            wasCancelled.withLock { $0 = Task.isCancelled }
            throw CancellationError()
        }
    }

    /// The next event that `match` makes something of.
    private func next<Value>(
        _ events: inout AsyncStream<BroadcastEvent>.Iterator, _ match: (BroadcastEvent) -> Value?
    ) async -> Value? {
        while let event = await events.next() {
            if let value = match(event) { return value }
        }
        return nil
    }

    private func state(of id: Int, _ name: String) -> (BroadcastEvent) -> OutputStatus? {
        { event in
            guard case .output(let status) = event, status.id == id, status.state.name == name else { return nil }
            return status
        }
    }

    @Test("Destinations come and go while others do not notice; the next one leads when the leader ends")
    func comesAndGoes() async throws {
        let (one, two) = (try #require(LoopbackServer()), try #require(LoopbackServer()))
        let kit = makeKit()
        var events = await kit.events().makeAsyncIterator()
        try await kit.startCapture()
        // Where there is no stream, the first one starts it.
        var named = DestinationSettings()
        named.name = "main"
        let first = try await kit.addDestination(try Self.address(one), settings: named)
        #expect(await next(&events, state(of: first, "live"))?.name == "main")
        #expect(await next(&events) { if case .leader(let id) = $0 { id } else { nil } } == first)
        #expect(await kit.streamState == .connected)
        let second = try await kit.addDestination(try Self.address(two))
        #expect(await next(&events, state(of: second, "live")) != nil)
        #expect(await kit.leader == first)
        // Figures follow events within a step of the destination's thread.
        _ = await next(&events) { if case .statistics = $0 { true } else { nil } }
        let now = await kit.currentStatistics()
        #expect(now.leader == first && now.outputs.map(\.isLeader) == [true, false])
        #expect(now.outputs.allSatisfy { $0.attempts == 1 && $0.state == "live" })

        await kit.removeDestination(first)
        #expect(await kit.outputStatus.first { $0.id == first }?.state == .ended(nil))
        #expect(await kit.leader == second)
        #expect(await kit.streamState == .connected)
        #expect(await next(&events) { if case .leader(let id) = $0 { id } else { nil } } == second)
        // The second goes on for a while, then it is the last one.
        _ = await next(&events) { if case .statistics = $0 { true } else { nil } }
        _ = await next(&events) { if case .statistics = $0 { true } else { nil } }
        await kit.removeDestination(second)
        #expect(await kit.streamState == .idle)
        #expect(await kit.leader == nil)
        await kit.stopCapture()
        await two.waitUntilOver()
        #expect(two.fault == nil)
        // 15 pictures a second on the grid: none is missing where the other destination went.
        let times = two.media.filter { $0.type == .video && $0.payload[1] == 1 }.map(\.timestamp)
        #expect(times.count > 15)
        #expect(zip(times, times.dropFirst()).allSatisfy { (66...67).contains($1 - $0) })
    }

    @Test("A lost server is tried again at an address asked for anew: it begins with an IDR, and the recording goes on")
    func comesBack() async throws {
        let folder = try ScratchFolder()
        let file = folder.url.appending(path: "a.flv")
        let one = try #require(LoopbackServer(.resettingAfter(bytes: 40_000)))
        let two = try #require(LoopbackServer())
        let provider = Addresses([try Self.address(one), nil, try Self.address(two)])
        let kit = makeKit { $0.reconnectDelay = 0.1 }
        var events = await kit.events().makeAsyncIterator()
        try await kit.startCapture()
        try await kit.startRecording(to: file.path)
        try await kit.startStream(to: [StreamDestination(askedOf: provider)])
        let states = await collect(&events) { $0.last == .connected && $0.contains { $0.name == "reconnecting" } }
        // Lost, then without an address, then live again.
        #expect(states.map(\.name).filter { $0 == "reconnecting" }.count >= 2)
        let reasons = states.compactMap { state in state.error?.code }
        #expect(reasons.contains("address-missing"))
        #expect(states.allSatisfy { $0.error?.description.contains("canary") != true })
        _ = await next(&events) { if case .statistics = $0 { true } else { nil } }
        let now = await kit.currentStatistics()
        let destination = try #require(now.outputs.first { $0.kind == .destination })
        #expect(destination.attempts == 3 && destination.reconnects == 1 && now.reconnects == 1)
        #expect(destination.lastError == "address-missing")
        #expect(provider.asked.withLock { $0 } == [1, 2, 3])
        await kit.stopCapture()
        await two.waitUntilOver()
        #expect(two.fault == nil)
        // FLV E.4.3.1: 0x17 is a keyframe of AVC; the second byte 0 is its header, 1 a picture.
        let video = two.media.filter { $0.type == .video }.map { Array($0.payload.prefix(2)) }
        #expect(Array(video.prefix(2)) == [[0x17, 0], [0x17, 1]])
        let recorded = try FLVTags(Data(contentsOf: file)).filter { $0.isVideo && $0.isPicture }.map(\.time)
        #expect(zip(recorded, recorded.dropFirst()).allSatisfy { (66...67).contains($1 - $0) })
    }

    private func collect(
        _ events: inout AsyncStream<BroadcastEvent>.Iterator, until isDone: ([StreamState]) -> Bool
    ) async -> [StreamState] {
        var states: [StreamState] = []
        while !isDone(states), let event = await events.next() {
            if case .stream(let state) = event { states.append(state) }
        }
        return states
    }

    @Test("With reconnecting turned off, even while it is live, a lost server ends the stream with its reason")
    func givesUp() async throws {
        let server = try #require(LoopbackServer(.resettingAfter(bytes: 40_000)))
        let kit = makeKit()
        var events = await kit.events().makeAsyncIterator()
        try await kit.startCapture()
        try await kit.startStream(to: [try Self.address(server)])
        try await kit.configure { $0.reconnectAttempts = .limited(0) }
        let states = await collect(&events, until: { $0.last?.name == "failed" })
        #expect(states.last?.error?.code == "connection-broken")
        #expect(!states.contains { $0.name == "reconnecting" })
        await kit.stopCapture()
    }

    @Test("A stop ends what waits between two attempts, or for an address, within a second")
    func stopsWhileWaiting() async throws {
        var settings = DestinationSettings()
        settings.keepsTrying = true
        settings.reconnectDelay = 60
        let provider = SilentProvider()
        let kit = makeKit()
        var events = await kit.events().makeAsyncIterator()
        try await kit.startCapture()
        let waiting = try await kit.addDestination(try deadAddress(), settings: settings)
        let lost = await next(&events, state(of: waiting, "reconnecting"))
        guard case .reconnecting(let error, let milliseconds)? = lost?.state else {
            Issue.record("it should wait for its next attempt")
            return
        }
        #expect(error.code == "connection-refused" && milliseconds > 50_000)
        #expect(await kit.streamState == .connecting(waitingFor: "next attempt"))
        let asking = try await kit.addDestination(StreamDestination(askedOf: provider, settings: settings))
        for await _ in provider.isAsked.stream { break }
        let taken = await ContinuousClock().measure { await kit.stopStream() }
        #expect(taken < .seconds(3))
        #expect(await kit.streamState == .idle)
        let ended = await kit.outputStatus.filter { [waiting, asking].contains($0.id) }.map(\.state)
        #expect(ended == [.ended(nil), .ended(nil)])
        while !provider.wasCancelled.withLock({ $0 }) { await Task.yield() }
        await kit.stopCapture()
    }

    @Test("Cancelling the task that waits for a silent server stops the stream")
    func cancelled() async throws {
        let listener = try #require(LoopbackListener())
        let address = try StreamAddress("rtmp://127.0.0.1:\(listener.port)/live/key")
        let kit = makeKit()
        var events = await kit.events().makeAsyncIterator()
        try await kit.startCapture()
        let start = Task { try await kit.startStream(to: [address]) }
        _ = await next(&events) { $0 == .stream(.connecting(waitingFor: "handshake")) ? true : nil }
        start.cancel()
        await #expect {
            try await start.value
        } throws: { error in
            (error as? BroadcastError)?.broadcastCode == .cancelled
        }
        #expect(await kit.streamState == .idle)
        await kit.stopCapture()
    }

    @Test("Settings out of range are refused by name, and nothing starts")
    func refusesSettings() async throws {
        let kit = makeKit()
        try await kit.startCapture()
        let somewhere = try deadAddress()
        let changes: [(inout DestinationSettings) -> Void] = [
            { $0.reconnectDelay = 0.05 }, { $0.reconnectAttempts = .limited(-1) }, { $0.queueSeconds = 0 },
            { $0.queueBytes = 1 }, { $0.connectTimeOut = 0 }, { $0.progressWarning = .nan },
            { $0.progressTimeOut = 1 },
        ]
        for change in changes {
            var settings = DestinationSettings()
            change(&settings)
            await #expect {
                try await kit.addDestination(somewhere, settings: settings)
            } throws: { error in
                (error as? BroadcastError)?.broadcastCode == .invalidConfiguration
            }
        }
        #expect(await kit.streamState == .idle)
        await kit.stopCapture()
    }
}
