import OnAirEncode
import OnAirFFmpeg
import OnAirMedia
import Testing

@Suite("Audio encode stage")
struct AudioEncodeStageTests {
    private func sound(_ number: Int64, count: Int = 1024) -> ProgramSound? {
        let pool = SoundPool(format: SoundFormat(sampleRate: 48000, channels: 2), blockCapacity: count, capacity: 1)
        guard var block = pool.take(captureTime: HostTime(nanoseconds: number * 1000), sampleCount: count) else {
            return nil
        }
        for channel in 0...1 {
            block.withMutableChannel(channel) { samples in
                for index in samples.indices { samples[index] = Float((index * 7 + Int(number)) % 100) / 200 - 0.25 }
            }
        }
        return ProgramSound(block: block.freeze(), sampleIndex: number * 1024)
    }

    @Test("Packets lie 1024 samples apart, one block before their sound; the end brings the last and closes the output")
    func encodes() throws {
        let runner = StepRunner()
        let signal = runner.makeSignal()
        let input = BoundedQueue<ProgramSound>(capacity: 100, consumer: signal)
        let output = BoundedQueue<EncodedPacket>(capacity: 30)
        let (ledger, meter) = (DropLedger(), EncodeMeter())
        let encoder = try AACEncoder(format: SoundFormat(sampleRate: 48000, channels: 2), bitrate: 128_000)
        #expect(encoder.trackFormat.audioSpecificConfig.prefix(2) == [0x11, 0x90])
        runner.add(
            AudioEncodeStage(
                encoder: encoder, input: input, output: output, packets: PacketPool(capacity: 16, initialSize: 1024),
                ledger: ledger, meter: meter, clock: runner.clock), signal: signal)
        for number in 10..<30 {
            let block = try #require(sound(Int64(number)))
            #expect(input.push(block))
        }
        let short = try #require(sound(30, count: 1000))
        #expect(input.push(short))
        input.close()
        #expect(runner.runUntilFinished(limit: HostTime(nanoseconds: 0)))
        var packets: [EncodedPacket] = []
        while let packet = output.pop() { packets.append(packet) }
        #expect(output.isFinished)
        #expect(packets.map(\.presentationTime) == (9..<30).map { MediaTime(value: $0 * 1024, timescale: 48000) })
        #expect(packets.dropFirst().map(\.captureTime.nanoseconds) == (10..<30).map { $0 * 1000 })
        #expect(ledger[.corrupt] == 1 && ledger[.dropped] == 0)
        let statistics = meter.snapshot
        #expect(statistics.encoded == 20 && statistics.packets == 21)
        #expect(statistics.bytes == packets.reduce(0) { $0 + Int64($1.byteCount) })
        // Constant bitrate in the mean: 128 kbit/s are 341 bytes a packet.
        #expect(abs(Double(statistics.bytes) / 21 - 341) < 60)
    }

    @Test("Packets that find no room are counted and the sound goes on")
    func countsDrops() throws {
        let runner = StepRunner()
        let signal = runner.makeSignal()
        let input = BoundedQueue<ProgramSound>(capacity: 100, consumer: signal)
        let output = BoundedQueue<EncodedPacket>(capacity: 5)
        let ledger = DropLedger()
        runner.add(
            AudioEncodeStage(
                encoder: try AACEncoder(format: SoundFormat(sampleRate: 48000, channels: 2), bitrate: 64_000),
                input: input, output: output, packets: PacketPool(capacity: 16, initialSize: 1024), ledger: ledger,
                meter: EncodeMeter(), clock: runner.clock), signal: signal)
        for number in 0..<12 {
            let block = try #require(sound(Int64(number)))
            #expect(input.push(block))
        }
        runner.run(until: HostTime(nanoseconds: 0))
        // The encoder holds one block back until it is flushed.
        #expect(output.count == 5)
        #expect(ledger[.dropped] == 6)
    }
}
