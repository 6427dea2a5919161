import Foundation
import Glibc
import OnAir
import OnAirTestKit
import Testing

/// The kit on its real threads and clock, against peers on loopback. Wall-clock limits are asserted at three times.
@Suite("StreamerKit", .serialized)
struct StreamerKitTests {
    /// A small and cheap broadcast.
    private static func makeConfiguration() -> BroadcastConfiguration {
        var configuration = BroadcastConfiguration(profile: .p360n3)
        configuration.video.captureSize = PictureSize(width: 320, height: 180)
        configuration.video.streamSize = PictureSize(width: 320, height: 180)
        configuration.video.preset = "ultrafast"
        return configuration
    }

    private func address(port: UInt16) throws -> StreamAddress {
        try StreamAddress("rtmp://127.0.0.1:\(port)/live/key")
    }

    /// Runs `body` and expects it to take at most three times `milliseconds`.
    private func expectWithin(
        _ milliseconds: Int, at location: SourceLocation = #_sourceLocation, _ body: () async -> Void
    ) async {
        let clock = ContinuousClock()
        let taken = await clock.measure(body)
        #expect(taken <= .milliseconds(3 * milliseconds), "took \(taken)", sourceLocation: location)
    }

    private func expectError(
        _ code: String, at location: SourceLocation = #_sourceLocation, _ body: () async throws(BroadcastError) -> Void
    ) async {
        do throws(BroadcastError) {
            try await body()
            Issue.record("no error where \(code) was expected", sourceLocation: location)
        } catch {
            #expect(error.code == code, sourceLocation: location)
            #expect(!error.message.isEmpty, sourceLocation: location)
        }
    }

    @Test("Streaming or recording without capture is refused and changes nothing")
    func needsCapture() async throws {
        let kit = StreamerKit(configuration: Self.makeConfiguration())
        let somewhere = try address(port: 1)
        await expectError("invalid-state") { () throws(BroadcastError) in try await kit.startStream(to: [somewhere]) }
        await expectError("invalid-state") { () throws(BroadcastError) in
            _ = try await kit.startRecording(to: "/nowhere.flv")
        }
        #expect(await kit.streamState == .idle)
        #expect(await kit.captureState == .idle)
        await kit.stopStream()
        await kit.stopCapture()
    }

    @Test("A camera that is not there is a state with its reason, and another choice starts")
    func missingCamera() async throws {
        var configuration = Self.makeConfiguration()
        configuration.camera = .file(path: "/no/such/file.mp4")
        let kit = StreamerKit(configuration: configuration)
        await expectError("device-missing") { () throws(BroadcastError) in try await kit.startCapture() }
        guard case .failed(let error) = await kit.captureState else {
            Issue.record("capture should have failed")
            return
        }
        #expect(error.code == "device-missing")
        try await kit.configure { $0.camera = .simulated }
        try await kit.startCapture()
        #expect(await kit.captureState == .capturing)
        await kit.stopCapture()
        #expect(await kit.captureState == .idle)
    }

    @Test("Starting capture twice is refused; the first goes on")
    func startsTwice() async throws {
        let kit = StreamerKit(configuration: Self.makeConfiguration())
        try await kit.startCapture()
        await expectError("invalid-state") { () throws(BroadcastError) in try await kit.startCapture() }
        #expect(await kit.captureState == .capturing)
        await kit.stopCapture()
    }

    @Test("A refused server fails the stream with one clear reason; capture goes on and a new start is possible")
    func refused() async throws {
        let kit = StreamerKit(configuration: Self.makeConfiguration())
        let events = await kit.events()
        try await kit.startCapture()
        // A port that was free a moment ago: nobody listens there.
        let port = try #require(LoopbackListener()).port
        let dead = try address(port: port)
        for _ in 0..<2 {
            await expectError("connection-refused") { () throws(BroadcastError) in try await kit.startStream(to: [dead])
            }
            guard case .failed = await kit.streamState else {
                Issue.record("the stream should have failed")
                return
            }
        }
        #expect(await kit.captureState == .capturing)
        await kit.stopCapture()
        var endings: [Int] = []
        for await event in events {
            if case .output(let status) = event, case .ended(let error) = status.state {
                #expect(error?.code == "connection-refused")
                endings.append(status.id)
            }
            if event == .capture(.idle) { break }
        }
        #expect(endings == [1, 2])
    }

    @Test("A stop cancels a start that waits for a silent server, within a second")
    func stopCancelsStart() async throws {
        let listener = try #require(LoopbackListener())
        let kit = StreamerKit(configuration: Self.makeConfiguration())
        let events = await kit.events()
        try await kit.startCapture()
        let silent = try address(port: listener.port)
        let start = Task { try await kit.startStream(to: [silent]) }
        for await event in events {
            if event == .stream(.connecting(waitingFor: "handshake")) { break }
        }
        await expectWithin(1000) { await kit.stopStream() }
        await #expect {
            try await start.value
        } throws: { error in
            (error as? BroadcastError)?.code == "cancelled"
        }
        #expect(await kit.streamState == .idle)
        await expectWithin(1000) { await kit.stopCapture() }
    }

    @Test("A recording outlives the stream, and every event comes in order")
    func recordingOutlivesStream() async throws {
        let folder = try ScratchFolder()
        let path = folder.url.appending(path: "a.flv").path
        let server = try #require(LoopbackServer())
        let kit = StreamerKit(configuration: Self.makeConfiguration())
        let events = await kit.events()
        try await kit.startCapture()
        let recording = try await kit.startRecording(to: path)
        try await kit.startStream(to: [try address(port: server.port)])
        #expect(await kit.streamState == .connected)
        await kit.stopStream()
        #expect(await kit.outputStatus.first { $0.id == recording }?.state == .live)
        await kit.stopRecording(recording)
        await kit.stopCapture()

        var capture: [String] = []
        var stream: [String] = []
        var recorded: [String] = []
        for await event in events {
            switch event {
            case .capture(let state): capture.append(state.name)
            case .stream(let state): if stream.last != state.name { stream.append(state.name) }
            case .output(let status) where status.id == recording: recorded.append(status.state.name)
            case .output, .device, .network, .leader, .encoderLoad, .layerLost, .statistics: break
            case .missed(let count): Issue.record("missed \(count)")
            }
            if event == .capture(.idle) { break }
        }
        #expect(capture == ["opening", "capturing", "closing", "idle"])
        #expect(stream == ["connecting", "connected", "disconnecting", "idle"])
        #expect(recorded == ["connecting", "live", "ended"])
    }

    @Test("What may change while live does; what may not is refused and changes nothing")
    func configuresLive() async throws {
        let kit = StreamerKit(configuration: Self.makeConfiguration())
        try await kit.startCapture()
        try await kit.configure {
            $0.audio.isMuted = true
            $0.video.isStreamMirrored = true
            $0.video.bitrate = 300_000
        }
        #expect(await kit.configuration.video.bitrate == 300_000)
        await expectError("invalid-state") { () throws(BroadcastError) in
            try await kit.configure {
                $0.audio.isMuted = false
                $0.video.frameRate = FrameRate(30)
            }
        }
        #expect(await kit.configuration.audio.isMuted)
        #expect(await kit.configuration.video.frameRate == FrameRate(15))
        await expectError("invalid-configuration") { () throws(BroadcastError) in
            try await kit.configure { $0.video.bitrate = 1 }
        }
        await kit.stopCapture()
    }

    @Test("Stopping the stream does not disturb a capture or a recording that is starting")
    func stopStreamWhileStarting() async throws {
        let folder = try ScratchFolder()
        let kit = StreamerKit(configuration: Self.makeConfiguration())
        let start = Task { try await kit.startCapture() }
        while await kit.captureState == .idle { await Task.yield() }
        await kit.stopStream()
        try await start.value
        #expect(await kit.captureState == .capturing)
        let path = folder.url.appending(path: "a.flv").path
        let record = Task { try await kit.startRecording(to: path) }
        await kit.stopStream()
        let id = try await record.value
        #expect(await kit.outputStatus.first { $0.id == id }?.state.name != "ended")
        await kit.stopCapture()
        #expect(await kit.captureState == .idle)
    }

    @Test("A stop while devices open, whether they could be or not, ends idle and lets a new start in")
    func stopWhileOpening() async throws {
        for camera in [DeviceChoice.simulated, .file(path: "/no/such/file")] {
            var configuration = Self.makeConfiguration()
            configuration.camera = camera
            let kit = StreamerKit(configuration: configuration)
            let start = Task { try await kit.startCapture() }
            while await kit.captureState == .idle { await Task.yield() }
            await kit.stopCapture()
            _ = await start.result
            let state = await kit.captureState
            // The opening may have ended before the stop came.
            #expect(state == .idle, "\(camera)")
            try await kit.configure { $0.camera = .simulated }
            try await kit.startCapture()
            await kit.stopCapture()
        }
    }

    @Test(
        "A camera that is lost while live is told, its last picture goes on, and it resumes when it is back",
        .timeLimit(.minutes(1)))
    func lostCamera() async throws {
        let folder = try ScratchFolder()
        var configuration = Self.makeConfiguration()
        let clip = try VirtualBroadcast(configuration, seconds: 1, into: folder).file
        let content = try Data(contentsOf: clip)
        configuration.camera = .file(path: clip.path)
        let server = try #require(LoopbackServer())
        let kit = StreamerKit(configuration: configuration)
        let events = await kit.events()
        try await kit.startCapture()
        await expectError("file-in-use") { () throws(BroadcastError) in
            _ = try await kit.startRecording(to: clip.path)
        }
        try await kit.startStream(to: [try address(port: server.port)])
        // Nothing is left to play at the next loop.
        #expect(truncate(clip.path, 0) == 0)
        var lost: DeviceStatus?
        var repeated: Int64 = 0
        for await event in events {
            switch event {
            case .device(let status):
                if case .interrupted = status.state, lost == nil { lost = status }
                if lost != nil, status.state == .running { break }
                continue
            case .statistics(let now) where lost != nil:
                // Viewers get pictures all the same; then the file comes back.
                if now.pictures.repeated > repeated + 5 { try content.write(to: clip) }
                repeated = now.pictures.repeated
                continue
            case .capture, .stream, .output, .network, .leader, .encoderLoad, .layerLost, .statistics, .missed: continue
            }
            break
        }
        guard case .interrupted(let error)? = lost?.state else {
            Issue.record("the loss was not told")
            return
        }
        #expect(error.broadcastCode == .deviceLost || error.broadcastCode == .deviceUnusable)
        #expect(lost?.mediaType == .video && lost?.id == "file:\(clip.path)")
        #expect(await kit.captureState == .capturing)
        #expect(await kit.streamState == .connected)
        await kit.stopCapture()
        #expect(await kit.captureState == .idle)
    }

    @Test("A recording to a file that the broadcast itself uses is refused, however its path is written")
    func fileInUse() async throws {
        let folder = try ScratchFolder()
        let kit = StreamerKit(configuration: Self.makeConfiguration())
        try await kit.startCapture()
        let path = folder.url.appending(path: "a.flv").path
        let again = folder.url.path + "/./a.flv"
        try await kit.startRecording(to: path)
        await expectError("file-in-use") { () throws(BroadcastError) in _ = try await kit.startRecording(to: again) }
        await kit.stopCapture()
    }

    @Test("Whatever eight callers do at once, the kit ends as its last events say, and can start again")
    func storm() async throws {
        let (events, capture, stream) = try await endOfStorm()
        // The kit is gone, so its events end.
        var last: (capture: CaptureState, stream: StreamState) = (.idle, .idle)
        for await event in events {
            switch event {
            case .capture(let state): last.capture = state
            case .stream(let state): last.stream = state
            case .output, .device, .network, .leader, .encoderLoad, .layerLost, .statistics, .missed: break
            }
        }
        #expect(capture == .idle)
        #expect(last.capture == capture)
        #expect(last.stream == stream)
    }

    private func endOfStorm() async throws -> (AsyncStream<BroadcastEvent>, CaptureState, StreamState) {
        let folder = try ScratchFolder()
        let kit = StreamerKit(configuration: Self.makeConfiguration())
        let events = await kit.events()
        let dead = try address(port: try #require(LoopbackListener()).port)
        let prefix = folder.url.path
        await withTaskGroup(of: Void.self) { group in
            for caller in 0..<8 {
                group.addTask {
                    var random = SeededGenerator(seed: UInt64(caller) + 20_261_130)
                    for round in 0..<40 {
                        switch Int.random(in: 0..<7, using: &random) {
                        case 0, 1: try? await kit.startCapture()
                        case 2: await kit.stopCapture()
                        case 3: try? await kit.startStream(to: [dead])
                        case 4: await kit.stopStream()
                        case 5: _ = try? await kit.startRecording(to: "\(prefix)/\(caller)-\(round).flv")
                        default: try? await kit.configure { $0.audio.isMuted.toggle() }
                        }
                    }
                }
            }
        }
        await kit.stopCapture()
        #expect(await !kit.outputStatus.contains { $0.state.name != "ended" })
        try await kit.startCapture()
        await kit.stopCapture()
        return await (events, kit.captureState, kit.streamState)
    }

    // In a process of its own: what suites beside it open and close would count too.
    @Test("Letting go of a running kit ends its stages")
    func lettingGo() async {
        await #expect(processExitsWith: .success) { try await Self.letGo() }
    }

    private static func letGo() async throws {
        var first = 0
        for round in 0..<30 {
            weak var gone: StreamerKit?
            let events: AsyncStream<BroadcastEvent>
            do {
                let kit = StreamerKit(configuration: makeConfiguration())
                gone = kit
                events = await kit.events()
                try await kit.startCapture()
            }
            for await _ in events {}  // ends with the kit
            #expect(gone == nil)
            if round == 0 { first = openDescriptors() }
        }
        // Each stage holds a descriptor to be woken by: one stage of a kit that stayed would make twenty-nine. The last
        // ones end on their own threads, and a process opens some for itself in its first moments.
        let clock = ContinuousClock()
        let limit = clock.now + .seconds(3)
        while openDescriptors() > first + 10, clock.now < limit { sched_yield() }
        let last = openDescriptors()
        #expect(last <= first + 10, "\(first) → \(last)")
    }

    @Test("Thirty rounds of start and stop leave no descriptor behind")
    func rounds() async {
        await #expect(processExitsWith: .success) { try await Self.goRound() }
    }

    private static func goRound() async throws {
        let kit = StreamerKit(configuration: Self.makeConfiguration())
        var counts: [Int] = []
        for _ in 0..<30 {
            let server = try #require(LoopbackServer())
            try await kit.startCapture()
            try await kit.startStream(to: [try StreamAddress("rtmp://127.0.0.1:\(server.port)/live/key")])
            await kit.stopCapture()
            await server.waitUntilOver()
            counts.append(openDescriptors())
        }
        // The last threads of a round may still be ending; a leak of one a round would be 27.
        #expect(try #require(counts.last) <= counts[2] + 5, "\(counts)")
    }
}

private func openDescriptors() -> Int {
    guard let folder = opendir("/proc/self/fd") else { return 0 }
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil { count += 1 }
    return count
}
