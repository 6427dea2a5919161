import Foundation
import OnAirMedia

/// A short program that really decodes: made by ffmpeg (libx264 and its AAC encoder), cut into packets here.
struct RealProgram {
    let format: ProgramFormat
    let packets: [EncodedPacket]
    let pictures: Int

    /// 160×90 at 30 fps, a keyframe each second, with a 48 kHz tone.
    init(seconds: Int, in folder: String) async throws {
        let (video, audio) = (folder + "/v.h264", folder + "/a.aac")
        _ = try await Tool.output(
            "ffmpeg",
            [
                "-v", "error", "-f", "lavfi", "-i", "testsrc=size=160x90:rate=30", "-f", "lavfi", "-i",
                "sine=frequency=1000:sample_rate=48000", "-t", "\(seconds)", "-map", "0", "-c:v", "libx264", "-preset",
                "ultrafast", "-tune", "zerolatency", "-profile:v", "baseline", "-x264-params",
                "keyint=30:scenecut=0:slices=1", "-pix_fmt", "yuv420p", "-f", "h264", video, "-t", "\(seconds)", "-map",
                "1", "-ac", "2", "-c:a", "aac", "-f", "adts", audio,
            ])
        let units = Self.units([UInt8](try Data(contentsOf: URL(fileURLWithPath: video))))
        var sets = (sequence: [UInt8](), picture: [UInt8]())
        var pictures: [EncodedPacket] = []
        for unit in units {
            switch unit[0] & 0x1F {
            case 7: sets.sequence = unit
            case 8: sets.picture = unit
            case 1, 5: pictures.append(Self.picture(unit, index: Int64(pictures.count)))
            default: break
            }
        }
        let sounds = Self.sounds([UInt8](try Data(contentsOf: URL(fileURLWithPath: audio))))
        format = ProgramFormat(
            video: VideoTrackFormat(
                size: PictureSize(width: 160, height: 90), frameRate: FrameRate(30), bitrate: 300_000,
                color: .stream(for: PictureSize(width: 160, height: 90)),
                parameterSets: .init(sequence: sets.sequence, picture: sets.picture)), audio: Packets.audioFormat)
        packets = (pictures + sounds).sorted { $0.decodeTime < $1.decodeTime }
        self.pictures = pictures.count
    }

    /// NAL units between start codes (ITU-T H.264, Annex B).
    private static func units(_ bytes: [UInt8]) -> [[UInt8]] {
        var starts: [(code: Int, unit: Int)] = []
        var index = 0
        while index + 3 <= bytes.count {
            if bytes[index] == 0, bytes[index + 1] == 0, bytes[index + 2] == 1 {
                starts.append((index > 0 && bytes[index - 1] == 0 ? index - 1 : index, index + 3))
                index += 3
            } else {
                index += 1
            }
        }
        return starts.indices.map { place in
            Array(bytes[starts[place].unit..<(place + 1 < starts.count ? starts[place + 1].code : bytes.count)])
        }
    }

    private static func picture(_ unit: [UInt8], index: Int64) -> EncodedPacket {
        let buffer = PacketBuffer(capacity: unit.count + 4)
        buffer.append(bigEndian: UInt32(unit.count))
        unit.withUnsafeBytes { buffer.append($0) }
        let time = FrameRate(30).time(ofFrame: index)
        return EncodedPacket(
            track: .video, presentationTime: time, decodeTime: time, isKeyframe: unit[0] & 0x1F == 5,
            captureTime: HostTime(nanoseconds: time.nanoseconds), buffer: buffer)
    }

    /// Raw data blocks behind ADTS headers of 7 bytes (ISO/IEC 13818-7, 6.2).
    private static func sounds(_ bytes: [UInt8]) -> [EncodedPacket] {
        var packets: [EncodedPacket] = []
        var index = 0
        while index + 7 <= bytes.count {
            let length = Int(bytes[index + 3] & 3) << 11 | Int(bytes[index + 4]) << 3 | Int(bytes[index + 5]) >> 5
            let buffer = PacketBuffer(capacity: length)
            bytes[(index + 7)..<(index + length)].withUnsafeBytes { buffer.append($0) }
            let time = MediaTime(value: Int64(packets.count) * 1024, timescale: 48000)
            packets.append(
                EncodedPacket(
                    track: .audio, presentationTime: time, decodeTime: time, isKeyframe: true,
                    captureTime: HostTime(nanoseconds: time.nanoseconds), buffer: buffer))
            index += length
        }
        return packets
    }
}
