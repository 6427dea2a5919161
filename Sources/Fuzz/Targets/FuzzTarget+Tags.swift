import OnAirMedia
import OnAirTestKit
import OnAirWire

extension FuzzTarget {
    /// Access units of all codecs through the FLV writer: tags that add up, times that rise within a track, offsets that
    /// are not negative, and a file that begins with a key picture.
    static let tags = FuzzTarget(
        "tags", share: 12, seeds: tagSeeds,
        words: [
            [0, 0, 0, 1, 0x65], [0, 0, 0, 3, 0x26, 1, 2], [0x32, 1, 0x10], [0x12, 0], [0xFF, 0xFF, 0xFF, 0xFF, 0x01],
            [0, 1, 0, 0],
        ],
        check: { input, _ throws(FuzzFinding) in
            var fields = ByteReader(input)
            guard let kind = fields.unsigned8() else { return }
            let codec: VideoCodec =
                switch kind % 3 {
                case 0: .h264(Formats.sets)
                case 1: hevcSets
                default: .av1(configurationRecord: [0x81, 0, 0x0C, 0])
                }
            var writer = FLVWriter(outputCapacity: 1024)
            let format = ProgramFormat(
                video: Formats.video(codec), audio: Formats.audio(.aac(audioSpecificConfig: [0x11, 0x90])))
            do { try writer.begin(format: format) } catch { throw FuzzFinding("a good format is refused: \(error)") }
            var expected = 0
            while let step = fields.unsigned32(), let offset = fields.unsigned16(), let length = fields.unsigned8(),
                let bytes = fields.take(min(Int(length), fields.remaining))
            {
                let time = MediaTime(value: Int64(step), timescale: 90_000)
                let outcome = writer.write(
                    Formats.packet(
                        offset & 1 == 0 ? .video : .audio, bytes, time,
                        time + MediaTime(value: Int64(offset) - 1000, timescale: 90_000)))
                if case .written(let count) = outcome { expected += count }
            }
            try inspect(writer.output.bytes, mediaBytes: expected)
        })

    /// The bytes of an FLV file, looked at independently of the writer.
    private static func inspect(_ file: [UInt8], mediaBytes: Int) throws(FuzzFinding) {
        var (position, last, tags, media) = (13, [8: -1, 9: -1], 0, 0)
        while position < file.count {
            guard file.count - position >= 15 else { throw FuzzFinding("a tag is cut short") }
            let field = { (offset: Int, count: Int) in
                file[(position + offset)..<(position + offset + count)].reduce(0) { $0 << 8 | Int($1) }
            }
            let (type, length, time) = (field(0, 1), field(1, 3), field(7, 1) << 24 | field(4, 3))
            guard position + 15 + length <= file.count, field(11 + length, 4) == 11 + length else {
                throw FuzzFinding("a tag does not add up")
            }
            tags += 1
            if tags > 3 {
                media += 15 + length
                try FuzzFinding.unless(time > last[type] ?? -1, "times of a track do not rise")
                last[type] = time
                let isVideo = type == 9
                try FuzzFinding.unless(
                    tags > 4 || isVideo && field(11, 1) & 0x30 == 0x10, "it begins with no key picture")
                if isVideo, file[position + 11] & 0x80 == 0 {
                    try FuzzFinding.unless(field(13, 1) < 0x80, "a negative composition offset")
                }
            }
            position += 15 + length
        }
        try FuzzFinding.unless(media == mediaBytes, "\(media) bytes of media, \(mediaBytes) told")
    }

    private static var tagSeeds: [[UInt8]] {
        let pictures: [(UInt8, [UInt8], [UInt8])] = [
            (0, [0, 0, 0, 2, 6, 9, 0, 0, 0, 3, 0x65, 1, 2], [0, 0, 0, 2, 0x41, 9]),
            (1, [0, 0, 0, 3, 0x26, 1, 7], [0, 0, 0, 3, 0x02, 1, 7]),
            (2, [0x12, 0, 0x0A, 1, 0, 0x32, 2, 0x10, 5], [0x32, 2, 0x30, 5]),
        ]
        return pictures.map { kind, key, other in
            var bytes: [UInt8] = [kind]
            for index in 0..<6 as Range<UInt8> {
                let unit = index == 0 ? key : other
                bytes += [0, 0, 12, 184 &+ index &* 10, 4, 16, UInt8(unit.count)] + unit
                bytes += [0, 0, 13, index &* 30, 4, 17, 3, 0x21, 1, 2]
            }
            return bytes
        }
    }

    /// Parameter sets of x265 for 64x48, as FFmpeg's FLV muxer stores them.
    static let hevcSets = VideoCodec.hevc(
        video: [
            0x40, 0x01, 0x0C, 0x01, 0xFF, 0xFF, 0x01, 0x60, 0x00, 0x00, 0x03, 0x00, 0x90, 0x00, 0x00, 0x03, 0x00, 0x00,
            0x03, 0x00, 0x1E, 0x95, 0x90, 0x09,
        ],
        sequence: [
            0x42, 0x01, 0x01, 0x01, 0x60, 0x00, 0x00, 0x03, 0x00, 0x90, 0x00, 0x00, 0x03, 0x00, 0x00, 0x03, 0x00, 0x1E,
            0xA0, 0x20, 0x83, 0x16, 0x59, 0x59, 0x12, 0x93, 0x0B, 0xC0, 0x5A, 0x02, 0x00, 0x00, 0x03, 0x00, 0x02, 0x00,
            0x00, 0x03, 0x00, 0x32, 0x10,
        ],
        picture: [0x44, 0x01, 0xC0, 0x73, 0xC0, 0x89])
}
