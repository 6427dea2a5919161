import Foundation
import OnAirFFmpeg
import OnAirMedia
import Testing

@Suite("Media file writer, read by ffprobe and ffmpeg")
struct MediaFileWriterTests {
    private static let size = PictureSize(width: 96, height: 64)
    /// In 600ths of a second: no grid at all.
    private static let stamps: [Int64] = [0, 20, 41, 60, 107, 120, 140, 300, 301, 320]

    /// The pictures and their packets, at constant quality.
    private static func encode() throws -> (format: VideoTrackFormat, packets: [EncodedPacket]) {
        var configuration = H264Encoder.Configuration(size: size, frameRate: FrameRate(30), bitrate: 100_000)
        configuration.rateFactor = 20
        configuration.tuning = .quality
        let encoder = try H264Encoder(configuration)
        let pool = PicturePool(format: .working(size), capacity: 2)
        let packets = PacketPool(capacity: 16, initialSize: 4096)
        var made: [EncodedPacket] = []
        for index in stamps.indices {
            guard var picture = pool.take(captureTime: HostTime(nanoseconds: 0), sequence: Int64(index)) else { break }
            TestPicture.fill(&picture, with: TestPicture.planes(index, size: size))
            try encoder.encode(picture.freeze(), index: Int64(index), packets: packets) { made.append($0) }
        }
        try encoder.flush(packets: packets) { made.append($0) }
        return (encoder.trackFormat, made)
    }

    private static func write(
        _ path: String, _ container: MediaContainer, soundOf source: String? = nil, aspect: Rational = Rational(1, 1)
    ) throws {
        let (format, packets) = try encode()
        let sound = try source.flatMap { try SoundPacketReader(path: $0) }
        let writer = try MediaFileWriter(
            path: path, container: container, video: format, timescale: 600, pixelAspect: aspect,
            sound: sound.map { .copied($0) })
        for (packet, stamp) in zip(packets, stamps) {
            let time = MediaTime(value: stamp, timescale: 600)
            while let sound, let found = try sound.next(), found <= time { try writer.copySound(from: sound) }
            try writer.write(packet, at: time)
        }
        while let sound, try sound.next() != nil { try writer.copySound(from: sound) }
        try writer.finish()
    }

    private static func times(_ path: String) throws -> [Double] {
        try Tool.probe(path, ["-select_streams", "v", "-show_entries", "frame=pts_time"]).compactMap {
            $0["pts_time"].flatMap(Double.init)
        }
    }

    @Test(
        "Pictures keep their times, as finely as the container counts",
        arguments: [MediaContainer.mp4, .matroska, .flv])
    func keepsTimes(container: MediaContainer) throws {
        let folder = try ScratchFolder()
        let path = folder.file("file")
        try Self.write(path, container)
        let times = try Self.times(path)
        #expect(times.count == Self.stamps.count)
        for (time, stamp) in zip(times, Self.stamps) {
            #expect(abs(time - Double(stamp) / 600) <= (container == .mp4 ? 0.000_001 : 0.001))
        }
        // Decodes without a word, and says what its colours are.
        let pixels = try Tool.ffmpeg([
            "-i", path, "-vf", "settb=1/30,setpts=N", "-f", "rawvideo", "-pix_fmt", "yuv420p", "-vsync", "0", "-",
        ])
        #expect(pixels.count == Self.stamps.count * 96 * 64 * 3 / 2)
        let video = try Tool.probe(path, ["-show_streams", "-select_streams", "v"])[0]
        #expect(video["color_space"] == "smpte170m" && video["color_range"] == "tv" && video["codec_name"] == "h264")
        let first = Array(TestPicture.planes(0, size: Self.size))
        #expect(TestPicture.psnr(first[...], pixels[..<first.count]) > 36)
    }

    @Test("Copied sound is the same bytes at the same times", arguments: ["aac", "libmp3lame"])
    func copiesSound(codec: String) throws {
        let folder = try ScratchFolder()
        let (source, path) = (folder.file("in.mkv"), folder.file("out.mp4"))
        try Tool.ffmpeg([
            "-f", "lavfi", "-i", "testsrc2=s=64x64:r=25:d=0.6", "-f", "lavfi", "-i", "sine=d=0.6:r=48000", "-c:v",
            "ffv1",
            "-c:a", codec, source,
        ])
        try Self.write(path, .mp4, soundOf: source)
        let packets = try [source, path].map { file in
            try Tool.ffmpeg(["-i", file, "-map", "0:a", "-c", "copy", "-f", "data", "-"])
        }
        #expect(packets[0] == packets[1] && packets[0].count > 1000)
        // Where the sound lies beside the pictures is the same to the source's millisecond.
        let starts = try [source, path].map { file in
            try Tool.probe(file, ["-select_streams", "a", "-show_entries", "packet=pts_time"]).compactMap {
                $0["pts_time"].flatMap(Double.init)
            }
        }
        let videos = [try Tool.probe(source, ["-show_entries", "stream=start_time", "-select_streams", "v"])[0], [:]]
        let origin = videos[0]["start_time"].flatMap(Double.init) ?? 0
        #expect(starts[0].count == starts[1].count)
        for (before, after) in zip(starts[0], starts[1]) {
            #expect(abs((before - origin) - after) < 0.03, "\(before) \(after)")
        }
    }

    @Test("Pixels that are not square stay so, and the index stands in front")
    func aspectAndIndex() throws {
        let folder = try ScratchFolder()
        let path = folder.file("a.mp4")
        try Self.write(path, .mp4, aspect: Rational(16, 11))
        #expect(try Tool.probe(path, ["-show_streams"])[0]["sample_aspect_ratio"] == "16:11")
        #expect(try MediaFileReader(path: path).video?.pixelAspect == Rational(16, 11))
        let bytes = try ScratchFolder.read(path)
        let (index, data) = (
            try #require(position(of: "moov", in: bytes)), try #require(position(of: "mdat", in: bytes))
        )
        #expect(index < data)
    }

    private func position(of word: String, in bytes: [UInt8]) -> Int? {
        let word = Array(word.utf8)
        return (0...bytes.count - word.count).first { Array(bytes[$0..<$0 + word.count]) == word }
    }

    @Test("What a container has no place for is known before")
    func knowsCodecs() throws {
        let folder = try ScratchFolder()
        let source = folder.file("a.mkv")
        try Tool.ffmpeg(["-f", "lavfi", "-i", "sine=d=0.2:r=48000", "-c:a", "libopus", source])
        let reader = try #require(try SoundPacketReader(path: source))
        #expect(MediaFileWriter.takes(reader, into: .matroska) && MediaFileWriter.takes(reader, into: .mp4))
        #expect(!MediaFileWriter.takes(reader, into: .flv))
    }

    @Test("A file without sound has no packets of it")
    func noSound() throws {
        let folder = try ScratchFolder()
        let source = folder.file("a.mkv")
        try Tool.ffmpeg(["-f", "lavfi", "-i", "testsrc2=s=64x64:r=25:d=0.2", "-c:v", "ffv1", source])
        #expect(try SoundPacketReader(path: source) == nil)
    }

    @Test("A place that cannot be written is told by the name it was given")
    func refuses() throws {
        let (format, _) = try Self.encode()
        let error = #expect(throws: FFmpegError.self) {
            try MediaFileWriter(
                path: "/nowhere/a.mp4", called: "clip.mp4", container: .mp4, video: format, timescale: 600, sound: nil)
        }
        #expect(error?.kind == .writing && error?.message.contains("clip.mp4") == true)
    }

    @Test("A rate factor out of range is refused")
    func rateFactor() throws {
        var configuration = H264Encoder.Configuration(size: Self.size, frameRate: FrameRate(30), bitrate: 100_000)
        configuration.rateFactor = 0
        #expect(throws: FFmpegError.self) { try H264Encoder(configuration) }
        configuration.rateFactor = 52
        #expect(throws: FFmpegError.self) { try H264Encoder(configuration) }
    }

    @Test(
        "The ending of a name says the container",
        arguments: [
            ("a.mp4", MediaContainer.mp4), ("A.MKV", .matroska), ("x.y.flv", .flv), ("a.mov", nil), ("mp4.", nil),
        ])
    func endings(path: String, container: MediaContainer?) { #expect(MediaContainer(path: path) == container) }
}
