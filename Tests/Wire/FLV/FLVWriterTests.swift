import Foundation
import OnAirMedia
import OnAirWire
import Testing

@Suite struct FLVWriterTests {
    @Test("The file starts as the specification says, and tags carry their size before and behind (FLV 10.1, E.2–E.4)")
    func vector() throws {
        var writer = FLVWriter()
        #expect(writer.write(Samples.picture(.zero, key: true)) == .dropped(.noSuchTrack))
        try writer.begin(format: ProgramFormat(video: nil, audio: Samples.audio))
        let start = writer.output.bytes
        #expect(start.prefix(13) == [0x46, 0x4C, 0x56, 1, 4, 0, 0, 0, 9, 0, 0, 0, 0])
        #expect(start[13] == 18)
        #expect(
            start.suffix(19) == [8, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0xAF, 0, 0x11, 0x90, 0, 0, 0, 15])
        writer.output.removeAll()
        let first = writer.write(Samples.packet(.audio, .milliseconds(5), bytes: [0x21]))
        #expect(first == .written(bytes: 18))
        #expect(writer.output.bytes == [8, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0xAF, 1, 0x21, 0, 0, 0, 14])
    }

    @Test("The flags of the header tell the tracks")
    func flags() throws {
        let formats: [(ProgramFormat, UInt8)] = [
            (Samples.format, 5), (ProgramFormat(video: Samples.video, audio: nil), 1),
            (ProgramFormat(video: nil, audio: Samples.audio), 4),
        ]
        for (format, flags) in formats {
            var writer = FLVWriter()
            try writer.begin(format: format)
            #expect(writer.output.bytes[4] == flags)
        }
    }

    @Test("Above 0xFFFFFF ms the high byte of the time comes last")
    func extendedTime() throws {
        var writer = FLVWriter()
        try writer.begin(format: Samples.format)
        _ = writer.write(Samples.picture(.zero, key: true))
        writer.output.removeAll()
        _ = writer.write(Samples.picture(.milliseconds(0x1234_5678)))
        #expect(writer.output.bytes.prefix(11) == [9, 0, 0, 109, 0x34, 0x56, 0x78, 0x12, 0, 0, 0])
        writer.output.removeAll()
        _ = writer.write(Samples.picture(.milliseconds(0x1_0000_0001)))
        #expect(writer.output.bytes.prefix(11) == [9, 0, 0, 109, 0, 0, 1, 0, 0, 0, 0])
    }

    @Test("A new format is announced on the way without a second file header")
    func formatChange() throws {
        var writer = FLVWriter()
        try writer.begin(format: Samples.format)
        _ = writer.write(Samples.picture(.zero, key: true))
        _ = writer.write(Samples.picture(.milliseconds(40)))
        try writer.begin(format: Samples.format)
        #expect(writer.write(Samples.picture(.milliseconds(80))) == .dropped(.awaitingKeyframe))
        _ = writer.write(Samples.picture(.milliseconds(120), key: true))
        let tags = try FFmpegClip.tags(in: writer.output.bytes)
        #expect(tags.map(\.type) == [18, 9, 8, 9, 9, 18, 9, 8, 9])
        #expect(tags.map(\.milliseconds) == [0, 0, 0, 0, 40, 40, 40, 0, 120])
    }

    @Test("A format that cannot be announced writes nothing, not even the file header")
    func badFormat() {
        var writer = FLVWriter()
        #expect(throws: TrackHeaderError.noTracks) { try writer.begin(format: ProgramFormat(video: nil, audio: nil)) }
        #expect(writer.output.count == 0)
    }

    @Test(
        "ffprobe finds in our file the packets, times and flags of ffmpeg's own, and ffmpeg decodes the same pictures",
        arguments: ["baseline", "main", "high", "high10", "high444"])
    func judgedByFFmpeg(_ profile: String) throws {
        let folder = try Program.makeTemporaryFolder()
        defer { Program.remove(folder) }
        let clip = try FFmpegClip(in: folder, profile: profile)
        var writer = FLVWriter()
        try writer.begin(format: clip.format)
        var dropped: [PacketOutcome] = []
        for packet in clip.packets() {
            let outcome = writer.write(packet)
            if case .dropped = outcome { dropped.append(outcome) }
        }
        // ffmpeg starts its sound one encoder delay before the first picture.
        #expect(dropped.allSatisfy { $0 == .dropped(.beforeOrigin) })
        #expect(dropped.count <= 3)
        let file = folder.appendingPathComponent("ours.flv")
        try Data(writer.output.bytes).write(to: file)

        // Our time starts at the first picture, ffmpeg's where it pleases.
        let origin = try #require(clip.tags.first { $0.type == 9 && $0.body[1] == 1 }?.milliseconds)
        for stream in ["v", "a"] {
            let ours = try packets(of: file, stream)
            let truth = try packets(of: clip.file, stream, earlierBy: Int(origin)).suffix(ours.count)
            #expect(ours.count > 50)
            let firstDifference = zip(ours, truth).first { $0 != $1 }
            #expect(firstDifference == nil)
        }
        #expect(try pictures(of: file) == pictures(of: clip.file))
        try Program.run("ffmpeg", ["-v", "error", "-xerror", "-i", file.path, "-f", "null", "-"])
    }

    /// One packet as ffprobe sees it.
    private struct Probed: Equatable {
        var presentation: Int
        var decode: Int
        /// Size, flags and a hash of the bytes.
        var rest: [Substring]
    }

    private func packets(of file: URL, _ stream: String, earlierBy shift: Int = 0) throws -> [Probed] {
        try Program.run(
            "ffprobe",
            [
                "-v", "error", "-select_streams", stream, "-show_data_hash", "md5", "-show_entries",
                "packet=pts,dts,flags,size,data_hash", "-of", "csv=p=0", file.path,
            ]
        ).split(separator: "\n").map { line in
            let fields = line.split(separator: ",")
            let (presentation, decode) = (try #require(Int(fields[0])), try #require(Int(fields[1])))
            return Probed(
                presentation: presentation - shift, decode: decode - shift, rest: Array(fields.dropFirst(2)))
        }
    }

    /// A hash of each decoded picture, in order.
    private func pictures(of file: URL) throws -> [Substring] {
        try Program.run("ffmpeg", ["-v", "error", "-xerror", "-i", file.path, "-map", "0:v", "-f", "framemd5", "-"])
            .split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { $0.split(separator: " ").last }
    }
}
