import OnAirFFmpeg
import OnAirMedia
import OnAirPublish
import OnAirSystem
import OnAirTestKit
import OnAirWire
import Testing

@Suite("A destination that comes back, on virtual time")
struct ReconnectingTests {
    private let refused = SystemError(number: 111, while: "connect to host")

    @Test("A server that accepts the stream and drops it sees at most 10 attempts in 5 minutes")
    func acceptThenDrop() throws {
        let destination = try VirtualDestination()
        for second in 1...1200 as ClosedRange<Int64> {
            destination.play(until: second * 500)
            for peer in destination.peers where peer.look({ !$0.isClosed && $0.server.messages.count > 12 }) {
                peer.with { $0.hasEnded = true }
            }
        }
        let begun = destination.begun
        #expect(begun.count > 8)
        for first in begun { #expect(begun.filter { (first..<first + 300_000).contains($0) }.count <= 10) }
        #expect(destination.monitor.statistics.attempts == begun.count)
    }

    @Test("Our own name still in use three times after a drop, each second; then accepted")
    func nameInUse() throws {
        let destination = try VirtualDestination { index, state in
            guard (1...3).contains(index) else { return }
            state.server.script.publish = .reject(code: "NetStream.Publish.BadName", text: "canary-key is publishing")
        }
        destination.play(until: 12_000)
        destination.peers[0].with { $0.breaks = SystemError(number: 104, while: "send to host") }
        destination.play(until: 18_000)
        #expect(destination.peers.count == 5)
        let refusals = destination.events.all.filter {
            if case .lost(let error, _) = $0.kind { error.kind == .nameInUse } else { false }
        }
        #expect(refusals.count == 3)
        #expect(zip(refusals, refusals.dropFirst()).allSatisfy { $1.at - $0.at == 1000 })
        #expect(destination.monitor.statistics.state == .publishing)
        #expect(destination.monitor.statistics.reconnects == 1)
        #expect(!"\(destination.events.all)".contains("canary"))
    }

    @Test("The name in use at the very first connect is final, and so is every other failure there")
    func firstConnect() throws {
        let inUse = try VirtualDestination { _, state in
            state.server.script.publish = .reject(code: "NetStream.Publish.BadName", text: "")
        }
        inUse.run(until: 60_000)
        let nobody = try VirtualDestination { [refused] _, state in state.connectError = refused }
        nobody.run(until: 60_000)
        for destination in [inUse, nobody] {
            #expect(destination.peers.count == 1)
            #expect(destination.handle.isFinished)
            #expect(destination.events.disorder == nil)
        }
    }

    @Test("Asked to keep trying, it comes up once the server is there")
    func keepsTrying() throws {
        var options = DestinationOptions()
        options.reconnect.keepsTrying = true
        let destination = try VirtualDestination(options: options) { [refused] index, state in
            if index < 100 { state.connectError = refused }
        }
        destination.play(until: 59_000)
        #expect(destination.monitor.statistics.state == .publishing)
        #expect(destination.monitor.statistics.reconnects == 0)
        #expect(destination.peers.count == 101)
    }

    /// Gives addresses whose key holds the number of the attempt.
    private static func asked(_ log: Asked, answers: Bool = true) -> AddressSource {
        .asked { attempt, answer in
            log.add(attempt)
            guard answers, let address = try? RTMPAddress("rtmp://host/live/key-\(attempt)") else { return }
            answer(.success(address))
        }
    }

    private final class Asked: Sendable {
        private let kept = Lock<[Int]>([])
        var attempts: [Int] { kept.withLock { $0 } }
        func add(_ attempt: Int) { kept.withLock { $0.append(attempt) } }
    }

    @Test(
        "An address that expires is asked for before each attempt, and refused credentials are tried again with the new one"
    )
    func asksAgain() throws {
        let asked = Asked()
        let destination = try VirtualDestination(source: Self.asked(asked)) { index, state in
            if index == 1 {
                state.server.script.connect = .reject(code: "NetConnection.Connect.Rejected", text: Fault.refusal)
            }
        }
        destination.play(until: 12_000)
        destination.peers[0].with { $0.hasEnded = true }
        destination.play(until: 15_000)
        #expect(asked.attempts == [1, 2, 3])
        #expect(destination.monitor.statistics.state == .publishing)
        let names = destination.peers.map { peer in
            peer.look { $0.server.commands.first { $0.name == "publish" }?.values.dropFirst().first }
        }
        #expect(names == [.string("key-1"), nil, .string("key-3")])
        #expect(destination.events.all.contains { $0.kind == .state(.asking) })
    }

    @Test("Refused credentials of a fixed address end it, also after a live stream")
    func refusedForGood() throws {
        let destination = try VirtualDestination { index, state in
            if index == 1 {
                state.server.script.connect = .reject(code: "NetConnection.Connect.Rejected", text: Fault.refusal)
            }
        }
        destination.play(until: 12_000)
        destination.peers[0].with { $0.hasEnded = true }
        destination.play(until: 15_000)
        #expect(destination.handle.isFinished)
        #expect(destination.monitor.statistics.lastError?.kind == .authenticationFailed)
        #expect(destination.events.disorder == nil)
    }

    @Test("A service that does not give the address in 10 s is asked again; stopping does not wait for it")
    func silentSource() throws {
        let asked = Asked()
        var options = DestinationOptions()
        options.reconnect.keepsTrying = true
        let destination = try VirtualDestination(source: Self.asked(asked, answers: false), options: options)
        destination.run(until: 9_999)
        #expect(destination.events.all.map(\.kind) == [.state(.asking)])
        destination.run(until: 21_000)
        #expect(asked.attempts == [1, 2, 3])
        #expect(destination.monitor.statistics.lastError?.kind == .addressMissing)
        #expect(destination.peers.isEmpty)
        destination.stop.request()
        destination.run(until: 21_000)
        #expect(destination.handle.isFinished)
        #expect(destination.events.all.last?.kind == .ended(.stopped))
        #expect(destination.events.disorder == nil)
    }

    @Test("Adobe authentication takes three connections, which are one attempt, and nobody hears of a refusal")
    func authenticates() throws {
        let source = AddressSource.fixed(try RTMPAddress("rtmp://alice:s3cret@host/live/key"))
        let authentication = RTMPServerAuthentication(
            scheme: .adobe, user: "alice", password: "s3cret", md5: MessageDigest.md5)
        let destination = try VirtualDestination(source: source) { _, state in
            state.server.script.authentication = authentication
        }
        destination.play(until: 2_000)
        #expect(destination.peers.count == 3)
        #expect(destination.monitor.statistics.state == .publishing)
        #expect(destination.monitor.statistics.attempts == 1)
        #expect(destination.events.all.allSatisfy { !$0.kind.isAlarm && $0.attempt == 1 })
        #expect(destination.peers.dropLast().allSatisfy { $0.look { $0.isClosed } })
    }

    @Test("Another way to the network retries at once, and no way is told")
    func reachability() throws {
        let destination = try VirtualDestination { [refused] index, state in
            if (1...200).contains(index) { state.connectError = refused }
        }
        destination.links.change(.from("192.0.2.1"))
        destination.play(until: 12_000)
        destination.links.change(.none)
        destination.stop.wake()
        destination.peers[0].with { $0.hasEnded = true }
        destination.play(until: 150_000)
        #expect(destination.events.first { $0 == .reachable(false) }?.at == 12_000)
        // By now each try is up to 10 s behind the one before.
        var before = destination.peers.count
        while destination.peers.count == before { destination.play(until: destination.now + 10) }
        before += 1
        let last = destination.now
        destination.play(until: last + 500)
        #expect(destination.peers.count == before)
        destination.links.change(.from("192.0.2.7"))
        destination.stop.wake()
        destination.run(until: last + 501)
        #expect(destination.peers.count == before + 1)
        #expect(destination.events.all.contains { $0.kind == .reachable(true) })
        // And then each half second again.
        destination.play(until: last + 3_000)
        #expect(destination.peers.count >= before + 4)
    }

    @Test("A picture that decoders must know more for is announced before it is sent")
    func formatChanges() throws {
        let destination = try VirtualDestination()
        destination.play(until: 1_000)
        var larger = Packets.videoFormat
        larger.parameterSets.picture = [0x68, 0xCE, 0x3C, 0x80]
        destination.keyframe.raise()
        destination.play(until: 2_000, format: larger)
        destination.keyframe.raise()
        destination.play(until: 3_000, format: larger)
        destination.keyframe.raise()
        destination.play(until: 4_000)
        let media = destination.peers[0].look { $0.server.media }
        let headers = media.indices.filter { media[$0].type == .video && media[$0].payload[1] == 0 }
        #expect(headers.count == 3)
        let sets: [[UInt8]] = [[0x68, 0xCE, 0x0F, 0xC8], [0x68, 0xCE, 0x3C, 0x80], [0x68, 0xCE, 0x0F, 0xC8]]
        for (header, set) in zip(headers, sets) {
            #expect(media[header].payload.firstRange(of: set) != nil)
            #expect(media[header - 1].type == .dataAMF0)
            let next = media[header...].dropFirst().first { $0.type == .video }
            #expect(next?.payload.prefix(2) == [0x17, 1])
            // Time goes on.
            #expect(next.map { $0.timestamp >= media[header].timestamp } == true)
        }
        // A server met later is told what holds by then.
        destination.keyframe.raise()
        destination.play(until: 5_000, format: larger)
        destination.peers[0].with { $0.hasEnded = true }
        destination.play(until: 7_000, format: larger)
        let later = destination.peers[1].look { $0.server.media }
        #expect(later.filter { $0.type == .dataAMF0 }.count == 1)
        #expect(later.dropFirst().first?.payload.firstRange(of: sets[1]) != nil)
    }

    @Test("A first server met after the format has changed is told of the new one alone")
    func changedBefore() throws {
        let destination = try VirtualDestination()
        var turned = Packets.videoFormat
        turned.size = PictureSize(width: turned.size.height, height: turned.size.width)
        turned.parameterSets.picture = [0x68, 0xCE, 0x3C, 0x80]
        let keyframe = Packets.video(-1, gop: 1, bytes: 100)
        keyframe.buffer.videoFormat = turned
        // It passes by while nobody is there to take it.
        destination.queue.push(keyframe)
        destination.play(until: 2_000, format: turned)
        let media = destination.peers[0].look { $0.server.media }
        #expect(media.filter { $0.type == .dataAMF0 }.count == 1)
        let header = media.first { $0.type == .video }
        #expect(header?.payload.firstRange(of: turned.parameterSets.picture) != nil)
    }

    @Test("Bytes that wait longer than half a second are told, and congestion says so; then it flows again")
    func sendSlow() throws {
        let destination = try VirtualDestination()
        destination.play(until: 2_000, pictureBytes: 20_000)
        #expect(destination.monitor.statistics.congestion < 0.1)
        destination.peers[0].with { ($0.isReading, $0.wayCapacity) = (false, 100_000) }
        destination.play(until: 3_500, pictureBytes: 20_000)
        let slow = destination.events.first { if case .sendSlow = $0 { true } else { false } }
        #expect(slow.map { (2_500...2_700).contains($0.at) } == true)
        #expect(destination.monitor.statistics.congestion > 0.5)
        destination.peers[0].with { $0.isReading = true }
        destination.play(until: 6_000, pictureBytes: 20_000)
        #expect(destination.monitor.statistics.congestion < 0.1)
        #expect(destination.events.all.filter { $0.kind.isAlarm }.isEmpty)
    }

    @Test("A server that reads 10 kB/s for a minute is neither abandoned nor let grow anything")
    func slowReader() throws {
        let destination = try VirtualDestination()
        destination.play(until: 1_000)
        destination.peers[0].with { $0.isReading = false }
        for tenth in 11...610 as ClosedRange<Int64> {
            destination.play(until: tenth * 100, pictureBytes: 10_000)
            destination.peers[0].with { state in
                let bytes = Array(state.way.prefix(1000))
                state.way.removeFirst(bytes.count)
                bytes.withUnsafeBytes { state.server.received($0) }
            }
            let figures = destination.monitor.statistics
            #expect(figures.queue.milliseconds <= 2250 && figures.queue.bytes <= 4 << 20)
            #expect(figures.bytesUnsent < 64 << 10 + 2 * 10_100)
        }
        let figures = destination.monitor.statistics
        #expect(figures.attempts == 1 && figures.state == .publishing)
        #expect(figures.congestion == 1)
        #expect(figures.dropped.video > 1000)
        #expect(destination.events.all.contains { if case .sendSlow = $0.kind { true } else { false } })
        #expect(destination.events.all.allSatisfy { !$0.kind.isAlarm })
    }

    @Test("Figures go on over attempts: bytes sent and acknowledged, packets, what was missed, reconnects")
    func figures() throws {
        let destination = try VirtualDestination { [refused] index, state in
            if (1...5).contains(index) { state.connectError = refused }
        }
        destination.play(until: 12_000)
        let before = destination.monitor.statistics
        #expect(before.publishingSince == HostTime(nanoseconds: 0))
        destination.peers[0].with { $0.hasEnded = true }
        destination.play(until: 13_000)
        let during = destination.monitor.statistics
        #expect(during.state == .waiting)
        #expect(during.publishingSince == nil)
        #expect(during.lastError?.kind == .refused)
        #expect(during.bytesSent >= before.bytesSent && during.bytesAcknowledged >= before.bytesAcknowledged)
        destination.play(until: 20_000)
        let after = destination.monitor.statistics
        #expect(after.reconnects == 1 && after.attempts == 7)
        #expect(after.missed.video > 60 && after.missed.audio > 90)
        let received = destination.peers.map { $0.look { Int64($0.server.bytesReceived) } }.reduce(0, +)
        #expect(after.bytesSent == received)
        #expect(after.bytesAcknowledged == received)
        #expect(after.video.packets + after.missed.video == 600)
    }

    @Test("The end of the program ends it at once, also between two attempts")
    func finishesBetween() throws {
        let destination = try VirtualDestination { [refused] index, state in
            if index > 0 { state.connectError = refused }
        }
        destination.play(until: 12_000)
        destination.peers[0].with { $0.hasEnded = true }
        destination.play(until: 20_000)
        destination.queue.close()
        destination.run(until: 20_000)
        #expect(destination.handle.isFinished)
        #expect(destination.events.all.last?.kind == .ended(.finished))
        #expect(destination.events.disorder == nil)
    }
}
