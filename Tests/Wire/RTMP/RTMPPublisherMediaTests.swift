import OnAirMedia
import OnAirTestKit
import OnAirWire
import Testing

@Suite struct RTMPPublisherMediaTests {
    private func frame(_ index: Int64) -> MediaTime { FrameRate(30).time(ofFrame: index) }

    @Test(
        "First come metadata and both sequence headers, whether the format was known before the server accepted or not")
    func announcement() throws {
        for isLate in [false, true] {
            var link = Samples.link()
            if !isLate { try link.publisher.publish(format: Samples.format) }
            link.exchange(now: Samples.start)
            if isLate {
                #expect(link.server.media.count == 0)
                try link.publisher.publish(format: Samples.format)
            }
            link.exchange(now: Samples.start)
            let media = link.server.media
            #expect(media.map(\.type) == [.dataAMF0, .video, .audio])
            #expect(media.map(\.timestamp) == [0, 0, 0])
            #expect(media.map(\.streamID) == [1, 1, 1])
            #expect(Set(media.map(\.chunkStreamID)).count == 3)
            #expect(
                media[1].payload
                    == joined(
                        [0x17, 0, 0, 0, 0, 1, 0x42, 0xC0, 0x0B, 0xFF, 0xE1, 0, 7],
                        Samples.video.parameterSets.sequence, [1, 0, 4], Samples.video.parameterSets.picture))
            #expect(media[2].payload == [0xAF, 0, 0x11, 0x90])
        }
    }

    @Test("Metadata is an ECMA array with rates in kbit/s, a frame rate and both codecs")
    func metadata() throws {
        let link = try Samples.publishingLink()
        let values = try AMF0Reader.values(in: link.server.media[0].payload)
        #expect(values.prefix(2) == ["@setDataFrame", "onMetaData"])
        #expect(
            values.last
                == .ecmaArray([
                    AMF0Property("width", 160.0), AMF0Property("height", 90.0),
                    AMF0Property("framerate", .number(30000.0 / 1001)), AMF0Property("videodatarate", 2500.0),
                    AMF0Property("videocodecid", 7.0), AMF0Property("audiodatarate", 160.0),
                    AMF0Property("audiocodecid", 10.0), AMF0Property("audiosamplerate", 48000.0),
                    AMF0Property("audiosamplesize", 16.0), AMF0Property("stereo", true),
                    AMF0Property("encoder", "OnAir"),
                ]))
    }

    @Test("Nothing goes before the server accepted, and pictures wait for an IDR picture")
    func firstPacket() throws {
        var link = Samples.link()
        try link.publisher.publish(format: Samples.format)
        #expect(link.publisher.send(Samples.picture(frame(0), key: true)) == .dropped(.notPublishing))
        link.exchange(now: Samples.start)
        #expect(link.publisher.send(Samples.picture(frame(1))) == .dropped(.awaitingKeyframe))
        #expect(link.publisher.send(Samples.picture(frame(2), key: true)) == .written(bytes: 8 + 5 + 104))
        #expect(link.publisher.send(Samples.picture(frame(3))) == .written(bytes: 4 + 5 + 104))
    }

    @Test("Both tracks count from the first IDR picture's decode time with their true offset, however late the start")
    func oneOrigin() throws {
        var link = try Samples.publishingLink()
        // Sound runs 250 ms ahead of the pictures; the server took 2 s to accept.
        let start = MediaTime.milliseconds(2000)
        #expect(link.publisher.send(Samples.sound(start)) == .dropped(.beforeOrigin))
        let pictureTime = start + .milliseconds(250)
        _ = link.publisher.send(Samples.picture(pictureTime, key: true))
        #expect(link.publisher.send(Samples.sound(start + .milliseconds(249))) == .dropped(.beforeOrigin))
        _ = link.publisher.send(Samples.sound(start + .milliseconds(261)))
        _ = link.publisher.send(Samples.picture(pictureTime + .milliseconds(33)))
        link.exchange(now: Samples.start)
        #expect(link.server.media.dropFirst(3).map(\.timestamp) == [0, 11, 33])
        #expect(link.server.media.dropFirst(3).map(\.type) == [.video, .audio, .video])
    }

    @Test("Without pictures, time starts with the first sound; without sound, sound has no track")
    func singleTracks() throws {
        var sound = try Samples.publishingLink(format: ProgramFormat(video: nil, audio: Samples.audio))
        _ = sound.publisher.send(Samples.sound(.milliseconds(777)))
        _ = sound.publisher.send(Samples.sound(.milliseconds(800)))
        #expect(sound.publisher.send(Samples.picture(.milliseconds(800), key: true)) == .dropped(.noSuchTrack))
        sound.exchange(now: Samples.start)
        #expect(sound.server.media.map(\.type) == [.dataAMF0, .audio, .audio, .audio])
        #expect(sound.server.media.map(\.timestamp) == [0, 0, 0, 23])

        var pictures = try Samples.publishingLink(format: ProgramFormat(video: Samples.video, audio: nil))
        #expect(pictures.publisher.send(Samples.sound(.zero)) == .dropped(.noSuchTrack))
        pictures.exchange(now: Samples.start)
        #expect(pictures.server.media.map(\.type) == [.dataAMF0, .video])
    }

    @Test(
        "With B-frames at 60 fps, decode time plus offset is exactly round(1000 k / 60), and the offset never negative")
    func compositionOffsets() throws {
        var link = try Samples.publishingLink()
        let rate = FrameRate(60)
        // Decode order I P b b, P b b …: presentation numbers 0 3 1 2 6 4 5 …, decode times two frames early.
        var order: [Int64] = [0]
        for group in 0..<100 as Range<Int64> { order += [3 * group + 3, 3 * group + 1, 3 * group + 2] }
        for (index, number) in order.enumerated() {
            let outcome = link.publisher.send(
                Samples.picture(
                    rate.time(ofFrame: Int64(index)), presentation: rate.time(ofFrame: number + 2), key: index == 0))
            #expect(outcome != .dropped(.malformed))
        }
        link.exchange(now: Samples.start)
        let pictures = link.server.media.filter { $0.type == .video }.dropFirst()
        #expect(pictures.count == order.count)
        for (message, number) in zip(pictures, order) {
            let offset = message.payload[2...4].reduce(0) { $0 << 8 | Int($1) }
            #expect(offset < 0x80_0000)
            let exact = (Double(number + 2) * 1000 / 60).rounded()
            #expect(Int(message.timestamp) + offset == Int(exact))
        }
        #expect(zip(pictures, pictures.dropFirst()).allSatisfy { $0.timestamp < $1.timestamp })
    }

    @Test(
        "AAC frames are 23 or 24 ms apart at 44.1 kHz, 21 or 22 at 48 kHz, and add up exactly",
        arguments: [
            (44100, 23...24), (48000, 21...22),
        ] as [(Int64, ClosedRange<Int64>)])
    func audioTimes(_ rate: Int64, _ steps: ClosedRange<Int64>) throws {
        var link = try Samples.publishingLink(format: ProgramFormat(video: nil, audio: Samples.audio))
        for index in 0..<5000 as Range<Int64> {
            _ = link.publisher.send(Samples.sound(MediaTime(value: index * 1024, timescale: rate), size: 3))
        }
        link.exchange(now: Samples.start)
        let times = link.server.media.dropFirst(2).map { Int64($0.timestamp) }
        #expect(times.count == 5000)
        #expect(zip(times, times.dropFirst()).allSatisfy { steps.contains($1 - $0) })
        #expect(times.last == Int64((Double(4999 * 1024 * 1000) / Double(rate)).rounded()))
    }

    @Test("A decode time that does not rise is dropped, and pictures then wait for an IDR picture")
    func timeMustRise() throws {
        var link = try Samples.publishingLink()
        _ = link.publisher.send(Samples.picture(.milliseconds(235), key: true))
        #expect(link.publisher.send(Samples.picture(.milliseconds(221))) == .dropped(.timeNotRising))
        #expect(link.publisher.send(Samples.picture(.milliseconds(260))) == .dropped(.awaitingKeyframe))
        #expect(link.publisher.send(Samples.picture(.milliseconds(270), key: true)) != .dropped(.awaitingKeyframe))
        #expect(link.publisher.send(Samples.picture(.milliseconds(270), key: true)) == .dropped(.timeNotRising))
        _ = link.publisher.send(Samples.sound(.milliseconds(240)))
        #expect(link.publisher.send(Samples.sound(.milliseconds(240))) == .dropped(.timeNotRising))
        #expect(link.publisher.send(Samples.sound(.milliseconds(239))) == .dropped(.timeNotRising))
        link.exchange(now: Samples.start)
        let sent = link.server.media.dropFirst(3)
        #expect(sent.map(\.timestamp) == [0, 35, 5])
    }

    @Test("Times that rise by less than a millisecond still rise by one in each track")
    func risingMilliseconds() throws {
        var link = try Samples.publishingLink()
        for index in 0..<10 as Range<Int64> {
            _ = link.publisher.send(
                Samples.picture(MediaTime(value: index, timescale: 10_000), key: index == 0))
        }
        link.exchange(now: Samples.start)
        let times = link.server.media.filter { $0.type == .video }.dropFirst().map(\.timestamp)
        #expect(times == Array(0...9))
    }

    @Test("The key flag is that of the NAL units, whatever the packet claims")
    func keyFlag() throws {
        var link = try Samples.publishingLink()
        let lying = Samples.packet(.video, .zero, bytes: [0, 0, 0, 2, 0x41, 9])
        #expect(link.publisher.send(lying) == .dropped(.awaitingKeyframe))
        let withSEI = Samples.packet(.video, .milliseconds(1), bytes: [0, 0, 0, 2, 6, 9, 0, 0, 0, 1, 0x65])
        _ = link.publisher.send(withSEI)
        _ = link.publisher.send(Samples.packet(.video, .milliseconds(40), bytes: [0, 0, 0, 2, 0x41, 9]))
        link.exchange(now: Samples.start)
        let sent = link.server.media.suffix(2).map { Array($0.payload.prefix(5)) }
        #expect(sent == [[0x17, 1, 0, 0, 0], [0x27, 1, 0, 0, 0]])
        #expect(link.server.media.last?.payload == [0x27, 1, 0, 0, 0, 0, 0, 0, 2, 0x41, 9])
    }

    @Test("A presentation time before the decode time is written as offset 0, never as a negative one")
    func negativeOffset() throws {
        var link = try Samples.publishingLink()
        _ = link.publisher.send(Samples.picture(.milliseconds(66), presentation: .zero, key: true))
        _ = link.publisher.send(Samples.picture(.milliseconds(99), presentation: .milliseconds(66)))
        link.exchange(now: Samples.start)
        #expect(link.server.media.suffix(2).map { Array($0.payload[2...4]) } == [[0, 0, 0], [0, 0, 0]])
        #expect(link.server.media.suffix(2).map(\.timestamp) == [0, 33])
    }

    @Test(
        "Packets that are no access unit are dropped, never sent",
        arguments: [
            [], [0], [0, 0, 0, 0], [0, 0, 0, 2, 0x65], [0, 0, 0, 1, 0x65, 0],
            [0, 0, 0, 1, 0x65, 0xFF, 0xFF, 0xFF, 0xFF, 1],
        ] as [[UInt8]])
    func malformed(_ bytes: [UInt8]) throws {
        var link = try Samples.publishingLink()
        #expect(link.publisher.send(Samples.packet(.video, .zero, bytes: bytes)) == .dropped(.malformed))
        _ = link.publisher.send(Samples.picture(.milliseconds(1), key: true))
        #expect(link.publisher.send(Samples.packet(.audio, .milliseconds(2), bytes: [])) == .dropped(.malformed))
        #expect(link.publisher.send(Samples.packet(.video, .milliseconds(3), bytes: bytes)) == .dropped(.malformed))
        #expect(link.publisher.send(Samples.picture(.milliseconds(4))) == .dropped(.awaitingKeyframe))
    }

    @Test("A new format on the way is announced at the present time, and pictures start anew with an IDR picture")
    func formatChange() throws {
        var link = try Samples.publishingLink()
        _ = link.publisher.send(Samples.picture(.zero, key: true))
        _ = link.publisher.send(Samples.picture(.milliseconds(1000)))
        _ = link.publisher.send(Samples.sound(.milliseconds(1021)))
        var format = Samples.format
        format.video?.size = PictureSize(width: 90, height: 160)
        try link.publisher.publish(format: format)
        #expect(link.publisher.send(Samples.picture(.milliseconds(1033))) == .dropped(.awaitingKeyframe))
        #expect(link.publisher.send(Samples.sound(.milliseconds(1042))) != .dropped(.awaitingKeyframe))
        _ = link.publisher.send(Samples.picture(.milliseconds(1066), key: true))
        link.exchange(now: Samples.start)
        let media = link.server.media.dropFirst(6)
        #expect(media.map(\.type) == [.dataAMF0, .video, .audio, .audio, .video])
        #expect(media.map(\.timestamp) == [1021, 1000, 1021, 1042, 1066])
        #expect(link.server.media.filter { $0.type == .video }.allSatisfy { $0.timestamp < 0x8000_0000 })
    }

    @Test("A format that cannot be announced is refused and changes nothing")
    func badFormat() throws {
        var link = try Samples.publishingLink()
        let before = link.publisher.output.count
        var format = Samples.format
        format.video?.parameterSets.sequence = []
        #expect(throws: TrackHeaderError.self) { try link.publisher.publish(format: format) }
        #expect(throws: TrackHeaderError.noTracks) {
            try link.publisher.publish(format: ProgramFormat(video: nil, audio: nil))
        }
        #expect(link.publisher.output.count == before)
        #expect(link.publisher.send(Samples.picture(.zero, key: true)) != .dropped(.noSuchTrack))
    }

    @Test(
        "Across 0xFFFFFF ms and 2^32 ms, messages larger than a chunk keep their times and bytes",
        arguments: [
            0xFF_FFFF - 100, 0xFFFF_FFFF - 100,
        ] as [Int64])
    func longTime(_ edge: Int64) throws {
        var link = try Samples.publishingLink(pieceSize: 1000)
        var expected: [UInt32] = [0]
        _ = link.publisher.send(Samples.picture(.zero, key: true, size: 10_000))
        for index in 0..<12 as Range<Int64> {
            // One step of hours, then ordinary ones; the second track takes the step by itself.
            let time = edge + index * 33
            #expect(link.publisher.send(Samples.picture(.milliseconds(time), size: 10_000)) != .dropped(.timeNotRising))
            _ = link.publisher.send(Samples.sound(.milliseconds(time + 1), size: 5000))
            expected += [UInt32(truncatingIfNeeded: time), UInt32(truncatingIfNeeded: time + 1)]
        }
        link.exchange(now: Samples.start)
        #expect(link.server.fault == nil)
        let media = link.server.media.dropFirst(3)
        #expect(media.map(\.timestamp) == expected)
        #expect(media.filter { $0.type == .video }.allSatisfy { $0.payload.count == 10_009 })
        #expect(media.filter { $0.type == .audio }.allSatisfy { $0.payload.count == 5002 })
        #expect(link.server.media.last?.payload.dropFirst(2).allSatisfy { $0 == 0x21 } == true)
    }

    @Test("Sending for an hour neither grows nor reallocates the output")
    func steadyState() throws {
        var link = try Samples.publishingLink()
        let pictures = (0..<300).map {
            Samples.picture(frame($0), key: $0 % 60 == 0, size: $0 % 60 == 0 ? 60_000 : 9000)
        }
        link.publisher.output.removeAll()
        var growths: Int?
        for round in 0..<360 as Range<Int64> {
            for (index, picture) in pictures.enumerated() {
                let time = frame(round * 300 + Int64(index))
                let packet = EncodedPacket(
                    track: .video, presentationTime: time, decodeTime: time, isKeyframe: picture.isKeyframe,
                    captureTime: Samples.start, buffer: picture.buffer)
                let outcome = link.publisher.send(packet)
                guard case .written = outcome else {
                    Issue.record("\(outcome) in round \(round)")
                    return
                }
                // A driver whose socket now takes little, now nearly all, and never the last bytes.
                link.publisher.output.consume(index % 3 == 2 ? link.publisher.output.count - 3000 : 4000)
            }
            if round == 1 { growths = link.publisher.output.growths }
        }
        #expect(link.publisher.output.growths == growths)
        #expect(link.publisher.output.capacity <= 512 * 1024)
    }
}
