import Foundation
import OnAirFFmpeg
import OnAirMedia
import OnAirTestKit
import Testing

@Suite("Media files that are broken, missing or of no use")
struct BrokenMediaFileTests {
    private func refusal(_ path: String, tracks: MediaFileReader.Tracks = .all) throws -> FFmpegError {
        try #require(#expect(throws: FFmpegError.self) { _ = try MediaFileReader(path: path, tracks: tracks) })
    }

    @Test("A file that is not there says so, and what to do")
    func missing() throws {
        let error = try refusal("/nonexistent/clip.mp4")
        #expect(error.kind == .file)
        #expect(error.message.contains("/nonexistent/clip.mp4") && error.message.contains("No such file"))
        #expect(error.advice != nil)
        #expect(error.code == "codec-file")
    }

    @Test(
        "A path is never taken for an address or a list", arguments: ["concat:a|b", "http://127.0.0.1:1/a", "data:,x"])
    func pathsAreNoAddresses(path: String) throws {
        #expect(try refusal(path).kind == .file)
    }

    @Test("A text, an empty file and noise are no media files")
    func noMedia() throws {
        let folder = try ScratchFolder()
        var random = SeededGenerator(seed: 5)
        let noise = (0..<100_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        for (name, bytes) in [("a.txt", Array("hello\n".utf8)), ("b.mp4", []), ("c.mp4", noise)] as [(String, [UInt8])]
        {
            let error = try refusal(folder.write(bytes, name))
            #expect([.file, .unusable].contains(error.kind))
        }
    }

    @Test("Ten-bit and other unsupported pictures are refused by name")
    func unsupportedPixels() throws {
        let folder = try ScratchFolder()
        for (format, words) in [
            ("yuv420p10le", ["yuv420p10le", "10 bits"]), ("yuv411p", ["yuv411p"]), ("gray", ["gray"]),
        ] {
            let path = folder.file(format + ".mkv")
            try Tool.ffmpeg(["-f", "lavfi", "-i", "testsrc2=s=64x64:d=0.1", "-c:v", "ffv1", "-pix_fmt", format, path])
            let error = try refusal(path)
            #expect(error.kind == .unusable)
            #expect(words.allSatisfy(error.message.contains), "\(error)")
        }
    }

    @Test("A track that is asked for and not there is named")
    func missingTrack() throws {
        let folder = try ScratchFolder()
        let path = folder.file("a.wav")
        try Tool.ffmpeg(["-f", "lavfi", "-i", "sine=d=0.1", path])
        let error = try refusal(path, tracks: .video)
        #expect(error.kind == .unusable && error.message.contains("no video track"))
    }

    @Test("A cover picture is no video track")
    func coverIsNoVideo() throws {
        let folder = try ScratchFolder()
        let path = folder.file("a.mp3")
        try Tool.ffmpeg(
            [
                "-f", "lavfi", "-i", "sine=d=0.5", "-f", "lavfi", "-i", "color=s=64x64:d=0.04", "-map", "0", "-map",
                "1",
                "-c:v", "mjpeg", "-disposition:v", "attached_pic", path,
            ])
        let reader = try MediaFileReader(path: path)
        #expect(reader.video == nil && reader.sound != nil)
    }

    @Test("Broken packets are counted and passed over; the rest is shown at its own time")
    func brokenPackets() throws {
        let folder = try ScratchFolder()
        let path = folder.file("a.avi")
        try Tool.ffmpeg(["-f", "lavfi", "-i", "testsrc2=s=128x72:r=30:d=1", "-c:v", "mjpeg", "-q:v", "4", path])
        var bytes = try ScratchFolder.read(path)
        // Every fifth JPEG loses its start and all its markers.
        let starts = bytes.indices.dropLast(3).filter {
            bytes[$0] == 0xFF && bytes[$0 + 1] == 0xD8 && bytes[$0 + 2] == 0xFF
        }
        try #require(starts.count == 30)
        let broken = stride(from: 4, to: 30, by: 5).map(\.self)
        for number in broken {
            let end = number + 1 < 30 ? starts[number + 1] - 16 : starts[number] + 500
            for index in starts[number]..<end { bytes[index] = 0x41 }
        }
        let reader = try MediaFileReader(path: folder.write(bytes, "b.avi"))
        let read = try ReadFile(reader)
        #expect(reader.corruptCount == Int64(broken.count))
        let expected = (0..<30).filter { !broken.contains($0) }.map { FrameRate(30).time(ofFrame: Int64($0)) }
        #expect(read.pictureTimes == expected)
    }

    @Test(
        "A file cut anywhere, or with any bytes changed, ends without a trap",
        arguments: ["a.mp4", "a.mkv", "a.ts", "a.nut"])
    func damagedAnywhere(name: String) throws {
        let folder = try ScratchFolder()
        let path = folder.file(name)
        try Tool.ffmpeg(
            [
                "-f", "lavfi", "-i", "testsrc2=s=64x48:r=30:d=1", "-f", "lavfi", "-i", "sine=d=1", "-c:v", "libx264",
                "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-c:a", "aac", path,
            ])
        let whole = try ScratchFolder.read(path)
        var random = SeededGenerator(seed: 99)
        for round in 0..<24 {
            var bytes = whole
            if round % 2 == 0 {
                bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random))
            } else {
                for _ in 0..<(1 << (round / 2)) {
                    bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
            }
            guard let reader = try? MediaFileReader(path: folder.write(bytes, "broken." + name)) else { continue }
            let read = try? ReadFile(reader, limit: 5000)
            #expect((read?.pictureTimes.count ?? 0) < 5000)
        }
    }

    @Test("What the pool's pictures and blocks are made for must be the file's format")
    func wrongPool() throws {
        let folder = try ScratchFolder()
        let path = folder.file("a.mkv")
        try Tool.ffmpeg(
            [
                "-f", "lavfi", "-i", "testsrc2=s=64x48:r=30:d=0.2", "-f", "lavfi", "-i", "sine=d=0.2", "-c:v", "ffv1",
                "-pix_fmt", "yuv420p", path,
            ])
        let reader = try MediaFileReader(path: path)
        _ = try reader.nextPicture()
        let pool = PicturePool(format: .working(PictureSize(width: 32, height: 32)), capacity: 1)
        guard var picture = pool.take(captureTime: HostTime(nanoseconds: 0), sequence: 0) else { return }
        var kind: FFmpegError.Kind?
        do { try reader.copyPicture(into: &picture) } catch { kind = error.kind }
        #expect(kind == .mismatch)
        _ = try reader.nextSound()
        let sounds = SoundPool(format: SoundFormat(sampleRate: 8000, channels: 1), blockCapacity: 2000, capacity: 1)
        guard var block = sounds.take(captureTime: HostTime(nanoseconds: 0), sampleCount: 0) else { return }
        kind = nil
        do { try reader.copySound(into: &block) } catch { kind = error.kind }
        #expect(kind == .mismatch)
    }
}
