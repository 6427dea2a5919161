import OnAirTestKit
import OnAirWire
import Testing

@Suite struct RTMPChunkWriterTests {
    private func written(_ messages: [RTMPMessage], chunkSize: Int? = nil) -> [UInt8] {
        var writer = RTMPChunkWriter()
        var buffer = WireBuffer()
        if let chunkSize { writer.announce(chunkSize: chunkSize, into: &buffer) }
        buffer.removeAll()
        for message in messages { writer.write(message, into: &buffer) }
        return buffer.bytes
    }

    private func message(_ time: UInt32, _ payload: [UInt8], id: UInt32 = 4, stream: UInt32 = 1) -> RTMPMessage {
        RTMPMessage(type: .audio, streamID: stream, timestamp: time, chunkStreamID: id, payload: payload)
    }

    @Test("Type 0 first, then type 2 for the same shape and type 1 for another length, never type 3")
    func headerTypes() {
        #expect(
            written([message(1000, [1]), message(1020, [2]), message(1041, [3, 4]), message(1041, [5, 6])])
                == joined(
                    [0x04, 0, 0x03, 0xE8, 0, 0, 1, 8, 1, 0, 0, 0, 1], [0x84, 0, 0, 20, 2],
                    [0x44, 0, 0, 21, 0, 0, 2, 8, 3, 4], [0x84, 0, 0, 0, 5, 6]))
    }

    @Test("Type 0 again where time goes back and where the stream id changes")
    func fullHeaders() {
        let bytes = written([message(100, [1]), message(99, [2]), message(99, [3], stream: 0x0102)])
        #expect(
            bytes
                == joined(
                    [0x04, 0, 0, 100, 0, 0, 1, 8, 1, 0, 0, 0, 1], [0x04, 0, 0, 99, 0, 0, 1, 8, 1, 0, 0, 0, 2],
                    [0x04, 0, 0, 99, 0, 0, 1, 8, 2, 1, 0, 0, 3]))
    }

    @Test("A message larger than a chunk repeats the extended timestamp on each of its chunks")
    func extendedOnEveryChunk() {
        let time: [UInt8] = [0x00, 0xFF, 0xFF, 0xFF]
        #expect(
            written([message(0xFF_FFFF, Array(0..<5))], chunkSize: 2)
                == joined(
                    [0x04, 0xFF, 0xFF, 0xFF, 0, 0, 5, 8, 1, 0, 0, 0], time, [0, 1], [0xC4], time, [2, 3], [0xC4], time,
                    [4]))
        #expect(
            written([message(0xFF_FFFE, Array(0..<3))], chunkSize: 2)
                == [0x04, 0xFF, 0xFF, 0xFE, 0, 0, 3, 8, 1, 0, 0, 0, 0, 1, 0xC4, 2])
    }

    @Test("A step of 0xFFFFFF ms and more is an extended difference")
    func extendedDelta() {
        let bytes = written([message(1, [1]), message(0x0100_0001, [2, 3, 4])], chunkSize: 2)
        #expect(
            bytes.dropFirst(13) == [0x44, 0xFF, 0xFF, 0xFF, 0, 0, 3, 8, 1, 0, 0, 0, 2, 3, 0xC4, 1, 0, 0, 0, 4])
    }

    @Test("A message of exactly one chunk has no second chunk")
    func exactFit() {
        #expect(written([message(0, [1, 2])], chunkSize: 2).count == 12 + 2)
        #expect(written([message(0, [1, 2, 3, 4])], chunkSize: 2).count == 12 + 2 + 1 + 2)
        #expect(written([message(0, [])], chunkSize: 2).count == 12)
    }

    @Test("Until a chunk size is announced, chunks have 128 bytes")
    func initialChunkSize() {
        let bytes = written([message(0, [UInt8](repeating: 1, count: 129))])
        #expect(bytes.count == 12 + 128 + 1 + 1)
        #expect(bytes[12 + 128] == 0xC4)
    }

    @Test("The payload may come in any pieces")
    func pieces() {
        let payload = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
        let whole = written([message(7, payload)], chunkSize: 130)
        for size in [1, 2, 129, 130, 131, 999] {
            var writer = RTMPChunkWriter()
            var buffer = WireBuffer()
            writer.announce(chunkSize: 130, into: &buffer)
            buffer.removeAll()
            writer.begin(
                RTMPChunkHeader(type: .audio, streamID: 1, timestamp: 7, chunkStreamID: 4, length: 1000), into: &buffer)
            for start in stride(from: 0, to: 1000, by: size) {
                Array(payload[start..<min(start + size, 1000)]).withUnsafeBytes { writer.append($0, into: &buffer) }
            }
            #expect(buffer.bytes == whole)
        }
    }

    @Test("Messages of every size, time step and chunk stream come back from the reader", arguments: [1, 2, 128, 4096])
    func roundTrip(_ chunkSize: Int) throws {
        var random = SeededGenerator(seed: UInt64(chunkSize))
        var writer = RTMPChunkWriter()
        var reader = RTMPChunkReader()
        var buffer = WireBuffer()
        writer.announce(chunkSize: chunkSize, into: &buffer)
        var sent: [RTMPMessage] = [RTMPControl.setChunkSize(UInt32(chunkSize)).message]
        var time: UInt32 = 0xFFFF_0000
        let ids: [UInt32] = [3, 63, 64, 319, 320, 65599]
        for _ in 0..<400 {
            let step = [0, 1, 23, 0xFF_FFFE, 0xFF_FFFF, 0x100_0000, 0x7FFF_FFFF, 0xFFFF_FFF0, 0x8000_0000]
            time &+= UInt32(step.randomElement(using: &random) ?? 0)
            let count = [0, 1, 127, 128, 129, 5000].randomElement(using: &random) ?? 0
            let message = RTMPMessage(
                type: [.audio, .video, .commandAMF0].randomElement(using: &random) ?? .audio,
                streamID: [0, 1, 0xFFFF_FFFF].randomElement(using: &random) ?? 0, timestamp: time,
                chunkStreamID: ids.randomElement(using: &random) ?? 3,
                payload: (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
            sent.append(message)
            writer.write(message, into: &buffer)
        }
        var got: [RTMPMessage] = []
        try buffer.withReadableBytes { bytes in
            var input = bytes
            while let message = try reader.read(&input) { got.append(message) }
            #expect(input.isEmpty)
        }
        #expect(got == sent)
    }
}
