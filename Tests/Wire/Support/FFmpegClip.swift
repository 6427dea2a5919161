import Foundation
import OnAirMedia

/// A program that ffmpeg encoded with x264 and its AAC encoder, taken out of the FLV file ffmpeg wrote: the input for
/// our writers and the truth to compare them with.
struct FFmpegClip {
    /// A tag as it is in the file.
    struct Tag: Equatable {
        var type: UInt8
        var milliseconds: UInt32
        var body: [UInt8]
    }

    let file: URL
    let tags: [Tag]

    /// Two seconds of a test picture with B-frames and a tone.
    init(in folder: URL, profile: String = "high", duration: String = "2", rate: String = "30") throws {
        file = folder.appendingPathComponent("truth-\(profile).flv")
        let pixelFormat = profile == "high444" ? "yuv444p" : profile == "high10" ? "yuv420p10le" : "yuv420p"
        try Program.run(
            "ffmpeg",
            [
                "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=size=160x90:rate=\(rate):duration=\(duration)",
                "-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000:duration=\(duration)", "-ac", "2",
                "-pix_fmt", pixelFormat, "-c:v", "libx264", "-preset", "medium", "-profile:v", profile, "-g", "15",
                "-bf", profile == "baseline" ? "0" : "2", "-c:a", "aac", "-f", "flv", file.path,
            ])
        tags = try Self.tags(in: [UInt8](Data(contentsOf: file)))
    }

    /// The tags of an FLV file (Adobe FLV 10.1, E.3 and E.4), read independently of the writer.
    static func tags(in file: [UInt8]) throws -> [Tag] {
        guard file.count > 13, file.prefix(4) == [0x46, 0x4C, 0x56, 1] else {
            throw Program.Failure(description: "no FLV header")
        }
        var tags: [Tag] = []
        var position = 13
        while position + 15 <= file.count {
            let field = { (offset: Int, count: Int) in
                file[(position + offset)..<(position + offset + count)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            }
            let length = Int(field(1, 3))
            guard position + 15 + length <= file.count, field(11 + length, 4) == UInt32(length + 11) else {
                throw Program.Failure(description: "a tag at \(position) does not add up")
            }
            let body = Array(file[(position + 11)..<(position + 11 + length)])
            tags.append(Tag(type: file[position], milliseconds: field(7, 1) << 24 | field(4, 3), body: body))
            position += 15 + length
        }
        guard position == file.count else { throw Program.Failure(description: "bytes after the last tag") }
        return tags
    }

    /// The AVCDecoderConfigurationRecord that ffmpeg wrote.
    var record: [UInt8] { Array(header(of: 9)?.body.dropFirst(5) ?? []) }

    /// The AudioSpecificConfig that ffmpeg wrote.
    var audioConfig: [UInt8] { Array(header(of: 8)?.body.dropFirst(2) ?? []) }

    private func header(of type: UInt8) -> Tag? { tags.first { $0.type == type && $0.body[1] == 0 } }

    var format: ProgramFormat {
        let record = record
        let length = Int(record[6]) << 8 | Int(record[7])
        let sequence = Array(record[8..<(8 + length)])
        let pictureStart = 8 + length + 3
        let pictureLength = Int(record[pictureStart - 2]) << 8 | Int(record[pictureStart - 1])
        let picture = Array(record[pictureStart..<(pictureStart + pictureLength)])
        let size = PictureSize(width: 160, height: 90)
        return ProgramFormat(
            video: VideoTrackFormat(
                size: size, frameRate: FrameRate(30), bitrate: 300_000, color: .stream(for: size),
                parameterSets: .init(sequence: sequence, picture: picture)),
            audio: AudioTrackFormat(
                sound: SoundFormat(sampleRate: 48000, channels: 2), bitrate: 128_000, audioSpecificConfig: audioConfig))
    }

    /// The media in the file's order, `shift` milliseconds later than there.
    func packets(shift: Int64 = 0) -> [EncodedPacket] {
        tags.filter { ($0.type == 9 || $0.type == 8) && $0.body[1] == 1 }.map { tag in
            let isVideo = tag.type == 9
            let offset = isVideo ? Int64(tag.body[2...4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }) : 0
            let time = Int64(tag.milliseconds) + shift
            return Samples.packet(
                isVideo ? .video : .audio, .milliseconds(time), presentation: .milliseconds(time + offset),
                bytes: Array(tag.body.dropFirst(isVideo ? 5 : 2)))
        }
    }
}
