import OnAirFFmpeg
import OnAirMedia
import Testing

@Suite("AAC encoder, judged by ffprobe and ffmpeg")
struct AACEncoderTests {
    private struct Encoded {
        var config: [UInt8]
        var packets: [(time: MediaTime, captureTime: HostTime, bytes: [UInt8])] = []

        /// The packets behind ADTS headers (ISO/IEC 13818-7, 6.2), made from the AudioSpecificConfig.
        var adts: [UInt8] {
            let rateIndex = (config[0] & 7) << 1 | config[1] >> 7
            let channels = config[1] >> 3 & 15
            return packets.flatMap { packet -> [UInt8] in
                let length = packet.bytes.count + 7
                return [
                    0xFF, 0xF1, 1 << 6 | rateIndex << 2 | channels >> 2, (channels & 3) << 6 | UInt8(length >> 11),
                    UInt8(length >> 3 & 255), UInt8((length & 7) << 5 | 0x1F), 0xFC,
                ] + packet.bytes
            }
        }
    }

    private func encode(_ channels: [[Float]], rate: Int, bitrate: Int = 128_000, from start: Int64 = 0) throws
        -> Encoded
    {
        let encoder = try AACEncoder(format: SoundFormat(sampleRate: rate, channels: channels.count), bitrate: bitrate)
        let pool = PacketPool(capacity: 4, initialSize: 512)
        var encoded = Encoded(config: encoder.audioSpecificConfig)
        let take = { (packet: EncodedPacket) in
            #expect(packet.track == .audio && packet.isKeyframe && packet.decodeTime == packet.presentationTime)
            encoded.packets.append((packet.presentationTime, packet.captureTime, packet.withBytes { Array($0) }))
        }
        for position in stride(from: 0, to: channels[0].count - 1023, by: 1024) {
            let part = channels.map { Array($0[position..<(position + 1024)]) }
            let index = start + Int64(position)
            let captured = HostTime(nanoseconds: 5_000_000_000).advanced(
                by: MediaTime(value: index, timescale: Int64(rate)))
            let block = try #require(TestSound.block(part, rate: rate, captureTime: captured))
            try encoder.encode(ProgramSound(block: block, sampleIndex: index), packets: pool, take)
        }
        try encoder.flush(packets: pool, take)
        return encoded
    }

    @Test("The stream is AAC-LC of the rate and channels asked for", arguments: [44100, 48000], [1, 2])
    func describesItself(rate: Int, channels: Int) throws {
        let folder = try ScratchFolder()
        let tone = TestSound.sine(1000, rate: rate, count: 48 * 1024)
        let encoded = try encode(Array(repeating: tone, count: channels), rate: rate)
        // Object type 2 (AAC-LC), rate index 4 (44100) or 3 (48000), channel configuration.
        let index: UInt8 = rate == 44100 ? 4 : 3
        #expect(Array(encoded.config.prefix(2)) == [2 << 3 | index >> 1, index << 7 | UInt8(channels) << 3])
        let path = try folder.write(encoded.adts, "a.aac")
        let stream = try #require(try Tool.probe(path, ["-show_streams"]).first)
        #expect(stream["codec_name"] == "aac" && stream["profile"] == "LC")
        #expect(stream["sample_rate"] == "\(rate)" && stream["channels"] == "\(channels)")
    }

    @Test("A tone comes back at its frequency and level, each channel its own")
    func toneSurvives() throws {
        let folder = try ScratchFolder()
        let count = 96 * 1024
        let encoded = try encode(
            [
                TestSound.sine(1000, rate: 48000, count: count),
                TestSound.sine(440, rate: 48000, count: count, amplitude: 0.25),
            ],
            rate: 48000)
        let path = try folder.write(encoded.adts, "a.aac")
        let samples = TestSound.floats(try Tool.ffmpeg(["-xerror", "-i", path, "-f", "f32le", "-"]))
        let middle = 20000..<80000
        let left = middle.map { samples[2 * $0] }
        let right = middle.map { samples[2 * $0 + 1] }
        #expect(abs(TestSound.tone(1000, in: left[...], rate: 48000).amplitude - 0.5) < 0.01)
        #expect(TestSound.tone(440, in: left[...], rate: 48000).amplitude < 0.005)
        #expect(abs(TestSound.tone(440, in: right[...], rate: 48000).amplitude - 0.25) < 0.01)
        // The library’s encoder reaches -31.7 dB here, with or without us.
        #expect(TestSound.distortion(1000, in: left[...], rate: 48000) < -30)
    }

    @Test("An impulse comes out of a decoder at the time it went in", arguments: [Int64(0), 1024, 480_000])
    func impulseKeepsItsPlace(start: Int64) throws {
        let folder = try ScratchFolder()
        var samples = Array(repeating: Float(0), count: 30 * 1024)
        let place = 12_345
        samples[place] = 0.9
        let encoded = try encode([samples], rate: 48000, bitrate: 160_000, from: start)
        #expect(encoded.packets.first?.time == MediaTime(value: start - 1024, timescale: 48000))
        let path = try folder.write(encoded.adts, "a.aac")
        let decoded = TestSound.floats(try Tool.ffmpeg(["-xerror", "-i", path, "-f", "f32le", "-"]))
        let peak = try #require(decoded.indices.max { abs(decoded[$0]) < abs(decoded[$1]) })
        // What a bare decoder puts out first lies at the first packet's time.
        let first = try #require(encoded.packets.first).time.value(inTimescale: 48000)
        #expect(first + Int64(peak) == start + Int64(place))
    }

    @Test("Packets follow each other by exactly 1024 samples and carry the time their sound was captured")
    func timesAreExact() throws {
        let encoded = try encode([TestSound.sine(1000, rate: 44100, count: 50 * 1024)], rate: 44100, from: 7 * 1024)
        #expect(encoded.packets.count == 51)
        for (number, packet) in encoded.packets.enumerated() {
            let index = Int64(7 + number - 1) * 1024
            #expect(packet.time == MediaTime(value: index, timescale: 44100))
            let captured = HostTime(nanoseconds: 5_000_000_000).advanced(by: packet.time)
            #expect(abs(packet.captureTime.nanoseconds(since: captured)) <= 2)
        }
    }

    @Test("A hole in the input is a hole in the packets' times, not a shift of what follows")
    func holesStay() throws {
        let encoder = try AACEncoder(format: SoundFormat(sampleRate: 48000, channels: 1), bitrate: 64000)
        let pool = PacketPool(capacity: 4, initialSize: 512)
        var times: [Int64] = []
        for index in [0, 1, 2, 5, 6, 7, 8] as [Int64] {
            let block = try #require(TestSound.block([TestSound.sine(1000, rate: 48000, count: 1024)], rate: 48000))
            try encoder.encode(ProgramSound(block: block, sampleIndex: index * 1024), packets: pool) {
                times.append($0.presentationTime.value / 1024)
            }
        }
        try encoder.flush(packets: pool) { times.append($0.presentationTime.value / 1024) }
        #expect(times == times.sorted() && Set(times).count == times.count)
        #expect(times.suffix(3) == [6, 7, 8])
    }

    @Test("Two runs give the same bytes")
    func isDeterministic() throws {
        let tone = TestSound.sine(1234, rate: 48000, count: 40 * 1024)
        #expect(try encode([tone, tone], rate: 48000).adts == encode([tone, tone], rate: 48000).adts)
    }

    @Test("Formats that AAC-LC is not made in here, and unfit blocks, are refused with a reason")
    func refusesNonsense() throws {
        for (rate, channels, bitrate) in [(48000, 3, 128_000), (22050, 2, 64000), (48000, 0, 64000), (48000, 2, 5)] {
            let error = #expect(throws: FFmpegError.self) {
                _ = try AACEncoder(format: SoundFormat(sampleRate: rate, channels: channels), bitrate: bitrate)
            }
            #expect(error?.kind == .configuration && error?.advice != nil)
        }
        let encoder = try AACEncoder(format: SoundFormat(sampleRate: 48000, channels: 1), bitrate: 64000)
        let pool = PacketPool(capacity: 4, initialSize: 512)
        let good = try #require(TestSound.block([Array(repeating: 0, count: 1024)], rate: 48000))
        let short = try #require(TestSound.block([Array(repeating: 0, count: 1000)], rate: 48000))
        let slow = try #require(TestSound.block([Array(repeating: 0, count: 1024)], rate: 44100))
        try encoder.encode(ProgramSound(block: good, sampleIndex: 1024), packets: pool) { _ in }
        for (block, index) in [(short, 2048), (slow, 2048), (good, 1024), (good, 1500)] as [(SoundBlock, Int64)] {
            let error = #expect(throws: FFmpegError.self) {
                try encoder.encode(ProgramSound(block: block, sampleIndex: index), packets: pool) { _ in }
            }
            #expect(error?.kind == .mismatch)
        }
    }
}
