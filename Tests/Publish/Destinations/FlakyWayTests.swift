import Foundation
import OnAirMedia
import OnAirPublish
import OnAirTestKit
import OnAirWire
import Testing

@Suite("A flaky way", .timeLimit(.minutes(1)))
struct FlakyWayTests {
    @Test(
        "In memory: pieces, refusals, stalls and resets at random bytes; every stream is whole and begins anew",
        arguments: 1...12)
    func inMemory(seed: UInt64) throws {
        var weather = FlakyWeather()
        weather.bytesBetweenStalls = 400_000
        weather.stall = 20...1500
        weather.bytesUntilReset = 100...3_000_000
        let bad = weather
        let destination = try VirtualDestination(seed: seed) { index, peer in
            FlakyLink(peer, weather: bad, seed: seed &* 1000 &+ UInt64(index))
        }
        for second in 1...120 as ClosedRange<Int64> { destination.play(until: second * 1000, pictureBytes: 12_000) }
        #expect(destination.monitor.statistics.state != .ended, "seed \(seed)")
        #expect(destination.peers.count > 2, "seed \(seed)")
        for peer in destination.peers {
            let (fault, media) = peer.look { ($0.server.fault, $0.server.media) }
            #expect(fault == nil, "seed \(seed)")
            let pictures = media.filter { $0.type == .video && $0.payload.count > 1 && $0.payload[1] == 1 }
            guard let first = pictures.first else { continue }
            #expect(first.payload[0] == 0x17 && first.timestamp == 0, "seed \(seed)")
            #expect(zip(pictures, pictures.dropFirst()).allSatisfy { $0.timestamp < $1.timestamp }, "seed \(seed)")
            #expect(pictures.allSatisfy { $0.payload.count == 12_000 + 5 }, "seed \(seed)")
        }
        destination.stop.request()
        destination.run(until: 121_000)
        #expect(destination.handle.isFinished)
        #expect(destination.events.disorder == nil, "seed \(seed)")
    }

    @Test("Over a relay that delays, jitters, stalls and cuts twice, ffmpeg decodes what arrives at the end")
    func relay() async throws {
        let seed = UInt64.random(in: 1...1_000_000)
        print("flaky relay: seed \(seed)")
        try await Tool.withFolder { folder in
            let program = try await RealProgram(seconds: 8, in: folder)
            let server = try #require(ScriptedServer(keepsMedia: true))
            defer { server.end() }
            var weather = FlakyWeather()
            (weather.delay, weather.jitter) = (20, 30)
            weather.bytesBetweenStalls = 200_000
            weather.stall = 100...600
            weather.bytesUntilReset = 5_000...60_000
            weather.resets = 2
            let relay = try #require(FlakyRelay(to: server.port, weather: weather, seed: seed))
            defer { relay.end() }
            let destination = LiveDestination(
                try RTMPAddress("rtmp://127.0.0.1:\(relay.port)/live/key"), format: program.format, options: .init())
            await destination.waitUntilPublishing()
            // In real time, as encoders would.
            try await Tool.onThread {
                let begun = MonotonicClock().now
                for packet in program.packets {
                    while MonotonicClock().now < begun.advanced(by: packet.decodeTime) { usleep(2000) }
                    destination.queue.push(packet)
                }
            }
            try await LiveCell.wait("seed \(seed): not live at the end") {
                let figures = destination.monitor.statistics
                return figures.state == .publishing && figures.queue.packets == 0 && figures.bytesUnacknowledged == 0
            }
            try await LiveCell.sleep(milliseconds: 1500)
            #expect(await destination.stopTiming() < 3000, "seed \(seed)")
            #expect(destination.timed.disorder == nil, "seed \(seed)")
            #expect(relay.resets == 2 && relay.connections >= 3, "seed \(seed)")
            let media = try #require(server.media.last { $0.contains { $0.type == .video } })
            let path = folder + "/got.flv"
            try Data(Self.file(of: media)).write(to: URL(fileURLWithPath: path))
            _ = try await Tool.output("ffmpeg", ["-v", "error", "-xerror", "-i", path, "-f", "null", "-"])
            let pictures = try await Tool.output(
                "ffprobe",
                [
                    "-v", "error", "-count_frames", "-select_streams", "v", "-show_entries", "stream=nb_read_frames",
                    "-of", "csv=p=0", path,
                ])
            #expect(
                Int(pictures.trimmingCharacters(in: .whitespacesAndNewlines)).map { $0 > 30 } == true, "seed \(seed)")
        }
    }

    /// The messages as an FLV file (FLV 10.1, E.2 to E.4): header, then a tag for each.
    private static func file(of messages: [RTMPMessage]) -> [UInt8] {
        var bytes: [UInt8] = [0x46, 0x4C, 0x56, 1, 5, 0, 0, 0, 9, 0, 0, 0, 0]
        for message in messages where message.type != .dataAMF0 {
            func number(_ value: UInt32, _ count: Int) -> [UInt8] {
                (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> UInt32(8 * $0)) }
            }
            bytes.append(message.type == .video ? 9 : 8)
            bytes += number(UInt32(message.payload.count), 3) + number(message.timestamp & 0xFF_FFFF, 3)
            bytes += [UInt8(message.timestamp >> 24), 0, 0, 0] + message.payload
            bytes += number(UInt32(message.payload.count + 11), 4)
        }
        return bytes
    }
}
