import Foundation
import OnAirMedia
import OnAirTestKit
import OnAirWire
import Testing

/// HEVC, AV1 and Opus in tags and messages (enhanced RTMP 2.0).
///
/// The fixtures are what FFmpeg 9.0.2 muxes, made by
/// `ffmpeg -f lavfi -i testsrc2=size=64x48:rate=25:duration=0.8
///  -f lavfi -i sine=frequency=440:sample_rate=48000:duration=0.8 -ac 2 … -f flv`
/// with `-c:v libx265 -x265-params keyint=10:min-keyint=10:bframes=2:no-open-gop=1:info=0 -b:v 60k -c:a libopus -b:a 24k`
/// and `-c:v libaom-av1 -cpu-used 8 -usage realtime -g 10 -b:v 60k -c:a aac -b:a 32k`. FFmpeg's reader takes them.
@Suite struct EnhancedTagTests {
    /// A program taken out of a fixture.
    struct Clip {
        let tags: [FFmpegClip.Tag]

        init(_ name: String) throws {
            let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
            tags = try FFmpegClip.tags(in: [UInt8](Data(contentsOf: folder.appending(path: "\(name).flv"))))
        }

        /// Bodies behind a tag header that begins with `first`.
        func bodies(_ type: UInt8, _ first: UInt8) -> [[UInt8]] {
            tags.filter { $0.type == type && $0.body[0] == first }.map { Array($0.body.dropFirst(5)) }
        }

        /// The parameter sets of an HEVCDecoderConfigurationRecord with one of each kind (ISO/IEC 14496-15, 8.3.3.1).
        static func sets(_ record: [UInt8]) throws -> VideoCodec {
            var (position, sets) = (23, [[UInt8]]())
            for _ in 0..<record[22] {
                try #require(record[(position + 1)...(position + 2)].elementsEqual([0, 1]))
                let length = Int(record[position + 3]) << 8 | Int(record[position + 4])
                sets.append(Array(record[(position + 5)..<(position + 5 + length)]))
                position += 5 + length
            }
            return .hevc(video: sets[0], sequence: sets[1], picture: sets[2])
        }

        /// The media in the file's order: tags of `types`, whose headers have the given length, and an offset where the
        /// first byte says so.
        func packets(videoOnly: Bool = false) -> [EncodedPacket] {
            tags.compactMap { tag in
                let time = MediaTime.milliseconds(Int64(tag.milliseconds))
                switch (tag.type, tag.body[0]) {
                case (9, 0x91), (9, 0xA1):
                    let isHEVC = tag.body[1] == UInt8(ascii: "h")
                    let offset = isHEVC ? tag.body[5...7].reduce(0 as Int64) { $0 << 8 | Int64($1) } : 0
                    return Samples.packet(
                        .video, time, presentation: time + .milliseconds(offset),
                        bytes: Array(tag.body.dropFirst(isHEVC ? 8 : 5)))
                case (9, 0x93), (9, 0xA3): return Samples.packet(.video, time, bytes: Array(tag.body.dropFirst(5)))
                case (8, 0x91) where !videoOnly:
                    return Samples.packet(.audio, time, bytes: Array(tag.body.dropFirst(5)))
                default: return nil
                }
            }
        }
    }

    static func hevcOpus() throws -> (clip: Clip, format: ProgramFormat) {
        let clip = try Clip("hevc-opus")
        var format = Samples.format
        format.video?.codec = try Clip.sets(try #require(clip.bodies(9, 0x90).first))
        format.audio?.codec = .opus(head: try #require(clip.bodies(8, 0x90).first))
        return (clip, format)
    }

    static func av1() throws -> (clip: Clip, format: ProgramFormat) {
        let clip = try Clip("av1-aac")
        var format = ProgramFormat(video: Samples.video, audio: nil)
        format.video?.codec = .av1(configurationRecord: try #require(clip.bodies(9, 0x90).last))
        return (clip, format)
    }

    @Test("Tags of HEVC and Opus are, byte for byte and time for time, those that FFmpeg writes")
    func hevcAndOpus() throws {
        let (clip, format) = try Self.hevcOpus()
        var writer = FLVWriter()
        try writer.begin(format: format)
        for packet in clip.packets() { #expect(writer.write(packet) != .dropped(.malformed)) }
        let ours = try FFmpegClip.tags(in: writer.output.bytes)
        // FFmpeg's colour information, channel layout and end of sequence are optional, and ours are not there.
        let truth = clip.tags.filter { tag in
            tag.type == 9 ? ![0xD4, 0x92].contains(tag.body[0]) : tag.type == 8 && ![0x94, 0x92].contains(tag.body[0])
        }
        for type in [9, 8] as [UInt8] {
            let (left, right) = (ours.filter { $0.type == type }, truth.filter { $0.type == type })
            #expect(left.count == right.count)
            #expect(left.count > 10)
            let difference = zip(left, right).first { $0 != $1 }
            #expect(difference == nil)
        }
    }

    @Test("Tags of AV1 are those that FFmpeg writes")
    func av1Tags() throws {
        let (clip, format) = try Self.av1()
        var writer = FLVWriter()
        try writer.begin(format: format)
        for packet in clip.packets(videoOnly: true) { _ = writer.write(packet) }
        let ours = try FFmpegClip.tags(in: writer.output.bytes).filter { $0.type == 9 }
        let truth = clip.tags.filter { $0.type == 9 && [0x91, 0xA1].contains($0.body[0]) }
        #expect(ours.first?.body == joined([0x90], Array("av01".utf8), try #require(clip.bodies(9, 0x90).last)))
        #expect(ours.dropFirst().map(\.body) == truth.map(\.body))
        #expect(truth.count >= 15)
        let start = try #require(truth.first?.milliseconds)
        #expect(ours.dropFirst().map(\.milliseconds) == truth.map { $0.milliseconds - start })
    }

    @Test("Headers are those of the specification: flag and frame type, packet type, four letters, offset")
    func headers() {
        let hevc = Array("hvc1".utf8)
        #expect(MediaTagHeader.videoSequenceHeader(.hevc).bytes == [0x90] + hevc)
        #expect(
            MediaTagHeader.picture(.hevc, isKeyframe: true, compositionOffset: 0x01_0203).bytes
                == [0x91] + hevc + [1, 2, 3])
        #expect(MediaTagHeader.picture(.hevc, isKeyframe: false, compositionOffset: 0).bytes == [0xA3] + hevc)
        #expect(MediaTagHeader.picture(.av1, isKeyframe: false, compositionOffset: 9).bytes == [0xA1] + "av01".utf8)
        #expect(MediaTagHeader.audioSequenceHeader(.opus).bytes == [0x90] + "Opus".utf8)
        #expect(MediaTagHeader.audioFrame(.opus).bytes == [0x91] + "Opus".utf8)
        #expect(MediaTagHeader.picture(.avc, isKeyframe: true, compositionOffset: 5).bytes == [0x17, 1, 0, 0, 5])
    }

    @Test("Metadata name the codecs by their letters (0x68766331 and 0x4F707573)")
    func metadata() throws {
        var link = try Samples.publishingLink(format: Self.hevcOpus().format)
        link.exchange(now: Samples.start)
        let metadata = try #require(AMF0Reader.values(in: link.server.media[0].payload).last)
        #expect(metadata["videocodecid"] == 1752589105.0)
        #expect(metadata["audiocodecid"] == 1332770163.0)
    }

    @Test("connect lists the codecs where the format has such, and only then")
    func list() throws {
        let lists: [(ProgramFormat, AMF0Value?)] = [
            (Samples.format, nil), (try Self.hevcOpus().format, .strictArray(["hvc1", "Opus"])),
            (try Self.av1().format, .strictArray(["av01"])),
        ]
        for (format, list) in lists {
            let link = try Samples.publishingLink(format: format)
            #expect(link.results == [.becamePublishing])
            #expect(link.server.commands.first?.values.first?["fourCcList"] == list)
        }
    }

    /// One attempt at a server that refuses, or drops, a `connect` with a list.
    private func attempt(_ format: ProgramFormat, hangsUp: Bool, for ever: Bool = false) throws -> [String] {
        var told: [String] = []
        var earlier: RTMPReconnect?
        var random = SeededGenerator(seed: 5)
        for _ in 0..<9 {
            var publisher = RTMPPublisherMachine(target: Samples.target, continuing: earlier, random: &random)
            try publisher.publish(format: format)
            publisher.start(now: Samples.start)
            let chokes = ever || (earlier == nil && format != Samples.format)
            var script = RTMPServerScript()
            if chokes { script.connect = hangsUp ? .silence : .reject(code: "x", text: "what is this?") }
            var link = InMemoryLink(publisher: publisher, server: RTMPServerMachine(script: script))
            link.exchange(now: Samples.start)
            let holdsList = link.server.commands.first?.values.first?["fourCcList"] != nil
            told.append(holdsList ? "list" : "plain")
            if hangsUp, chokes {
                switch link.publisher.connectionClosed() {
                case .reconnect(let next):
                    #expect(next.reason == .plainConnect)
                    earlier = next
                    continue
                case .failed: return told + ["failed"]
                case .closed: return told + ["closed"]
                }
            }
            switch link.results.last {
            case .reconnect(let next)?: earlier = next
            case .becamePublishing?: return told + ["publishing"]
            case .failed?: return told + ["failed"]
            default: return told
            }
        }
        return told
    }

    @Test("A server that chokes on the list meets a plain connect next, once", arguments: [false, true])
    func plainRetry(_ hangsUp: Bool) throws {
        let format = try Self.hevcOpus().format
        #expect(try attempt(format, hangsUp: hangsUp) == ["list", "plain", "publishing"])
        #expect(try attempt(format, hangsUp: hangsUp, for: true) == ["list", "plain", "failed"])
        #expect(try attempt(Samples.format, hangsUp: hangsUp, for: true) == ["plain", "failed"])
    }

    @Test("The record of HEVC is the one FFmpeg makes, and a set that cannot be read is refused")
    func hevcRecord() throws {
        let record = try #require(Self.hevcOpus().clip.bodies(9, 0x90).first)
        guard case .hevc(let video, let sequence, let picture) = try Clip.sets(record) else { return }
        #expect(try HEVCDecoderConfiguration(video: video, sequence: sequence, picture: picture).bytes == record)
        for count in 0..<sequence.count {
            // The fields that the record repeats end long before the set does; what is missing behind them is not needed.
            let made = try? HEVCDecoderConfiguration(
                video: video, sequence: Array(sequence.prefix(count)), picture: picture)
            #expect(made == nil || count > 16)
        }
        #expect(throws: TrackHeaderError.self) {
            try HEVCDecoderConfiguration(video: sequence, sequence: sequence, picture: picture)
        }
        #expect(throws: TrackHeaderError.self) { try HEVCDecoderConfiguration(video: [], sequence: [], picture: []) }
    }

    @Test("Configurations of AV1 and Opus that are none are refused")
    func badConfigurations() {
        for codec in [VideoCodec.av1(configurationRecord: []), .av1(configurationRecord: [1, 0, 0, 0])] {
            var format = Samples.format
            format.video?.codec = codec
            #expect(throws: TrackHeaderError.self) { try ProgramAnnouncement(format, encoderName: "x") }
        }
        let head = Array("OpusHead".utf8) + [1, 2, 0x38, 1, 0x80, 0xBB, 0, 0, 0, 0, 0]
        for bad in [[], Array(head.dropLast()), [0x6F] + head.dropFirst()] as [[UInt8]] {
            var format = Samples.format
            format.audio?.codec = .opus(head: bad)
            #expect(throws: TrackHeaderError.self) { try ProgramAnnouncement(format, encoderName: "x") }
        }
        var format = Samples.format
        format.audio?.codec = .opus(head: head)
        #expect(throws: Never.self) { try ProgramAnnouncement(format, encoderName: "x") }
    }

    @Test("The key flag comes from the bytes: IRAP slices of HEVC, shown key frames of AV1")
    func keyFlags() {
        func kind(_ bytes: [UInt8], _ codec: VideoTagCodec) -> CodedPicture {
            bytes.withUnsafeBytes { CodedPicture($0, codec) }
        }
        // ITU-T H.265, table 7-1: 16…21 are intra random access points; 1 and 32 are not.
        for type in 0...63 as ClosedRange<UInt8> {
            #expect(kind([0, 0, 0, 3, type << 1, 1, 9], .hevc) == ((16...21).contains(type) ? .key : .other))
        }
        #expect(kind([0, 0, 0, 1, 0x26], .hevc) == .malformed)
        #expect(kind([0, 0, 0, 4, 0x26, 1, 9], .hevc) == .malformed)
        // AV1, 5.9.2: show_existing_frame, frame_type, show_frame.
        #expect(kind([0x12, 0, 0x32, 1, 0x10], .av1) == .key)
        #expect(kind([0x32, 1, 0x00], .av1) == .other)
        #expect(kind([0x32, 1, 0x30], .av1) == .other)
        #expect(kind([0x32, 1, 0x90], .av1) == .other)
        #expect(kind([0x36, 0, 1, 0x10], .av1) == .key)
        for bad in [[], [0x30, 1, 0x10], [0xB2, 1, 0x10], [0x32], [0x32, 2, 0x10], [0x32, 0x80]] as [[UInt8]] {
            #expect(kind(bad, .av1) == .malformed)
        }
        #expect(kind([0x32, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01], .av1) == .malformed)
    }

    @Test("A newer ffmpeg reads our file", .enabled(if: ProcessInfo.processInfo.environment["ONAIR_NEW_FFMPEG"] != nil))
    func judgedByNewFFmpeg() throws {
        let program = try #require(ProcessInfo.processInfo.environment["ONAIR_NEW_FFMPEG"])
        let folder = try Program.makeTemporaryFolder()
        defer { Program.remove(folder) }
        for (clip, format) in [try Self.hevcOpus(), try Self.av1()] {
            var writer = FLVWriter()
            try writer.begin(format: format)
            for packet in clip.packets(videoOnly: format.audio == nil) { _ = writer.write(packet) }
            let file = folder.appendingPathComponent("ours.flv")
            try Data(writer.output.bytes).write(to: file)
            let hashes = try Program.run(
                program, ["-v", "error", "-xerror", "-i", file.path, "-f", "framemd5", "-"])
            #expect(hashes.split(separator: "\n").filter { $0.hasPrefix("0,") }.count == 20)
        }
    }
}
