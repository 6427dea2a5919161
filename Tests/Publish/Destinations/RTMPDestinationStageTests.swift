import OnAirMedia
import OnAirPublish
import OnAirSystem
import OnAirTestKit
import OnAirWire
import Testing

@Suite("RTMPDestinationStage on virtual time")
struct RTMPDestinationStageTests {
    /// One destination over memory, driven by the test's clock.
    private struct Bench {
        let runner = StepRunner()
        let peer: MemoryPeer
        let queue: SendQueue
        let events = Events()
        let stop: StopRequest
        let monitor = DestinationMonitor()
        let keyframes: KeyframeRequests
        let handle: StageHandle

        init(
            script: RTMPServerScript = RTMPServerScript(),
            address: String = "rtmp://host/live/canary-key?t=canary-token",
            options: DestinationOptions = .once, log: Log = .silent,
            format: ProgramFormat = Packets.format,
            prepare: @Sendable (inout MemoryPeer.State) -> Void = { _ in }
        ) throws {
            let signal = runner.makeSignal()
            let peer = MemoryPeer(script: script, signal: signal)
            peer.look(prepare)
            let keyframes = KeyframeRequests()
            let queue = SendQueue(format: format, isOpen: false, consumer: signal) { keyframes.add() }
            let stop = StopRequest(signal: signal)
            let events = events
            let stage = RTMPDestinationStage(
                address: try RTMPAddress(address), format: format, queue: queue, links: MemoryLinks { _ in peer },
                firstAttempt: 3,
                options: options, stop: stop, monitor: monitor, clock: runner.clock, log: log,
                random: SeededGenerator(seed: 1)
            ) { events.add($0) }
            handle = runner.add(stage, signal: signal)
            self.peer = peer
            self.queue = queue
            self.stop = stop
            self.keyframes = keyframes
        }

        func run(to milliseconds: Int64) { runner.run(until: HostTime(nanoseconds: milliseconds * 1_000_000)) }

        /// Pushes the program's packets at their times from `from` to `to` ms of the clock.
        func play(_ packets: [EncodedPacket], from start: Int64) {
            for packet in packets {
                run(to: start + packet.decodeTime.milliseconds)
                queue.push(packet)
            }
            run(to: start + (packets.last?.decodeTime.milliseconds ?? 0))
        }

        var media: [RTMPMessage] { peer.look { $0.server.media } }
    }

    private final class KeyframeRequests: Sendable {
        private let count = Lock(0)
        var total: Int { count.withLock { $0 } }
        func add() { count.withLock { $0 += 1 } }
    }

    @Test(
        "Publishes: states in order, one keyframe asked for, metadata and both headers first, then the program in time")
    func publishes() throws {
        let bench = try Bench()
        bench.run(to: 0)
        #expect(bench.events.states == [.resolving, .handshaking, .negotiating, .publishing])
        #expect(bench.keyframes.total == 1)
        bench.play(Packets.program(seconds: 2), from: 1000)
        let messages = bench.media
        #expect(messages.prefix(3).map(\.type) == [.dataAMF0, .video, .audio])
        #expect(messages.dropFirst(3).filter { $0.type == .video }.count == 60)
        #expect(messages.dropFirst(3).filter { $0.type == .audio }.count == 93)
        #expect(messages.dropFirst(3).first?.payload.first == 0x17)  // an AVC keyframe (FLV 10.1, E.4.3.1)
        #expect(bench.peer.look { $0.server.fault } == nil)
        let statistics = bench.monitor.statistics
        #expect(statistics.state == .publishing)
        #expect(statistics.video.packets == 60)
        #expect(statistics.audio.packets == 93)
        #expect(statistics.bytesSent == bench.peer.look { Int64($0.server.bytesReceived) })
        #expect(statistics.videoLatency.count == 60)
        // Captured at media time, sent 1000 ms later by a clock that this test moves in whole milliseconds.
        #expect(abs(statistics.videoLatency.last - 1_000_000_000) < 1_000_000)
        #expect(statistics.dropped.total == 0)
    }

    @Test("Pictures far too large for the way cost no sound: it goes between their chunks, in time")
    func soundBetweenChunks() throws {
        let bench = try Bench()
        bench.run(to: 0)
        bench.peer.with {
            $0.isReading = false
            $0.wayCapacity = 32 << 10
        }
        // 1.5 Mbit/s of pictures, each keyframe 100 kB, and 64 kbit/s of sound, over 240 kbit/s.
        let pictures = (0..<900).map { Packets.video($0, bytes: $0 % 60 == 0 ? 100_000 : 3000) }
        let sounds = (0..<1406).map { Packets.audio($0, bytes: 170) }
        var now: Int64 = 0
        var longest: Int64 = 0
        for packet in (pictures + sounds).sorted(by: { $0.decodeTime < $1.decodeTime }) {
            while now < packet.decodeTime.milliseconds {
                now += 10
                bench.peer.carry(300)
                bench.run(to: now)
            }
            bench.queue.push(packet)
            longest = max(longest, bench.queue.level.audio.milliseconds)
        }
        bench.peer.look { $0.isReading = true }
        bench.peer.with { _ in }
        bench.run(to: now + 100)
        #expect(bench.peer.look { $0.server.fault } == nil)
        #expect(bench.queue.dropped.audio == 0)
        #expect(bench.queue.dropped.video > 0)
        // The way itself holds 32 KiB, which take it 1.1 s.
        #expect(longest < 1500)
        let sound = bench.media.filter { $0.type == .audio }.dropFirst().map { Int64($0.timestamp) }
        #expect(sound.count == 1406)
        #expect(zip(sound, sound.dropFirst()).allSatisfy { [21, 22].contains($1 - $0) })
        // Whole pictures, each as it was.
        let whole = bench.media.filter { $0.type == .video }.dropFirst()
        #expect(whole.count > 5 && whole.allSatisfy { [100_005, 3005].contains($0.payload.count) })
        #expect(whole.allSatisfy { Set($0.payload.dropFirst(10)).count == 1 })
    }

    @Test("The server hears app, tcUrl and the key byte for byte, and never the password")
    func commands() throws {
        let bench = try Bench(address: "rtmp://user:canary-pass@host:1936/live/more/k%2F&?a=b&c")
        bench.run(to: 0)
        let (connect, publish) = bench.peer.look { state in
            (
                state.server.commands.first { $0.name == "connect" },
                state.server.commands.first { $0.name == "publish" }
            )
        }
        guard case .object(let properties) = connect?.values.first else {
            Issue.record("connect has no object")
            return
        }
        #expect(properties.contains(AMF0Property("app", "live/more")))
        #expect(properties.contains(AMF0Property("tcUrl", "rtmp://host:1936/live/more")))
        #expect(publish?.values.dropFirst().first == .string("k%2F&?a=b&c"))
        let canary = Array("canary".utf8)
        let leaks = bench.peer.look { state in
            state.server.messages.filter { $0.payload.firstRange(of: canary) != nil }.count
        }
        #expect(leaks == 0)
    }

    @Test("Stopped, it says good-bye, waits for the peer's end and closes once")
    func stops() throws {
        let bench = try Bench()
        bench.play(Packets.program(seconds: 1), from: 0)
        bench.stop.request()
        bench.run(to: 1000)
        #expect(bench.events.endings == [.stopped])
        #expect(bench.events.all.last == .ended(.stopped))
        #expect(bench.handle.isFinished)
        let names = bench.peer.look { $0.server.commands.map(\.name) }
        #expect(names.suffix(2) == ["FCUnpublish", "deleteStream"])
        #expect(bench.peer.look { $0.isClosed && $0.isWritingFinished })
    }

    @Test("The end of the program sends what waits, says good-bye and ends as finished")
    func finishes() throws {
        let bench = try Bench()
        bench.run(to: 0)
        for packet in Packets.program(seconds: 1) { bench.queue.push(packet) }
        bench.queue.close()
        bench.run(to: 10)
        #expect(bench.events.endings == [.finished])
        #expect(bench.media.filter { $0.type == .video }.count == 31)
        #expect(bench.peer.look { $0.server.commands.last?.name } == "deleteStream")
    }

    @Test(
        "Stopped at any moment, whatever the peer does, it is gone within 500 ms with exactly one ending",
        arguments: ["resolving", "connecting", "silent", "deaf", "stalled"])
    func stopsWhatever(peer kind: String) throws {
        let bench = try Bench { state in
            switch kind {
            case "resolving": state.reaches = .resolving
            case "connecting": state.reaches = .connecting
            case "silent": state.isSilent = true
            default: break
            }
        }
        bench.run(to: 0)
        if kind == "stalled" || kind == "deaf" {
            bench.play(Packets.program(seconds: 1), from: 0)
            bench.peer.with { $0.isReading = false }
            if kind == "stalled" { bench.peer.with { $0.wayCapacity = 0 } }
        }
        bench.run(to: 1100)
        bench.stop.request()
        bench.run(to: 1600)
        #expect(bench.events.endings == [.stopped], "\(bench.events.all)")
        #expect(bench.handle.isFinished)
        #expect(bench.peer.look { $0.isClosed })
    }

    @Test(
        "A transport that does not come about is told by its kind",
        arguments: [
            (SystemError.Kind.nameNotFound, DestinationError.Kind.nameNotResolved),
            (.nameServerFailed, .nameNotResolved), (.connectionRefused, .refused), (.unreachable, .unreachable),
            (.timedOut, .connectTimedOut),
        ])
    func noTransport(cause: SystemError.Kind, kind: DestinationError.Kind) throws {
        let bench = try Bench { $0.connectError = SystemError(cause, while: "connect to host") }
        bench.run(to: 0)
        #expect(bench.events.failure?.kind == kind)
        #expect(bench.events.failure?.underlyingCode == cause.rawValue)
    }

    @Test("A host that swallows everything is given up after 10 s of connecting")
    func connectTimeOut() throws {
        let bench = try Bench { $0.reaches = .connecting }
        bench.run(to: 9_999)
        #expect(bench.events.endings.isEmpty)
        bench.run(to: 10_000)
        #expect(bench.events.failure?.kind == .connectTimedOut)
    }

    @Test("A name server that never answers is given up after 10 s, and connecting then has its own 10 s")
    func resolveTimeOut() throws {
        let silent = try Bench { $0.reaches = .resolving }
        silent.run(to: 10_000)
        #expect(silent.events.failure?.kind == .nameNotResolved)
        let late = try Bench { $0.reaches = .resolving }
        late.run(to: 9_000)
        late.peer.with { $0.reaches = .connecting }
        late.run(to: 18_999)
        #expect(late.events.endings.isEmpty)
        late.run(to: 19_000)
        #expect(late.events.failure?.kind == .connectTimedOut)
    }

    @Test("A peer that accepts and says nothing fails in the handshake")
    func silentHandshake() throws {
        let bench = try Bench { $0.isSilent = true }
        bench.run(to: 9_999)
        #expect(bench.events.endings.isEmpty)
        bench.run(to: 10_000)
        #expect(bench.events.failure?.kind == .handshakeFailed)
        #expect(bench.events.failure?.underlyingCode == "rtmp-handshake-timed-out")
        let mute = try Bench { $0.server.script.connect = .silence }
        mute.run(to: 10_000)
        #expect(mute.events.failure?.kind == .connectRejected)
        #expect(mute.events.failure?.underlyingCode == "rtmp-connect-timed-out")
    }

    @Test(
        "A server that refuses is told by what it refused",
        arguments: [
            ("connect", DestinationError.Kind.connectRejected), ("name", .nameInUse), ("publish", .publishRejected),
        ])
    func refusals(what: String, kind: DestinationError.Kind) throws {
        var script = RTMPServerScript()
        switch what {
        case "connect": script.connect = .reject(code: "NetConnection.Connect.Rejected", text: "no canary-key here")
        case "name":
            script.publish = .reject(code: "NetStream.Publish.BadName", text: "canary-key is already publishing")
        default: script.publish = .reject(code: "NetStream.Publish.Denied", text: "no canary-token")
        }
        let bench = try Bench(script: script)
        bench.run(to: 0)
        #expect(bench.events.failure?.kind == kind, "\(bench.events.all)")
        #expect(bench.events.failure?.description.contains("canary") == false)
    }

    @Test("A connection cut while the stream runs is broken; the ending comes once")
    func broken() throws {
        for number in [connectionReset, brokenPipe, timedOut] {
            let bench = try Bench()
            bench.play(Packets.program(seconds: 1), from: 0)
            bench.peer.with { $0.breaks = SystemError(number: number, while: "send to 127.0.0.1:1") }
            bench.queue.push(Packets.video(30))
            bench.run(to: 1100)
            #expect(bench.events.failure?.kind == .broken)
        }
        let ended = try Bench()
        ended.run(to: 0)
        ended.peer.with { $0.hasEnded = true }
        ended.run(to: 1)
        #expect(ended.events.failure?.kind == .broken)
    }

    @Test("A peer that stops reading is noticed after 2 s and abandoned after 5 s; meanwhile the queue drops")
    func stalls() throws {
        let bench = try Bench()
        let packets = Packets.program(seconds: 8, videoBytes: 20_000)
        bench.play(packets.filter { $0.decodeTime < .milliseconds(1000) }, from: 0)
        bench.peer.with { $0.isReading = false }
        bench.play(packets.filter { $0.decodeTime >= .milliseconds(1000) }, from: 0)
        #expect(bench.events.failure?.kind == .stalled)
        #expect(bench.events.all.contains { if case .noProgress(let time) = $0 { time < 2100 } else { false } })
        #expect(bench.events.all.contains { if case .lostSound = $0 { true } else { false } })
        #expect(bench.queue.dropped.video > 0)
        #expect(bench.monitor.statistics.bytesUnsent < 64 << 10 + 2 * 20_100)
    }

    @Test("A peer that reads again in time is told, and the stream goes on with a keyframe and without a gap in sound")
    func recovers() throws {
        let bench = try Bench()
        let packets = Packets.program(seconds: 8, videoBytes: 20_000)
        bench.play(packets.filter { $0.decodeTime < .milliseconds(1000) }, from: 0)
        bench.peer.with { $0.isReading = false }
        bench.play(packets.filter { (1000..<3400).contains($0.decodeTime.milliseconds) }, from: 0)
        bench.peer.with { $0.isReading = true }
        bench.play(packets.filter { $0.decodeTime >= .milliseconds(3400) }, from: 0)
        #expect(bench.events.endings.isEmpty)
        #expect(bench.events.all.contains(.progressAgain))
        #expect(bench.queue.dropped.video > 0)
        // No picture after a gap but a keyframe.
        var last: UInt32?
        for message in bench.media where message.type == .video && message.payload.count > 100 {
            if let last, message.timestamp - last > 34 { #expect(message.payload.first == 0x17) }
            last = message.timestamp
        }
        #expect(last.map { $0 > 7900 } == true)
        #expect(bench.media.filter { $0.type == .audio }.count == 1 + packets.filter { $0.track == .audio }.count)
    }

    @Test("Pings are answered within 100 ms under load, with their own bytes")
    func pings() throws {
        let bench = try Bench()
        bench.run(to: 0)
        var asked: [[UInt8]] = []
        for packet in Packets.program(seconds: 5, videoBytes: 60_000) {
            bench.run(to: packet.decodeTime.milliseconds)
            bench.queue.push(packet)
            if packet.track == .video, packet.decodeTime.milliseconds % 1000 == 0 {
                let data: [UInt8] = [1, 2, 3, UInt8(asked.count)]
                asked.append(data)
                bench.peer.with { $0.server.ping(data) }
                bench.run(to: packet.decodeTime.milliseconds + 1)
                let answers = bench.peer.look { $0.server.userControls }
                #expect(answers.filter { $0.event == .pingResponse }.map(\.data) == asked)
            }
        }
    }

    @Test("Neither events nor errors nor the log show the key, the token or the password")
    func canaries() throws {
        let lines = KeptLines()
        let secrets = SecretRegister()
        let log = Log(label: "test", level: .trace, sink: lines, secrets: secrets)
        for text in ["canary-key", "canary-token", "canary-pass"] {
            var script = RTMPServerScript()
            script.publish = .reject(code: "NetStream.Publish.Denied", text: AMF0String("because of \(text)"))
            let bench = try Bench(
                script: script, address: "rtmp://u:canary-pass@host/live/canary-key?t=canary-token", log: log)
            bench.run(to: 0)
            #expect(bench.events.endings.count == 1)
            for event in bench.events.all { #expect(!"\(event)".contains("canary"), "\(event)") }
            log.error("said", [LogField("text", text)])
        }
        #expect(!lines.text.isEmpty)
        #expect(!lines.text.contains("canary"), "\(lines.text)")
    }

    @Test("A format that cannot be announced ends it before anything is tried")
    func unusableFormat() throws {
        let bench = try Bench(format: ProgramFormat(video: nil, audio: nil))
        bench.run(to: 0)
        #expect(bench.events.failure?.kind == .unusableFormat)
    }
}

// The numbers of Linux (errno(3)), spelled out so that this file needs no C library.
private let connectionReset: Int32 = 104
private let brokenPipe: Int32 = 32
private let timedOut: Int32 = 110

private final class KeptLines: LogSink {
    private let lines = Lock("")
    var text: String { lines.withLock { $0 } }
    func write(_ line: LogLine) { lines.withLock { $0 += "\(line)\n" } }
}
