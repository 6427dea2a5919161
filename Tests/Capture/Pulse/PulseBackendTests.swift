import Foundation
import OnAirCapture
import OnAirMedia
import Testing

@Suite(
    "PulseBackend", .serialized, .timeLimit(.minutes(2)),
    .enabled(if: PrivateSoundServer.isInstalled, PrivateSoundServer.advice))
struct PulseBackendTests {
    private let clock = MonotonicClock()

    private func milliseconds(_ body: () throws -> Void) rethrows -> Double {
        let start = clock.now
        try body()
        return Double(clock.now.nanoseconds(since: start)) / 1e6
    }

    @Test("Where no server runs there are no microphones, which is known at once")
    func noServer() throws {
        let backend = PulseBackend(address: "unix:/tmp/no-such-folder/native")
        var found: [any MicrophoneDriver] = []
        let taken = try milliseconds { found = try backend.microphones() }
        #expect(found.isEmpty)
        print("no server: \(taken) ms")
        #expect(taken < 50)
        // A socket that a crashed server left behind.
        let server = try PrivateSoundServer()
        server.crash()
        #expect(FileManager.default.fileExists(atPath: server.socket))
        let left = try milliseconds { found = try PulseBackend(address: server.address).microphones() }
        #expect(found.isEmpty)
        print("socket without a server: \(left) ms")
        #expect(left < 300)
    }

    @Test("Sources are listed by name, with the server's words and formats")
    func lists() throws {
        let server = try PrivateSoundServer()
        try server.pactl("load-module", "module-null-sink", "sink_name=deep", "rate=44100", "channels=6")
        try server.pactl(
            "load-module", "module-remap-source", "master=speakers.monitor", "source_name=left", "channels=1",
            "master_channel_map=front-left", "channel_map=mono", "source_properties=device.description=Left")
        let backend = PulseBackend(address: server.address)
        var found: [any MicrophoneDriver] = []
        let taken = try milliseconds { found = try backend.microphones() }
        print("list: \(taken) ms")
        #expect(found.map(\.uniqueID) == ["pulse:left", "pulse:speakers.monitor", "pulse:deep.monitor"])
        #expect(found[0].localizedName == "Left")
        #expect(
            found.map(\.formats).map { $0.compactMap(\.audio) } == [
                [SoundFormat(sampleRate: 48_000, channels: 1)], [SoundFormat(sampleRate: 48_000, channels: 2)],
                // The server mixes more than two.
                [SoundFormat(sampleRate: 44_100, channels: 2)],
            ])
        #expect(found.allSatisfy { $0.isConnected && $0.authorization.isAuthorized })
        let one = try found[2].open(MicrophoneRequest(format: SoundFormat(sampleRate: 48_000, channels: 1)))
        #expect(one.format == SoundFormat(sampleRate: 44_100, channels: 1))
    }

    @Test("What cannot be opened says why: no such source, no server, no answer")
    func openErrors() throws {
        let server = try PrivateSoundServer()
        let backend = PulseBackend(address: server.address)
        let module = try server.pactl(
            "load-module", "module-remap-source", "master=speakers.monitor", "source_name=gone")
        let driver = try #require(try backend.microphones().first { $0.uniqueID == "pulse:gone" })
        try server.pactl("unload-module", module.trimmingCharacters(in: .whitespacesAndNewlines))
        #expect(!driver.isConnected)
        let missing = milliseconds { expectOpening(driver, fails: .missing) }
        server.freeze()
        let frozen = milliseconds { expectOpening(driver, fails: .unusable) }
        server.thaw()
        server.crash()
        let crashed = milliseconds { expectOpening(driver, fails: .missing) }
        print("open: no source \(missing) ms, no answer \(frozen) ms, no server \(crashed) ms")
        #expect(missing < 300 && crashed < 300 && frozen < 4500)
    }

    private func expectOpening(_ driver: any MicrophoneDriver, fails kind: CaptureError.Kind) {
        do throws(CaptureError) {
            _ = try driver.open(MicrophoneRequest())
            Issue.record("it opened")
        } catch {
            #expect(error.kind == kind)
            #expect(!error.message.isEmpty)
        }
    }

    @Test("Watching tells of sources that come and go, and of the server")
    func watches() async throws {
        let server = try PrivateSoundServer()
        let backend = PulseBackend(address: server.address)
        let (news, told) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let watch = backend.watch { told.yield() }
        var heard = news.makeAsyncIterator()
        // It connects first; until then nothing can be told.
        let before = try backend.microphones().count
        let module = try server.pactl(
            "load-module", "module-remap-source", "master=speakers.monitor", "source_name=new")
        let start = clock.now
        repeat { await heard.next() } while try backend.microphones().count == before
        print("told of a new source after \(Double(clock.now.nanoseconds(since: start)) / 1e6) ms")
        try server.pactl("unload-module", module.trimmingCharacters(in: .whitespacesAndNewlines))
        repeat { await heard.next() } while try backend.microphones().count > before
        server.crash()
        repeat { await heard.next() } while try !backend.microphones().isEmpty
        _ = watch
    }
}
