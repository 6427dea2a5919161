import Foundation
import OnAirCapture
import OnAirMedia
import Testing

@Suite(
    "PulseMicrophone", .serialized, .timeLimit(.minutes(2)),
    .enabled(if: PrivateSoundServer.isInstalled, PrivateSoundServer.advice))
struct PulseMicrophoneTests {
    private let clock = MonotonicClock()

    private struct Block: Sendable {
        let time: HostTime
        let count: Int
        /// The first sample of each channel.
        let first: [Float]

        init(_ block: SoundBlock) {
            (time, count) = (block.captureTime, block.sampleCount)
            first = (0..<block.format.channels).map { block.withChannel($0) { $0[0] } }
        }
    }

    /// A microphone on a thread, of whose blocks something is kept.
    private final class Recording: Sendable {
        let blocks: Notes<Block> = Notes()
        let ledger = DropLedger()
        let end: SourceEnd
        let format: SoundFormat
        let handle: StageHandle
        let stop: StopRequest
        let arrivals: AsyncStream<Void>

        private final class Inlet: Outlet {
            let capacity = 256
            let blocks: Notes<Block>
            let arrived: AsyncStream<Void>.Continuation

            init(_ blocks: Notes<Block>, _ arrived: AsyncStream<Void>.Continuation) {
                (self.blocks, self.arrived) = (blocks, arrived)
            }

            func accept(_ element: SoundBlock) -> SoundBlock? {
                blocks.append(Block(element))
                arrived.yield()
                return nil
            }

            func close() { arrived.finish() }
        }

        init(_ microphone: sending any MicrophoneSource) {
            let runner = ThreadRunner()
            let signal = runner.makeSignal()
            let (arrivals, arrived) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
            self.arrivals = arrivals
            stop = StopRequest(signal: signal)
            (end, format) = (microphone.end, microphone.format)
            microphone.start(
                into: Inlet(blocks, arrived), ledger: ledger, stop: stop, at: HostTime(nanoseconds: 0))
            handle = runner.add(microphone, signal: signal)
        }

        func waitForBlocks(_ count: Int) async {
            for await _ in arrivals where blocks.all.count >= count { return }
        }

        /// Waits for its end, and returns how long it took in milliseconds.
        func waitForEnd(since start: HostTime) async -> Double {
            await withCheckedContinuation { continuation in handle.whenFinished { continuation.resume() } }
            return Double(MonotonicClock().now.nanoseconds(since: start)) / 1e6
        }
    }

    private func open(_ name: String, on server: PrivateSoundServer) throws -> Recording {
        let backend = PulseBackend(address: server.address)
        let driver = try #require(try backend.microphones().first { $0.uniqueID == "pulse:\(name)" })
        return Recording(try driver.open(MicrophoneRequest()))
    }

    @Test("Blocks follow each other in time, and silence is sound")
    func flows() async throws {
        let server = try PrivateSoundServer()
        let recording = try open("speakers.monitor", on: server)
        await recording.waitForBlocks(200)
        let blocks = recording.blocks.all
        #expect(blocks.allSatisfy { $0.count == 480 })
        // A null sink may sleep for two seconds before the first listener wakes it.
        for (earlier, later) in zip(blocks, blocks.dropFirst()).suffix(100) {
            #expect(abs(later.time.nanoseconds(since: earlier.time) - 10_000_000) <= 200_001)
        }
        recording.stop.request()
        _ = await recording.waitForEnd(since: clock.now)
        #expect(recording.end.error == nil)
    }

    @Test("Left is left, right is right, and loud is as loud as it was played")
    func channels() async throws {
        let server = try PrivateSoundServer()
        // A level that does not change is its own measure.
        try server.play([16384, -8192], seconds: 60, sink: "speakers")
        let recording = try open("speakers.monitor", on: server)
        #expect(recording.format == SoundFormat(sampleRate: 48_000, channels: 2))
        for await _ in recording.arrivals where recording.blocks.all.suffix(5).allSatisfy({ $0.first[0] != 0 }) {
            if recording.blocks.all.count > 5 { break }
        }
        #expect(recording.blocks.all.suffix(3).allSatisfy { $0.first == [0.5, -0.25] })
        recording.stop.request()
        _ = await recording.waitForEnd(since: clock.now)
    }

    @Test("A source that is taken away ends the microphone as lost within 300 ms")
    func sourceGoes() async throws {
        let server = try PrivateSoundServer()
        let module = try server.pactl(
            "load-module", "module-remap-source", "master=speakers.monitor", "source_name=plug")
        let recording = try open("plug", on: server)
        await recording.waitForBlocks(5)
        try server.pactl("unload-module", module.trimmingCharacters(in: .whitespacesAndNewlines))
        // From here on: how long a busy machine takes to start pactl is not the microphone's.
        let start = clock.now
        let taken = await recording.waitForEnd(since: start)
        print("source unloaded: lost after \(taken) ms")
        #expect(recording.end.error?.kind == .lost)
        #expect(taken < 300)
    }

    @Test("A server that crashes ends the microphone as lost within 300 ms")
    func serverGoes() async throws {
        let server = try PrivateSoundServer()
        let recording = try open("speakers.monitor", on: server)
        await recording.waitForBlocks(5)
        let start = clock.now
        server.crash()
        let taken = await recording.waitForEnd(since: start)
        print("server killed: lost after \(taken) ms")
        #expect(recording.end.error?.kind == .lost)
        #expect(taken < 300)
    }

    @Test("It stops at once, also where the server is frozen", arguments: [false, true])
    func stops(isFrozen: Bool) async throws {
        let server = try PrivateSoundServer()
        let recording = try open("speakers.monitor", on: server)
        await recording.waitForBlocks(5)
        if isFrozen { server.freeze() }
        let start = clock.now
        recording.stop.request()
        let taken = await recording.waitForEnd(since: start)
        print("stopped\(isFrozen ? " under a frozen server" : "") after \(taken) ms")
        #expect(recording.end.error == nil)
        // 100 ms are wanted; a busy machine gets three times that.
        #expect(taken < 300)
    }

    @Test("Opened and stopped thirty times, it leaves no descriptor and no thread behind")
    func leaksNothing() async {
        // In a process of its own: what tests beside it open and close would count too.
        await #expect(processExitsWith: .success) { try await PulseMicrophoneTests().openThirtyTimes() }
    }

    private func openThirtyTimes() async throws {
        let server = try PrivateSoundServer()
        func count(_ folder: String) throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(folder)").count
        }
        // What is made once is made.
        _ = try open("speakers.monitor", on: server)
        var before = (descriptors: 0, threads: 0)
        for turn in 0..<30 {
            let recording = try open("speakers.monitor", on: server)
            recording.stop.request()
            _ = await recording.waitForEnd(since: clock.now)
            if turn == 5 { before = (try count("fd"), try count("task")) }
        }
        let after = (descriptors: try count("fd"), threads: try count("task"))
        print("descriptors \(before.descriptors) → \(after.descriptors), threads \(before.threads) → \(after.threads)")
        #expect(after.descriptors <= before.descriptors + 5 && after.threads <= before.threads + 5)
    }
}
