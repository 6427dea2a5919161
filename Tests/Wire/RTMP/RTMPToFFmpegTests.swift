import Foundation
import OnAirMedia
import OnAirWire
import Testing

/// ffmpeg as the server: an RTMP implementation that knows nothing of ours.
@Suite(.serialized) struct RTMPToFFmpegTests {
    /// Publishes `packets` to `ffmpeg -listen 1` and gives the tags of the FLV file it copied them into.
    private func published(
        _ packets: [EncodedPacket], _ format: ProgramFormat, in folder: URL
    ) throws -> [FFmpegClip.Tag] {
        let port = try LoopbackClient.freePort()
        let file = folder.appendingPathComponent("received.flv")
        let server = try Program.start(
            "ffmpeg",
            [
                "-v", "quiet", "-y", "-listen", "1", "-i", "rtmp://127.0.0.1:\(port)/live/key", "-c", "copy", "-copyts",
                "-f", "flv", file.path,
            ])
        defer { if server.process.isRunning { server.process.terminate() } }
        let client = try LoopbackClient(port: port)
        let target = RTMPTarget(
            app: "live", tcURL: "rtmp://127.0.0.1:\(port)/live", streamName: Array("key".utf8))
        var machine = Samples.machine(target: target)
        try machine.publish(format: format)
        try client.startPublishing(&machine)
        for packet in packets {
            guard case .written = machine.send(packet) else { continue }
            try client.flush(&machine)
            while let result = try client.receive(&machine, within: 0) { #expect(result == .nothing) }
        }
        try client.finish(&machine)
        server.process.waitUntilExit()
        return try FFmpegClip.tags(in: [UInt8](Data(contentsOf: file)))
    }

    @Test("ffmpeg receives every picture and sound, byte for byte, with its times")
    func everything() throws {
        let folder = try Program.makeTemporaryFolder()
        defer { Program.remove(folder) }
        let clip = try FFmpegClip(in: folder)
        let received = try published(clip.packets(), clip.format, in: folder)
        let origin = try #require(clip.tags.first { $0.type == 9 && $0.body[1] == 1 }?.milliseconds)
        try compare(received, clip.tags, type: 9, origin: origin)
        try compare(received, clip.tags, type: 8, origin: origin)
    }

    private func compare(
        _ received: [FFmpegClip.Tag], _ sent: [FFmpegClip.Tag], type: UInt8, origin: UInt32
    ) throws {
        let got = received.filter { $0.type == type && $0.body[1] == 1 }
        var expected: [FFmpegClip.Tag] = []
        for tag in sent where tag.type == type && tag.body[1] == 1 && tag.milliseconds >= origin {
            expected.append(FFmpegClip.Tag(type: type, milliseconds: tag.milliseconds - origin, body: tag.body))
        }
        #expect(got.count == expected.count)
        let firstDifference = zip(got, expected).first { $0 != $1 }
        #expect(firstDifference == nil)
    }

    @Test(
        "Past 4 h 39 min, with messages larger than a chunk, ffmpeg still receives every byte and time",
        arguments: [
            16_777_000, 16_777_214, 20_000_000,
        ] as [Int64])
    func longTime(_ jump: Int64) throws {
        let folder = try Program.makeTemporaryFolder()
        defer { Program.remove(folder) }
        let clip = try FFmpegClip(in: folder, duration: "1")
        // The first group at once, the rest `jump` later, with a filler that makes every picture larger than a chunk.
        let early = clip.packets().filter { $0.decodeTime < .milliseconds(400) }
        let late = clip.packets(shift: jump).filter { $0.decodeTime >= .milliseconds(400 + jump) }
        let packets = (early + late).map { $0.track == .video ? Self.enlarged($0) : $0 }
        let received = try published(packets, clip.format, in: folder)
        let origin = try #require(packets.first { $0.track == .video }?.decodeTime)
        try compare(received, packets, .video, origin: origin)
        try compare(received, packets, .audio, origin: origin)
    }

    // RootEncoder#1179, go-rtmp PR#72: the clock that starts late and the one that starts anew.
    @Test(
        "Just below 2^32 ms, and across it, ffprobe finds every packet at its time",
        arguments: [
            0xFFFF_FFFF - 5000, 0xFFFF_FFFF - 300,
        ] as [Int64])
    func wrap(_ jump: Int64) throws {
        let folder = try Program.makeTemporaryFolder()
        defer { Program.remove(folder) }
        let clip = try FFmpegClip(in: folder, duration: "1")
        let early = clip.packets().filter { $0.decodeTime < .milliseconds(400) }
        let late = clip.packets(shift: jump).filter { $0.decodeTime >= .milliseconds(400 + jump) }
        let port = try LoopbackClient.freePort()
        let server = try Program.start(
            "ffprobe",
            [
                "-v", "quiet", "-listen", "1", "-show_entries", "packet=codec_type,dts,size", "-of", "csv=p=0", "-i",
                "rtmp://127.0.0.1:\(port)/live/key",
            ])
        defer { if server.process.isRunning { server.process.terminate() } }
        let client = try LoopbackClient(port: port)
        let target = RTMPTarget(
            app: "live", tcURL: "rtmp://127.0.0.1:\(port)/live", streamName: Array("key".utf8))
        var machine = Samples.machine(target: target)
        try machine.publish(format: clip.format)
        try client.startPublishing(&machine)
        var sent: [String] = []
        let origin = try #require(early.first { $0.track == .video }?.decodeTime)
        for packet in (early + late).map({ $0.track == .video ? Self.enlarged($0) : $0 }) {
            guard case .written = machine.send(packet) else { continue }
            let time = UInt32(truncatingIfNeeded: (packet.decodeTime - origin).milliseconds)
            sent.append("\(packet.track.rawValue),\(time),\(packet.byteCount)")
            try client.flush(&machine)
        }
        try client.finish(&machine)
        let text = String(decoding: server.output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        // ffprobe counts on past 2^32, or back from it, as it sees fit: the 32 bits on the wire are what we sent.
        let found = text.split(separator: "\n").map { line -> String in
            let fields = line.split(separator: ",")
            let time = fields.count > 1 ? Int64(fields[1]) : nil
            return time.map { "\(fields[0]),\(UInt32(truncatingIfNeeded: $0)),\(fields.last ?? "")" } ?? String(line)
        }
        #expect(found.count > 50)
        for track in ["video", "audio"] {
            #expect(found.filter { $0.hasPrefix(track) } == sent.filter { $0.hasPrefix(track) })
        }
    }

    private func compare(
        _ received: [FFmpegClip.Tag], _ packets: [EncodedPacket], _ track: EncodedPacket.Track, origin: MediaTime
    ) throws {
        let (type, headerLength): (UInt8, Int) = track == .video ? (9, 5) : (8, 2)
        let sent = packets.filter { $0.track == track && $0.decodeTime >= origin }
        let got = received.filter { $0.type == type && $0.body[1] == 1 }
        #expect(got.map { Int64($0.milliseconds) } == sent.map { ($0.decodeTime - origin).milliseconds })
        for (tag, packet) in zip(got, sent) {
            let bytes = packet.withBytes { Array($0) }
            try #require(Array(tag.body.dropFirst(headerLength)) == bytes)
        }
    }

    /// The picture with a filler data NAL unit (ITU-T H.264, 7.3.2.7) of 6000 bytes behind it.
    private static func enlarged(_ packet: EncodedPacket) -> EncodedPacket {
        var bytes = packet.withBytes { Array($0) }
        bytes += [0, 0, 0x17, 0x72, 0x0C] + [UInt8](repeating: 0xFF, count: 6000) + [0x80]
        return Samples.packet(.video, packet.decodeTime, presentation: packet.presentationTime, bytes: bytes)
    }
}
