import OnAirMedia
import OnAirTestKit
import OnAirWire

extension FuzzTarget {
    /// Parameter sets and configuration records of all codecs: a record that holds what it was made of, or a typed error.
    static let configurations = FuzzTarget(
        "configurations", share: 8,
        seeds: [
            [0] + sized(Formats.sets.sequence) + sized(Formats.sets.picture),
            // High profile, 4:4:4, which makes the record read on.
            [0] + sized([0x67, 0x64, 0x00, 0x1F, 0xAC, 0xB4, 0x02, 0x80, 0x2D, 0xC8]) + sized(Formats.sets.picture),
            [1] + hevcParts.flatMap { sized($0) },
            [2] + sized([0x81, 0, 0x0C, 0, 0x0A, 1, 0]),
            [3] + sized(Array("OpusHead".utf8) + [1, 2, 0x38, 1, 0x80, 0xBB, 0, 0, 0, 0, 0]),
            [4] + sized([0x11, 0x90, 0x56, 0xE5, 0x00]),
        ],
        words: [[0x67, 0x64], [0x67, 0xF4], [0x68], [0x40, 1], [0x42, 1], [0x44, 1], [0, 0, 3], [0xFF, 0xFF]],
        check: { input, _ throws(FuzzFinding) in
            var fields = ByteReader(input)
            guard let kind = fields.unsigned8() else { return }
            var parts: [[UInt8]] = []
            while parts.count < 3, let length = fields.unsigned8(),
                let bytes = fields.take(min(Int(length), fields.remaining))
            {
                parts.append(bytes)
            }
            parts += Array(repeating: [], count: 3 - parts.count)
            var format = ProgramFormat(video: nil, audio: nil)
            switch kind % 5 {
            case 0: format.video = Formats.video(.h264(.init(sequence: parts[0], picture: parts[1])))
            case 1: format.video = Formats.video(.hevc(video: parts[0], sequence: parts[1], picture: parts[2]))
            case 2: format.video = Formats.video(.av1(configurationRecord: parts[0]))
            case 3: format.audio = Formats.audio(.opus(head: parts[0]))
            default: format.audio = Formats.audio(.aac(audioSpecificConfig: parts[0]))
            }
            let announcement: ProgramAnnouncement
            do throws(TrackHeaderError) { announcement = try ProgramAnnouncement(format, encoderName: "x") } catch {
                try FuzzFinding.unless(!error.message.isEmpty, "an error says nothing")
                return
            }
            let header = announcement.videoHeader ?? announcement.audioHeader ?? []
            for part in parts.prefix(kind % 5 == 0 ? 2 : kind % 5 == 1 ? 3 : 1) {
                try FuzzFinding.unless(header.firstRange(of: part) != nil, "the record does not hold a set")
            }
            try FuzzFinding.unless(
                header.count <= parts.reduce(64) { $0 + $1.count }, "the record is too long")
        })

    private static func sized(_ bytes: [UInt8]) -> [UInt8] { [UInt8(truncatingIfNeeded: bytes.count)] + bytes }

    private static var hevcParts: [[UInt8]] {
        guard case .hevc(let video, let sequence, let picture) = hevcSets else { return [] }
        return [video, sequence, picture]
    }
}
