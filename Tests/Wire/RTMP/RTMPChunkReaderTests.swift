import OnAirTestKit
import OnAirWire
import Testing

@Suite struct RTMPChunkReaderTests {
    private func payload(_ count: Int, from first: Int = 0) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: ($0 + first) &* 13 &+ 5) }
    }

    private func makeDecoder(
        _ limits: RTMPChunkReader.Limits = RTMPChunkReader.Limits()
    ) -> (UnsafeRawBufferPointer) throws -> [RTMPMessage] {
        var reader = RTMPChunkReader(limits: limits)
        return { bytes in
            var input = bytes
            var messages: [RTMPMessage] = []
            while let message = try reader.read(&input) { messages.append(message) }
            return messages
        }
    }

    private func read(_ bytes: [UInt8], limits: RTMPChunkReader.Limits = RTMPChunkReader.Limits()) throws
        -> [RTMPMessage]
    {
        let decode = makeDecoder(limits)
        return try bytes.withUnsafeBytes { try decode($0) }
    }

    @Test("Example 1 of the specification (RTMP 1.0, 5.3.2.1): four audio messages, the last two without a header")
    func specificationExample1() throws {
        let body = payload(32)
        let id: [UInt8] = [0x39, 0x30, 0, 0]  // 12345, little-endian
        let pieces: [[UInt8]] = [
            joined([0x03, 0x00, 0x03, 0xE8, 0, 0, 32, 8], id, body),
            joined([0x83, 0x00, 0x00, 0x14], body),
            joined([0xC3], body),
            joined([0xC3], body),
        ]
        #expect(pieces.map(\.count) == [44, 36, 33, 33])
        try expectDecodes(
            pieces,
            as: [1000, 1020, 1040, 1060].map {
                RTMPMessage(type: .audio, streamID: 12345, timestamp: $0, chunkStreamID: 3, payload: body)
            }, makeDecoder: { makeDecoder() })
    }

    @Test("Example 2 of the specification (RTMP 1.0, 5.3.2.2): a video message in three chunks")
    func specificationExample2() throws {
        let body = payload(307)
        let id: [UInt8] = [0x3A, 0x30, 0, 0]  // 12346
        let pieces: [[UInt8]] = [
            joined([0x04, 0x00, 0x03, 0xE8, 0, 1, 51, 9], id, body[0..<128]),
            joined([0xC4], body[128..<256]),
            joined([0xC4], body[256...]),
        ]
        #expect(pieces.map(\.count) == [140, 129, 52])
        try expectDecodes(
            pieces,
            as: [RTMPMessage(type: .video, streamID: 12346, timestamp: 1000, chunkStreamID: 4, payload: body)],
            makeDecoder: { makeDecoder() })
    }

    @Test(
        "The three forms of a chunk stream id (5.3.1.1)",
        arguments: [
            ([0x02], 2), ([0x3F], 63), ([0x00, 0x00], 64), ([0x00, 0xFF], 319), ([0x01, 0x00, 0x01], 320),
            ([0x01, 0x00, 0x00], 64), ([0x01, 0xFF, 0xFF], 65599), ([0x01, 0x02, 0x01], 322),
        ] as [([UInt8], UInt32)])
    func chunkStreamIDs(_ basic: [UInt8], _ id: UInt32) throws {
        try expectDecodes(
            [basic + [0, 0, 1, 0, 0, 2, 9, 1, 0, 0, 0, 0xAA, 0xBB]],
            as: [RTMPMessage(type: .video, streamID: 1, timestamp: 1, chunkStreamID: id, payload: [0xAA, 0xBB])],
            makeDecoder: { makeDecoder() })
    }

    @Test("Chunks of two messages may alternate")
    func interleaving() throws {
        let (video, audio) = (payload(200), payload(130, from: 9))
        let bytes = joined(
            [0x04, 0, 0, 10, 0, 0, 200, 9, 1, 0, 0, 0], video[..<128],
            [0x06, 0, 0, 11, 0, 0, 130, 8, 1, 0, 0, 0], audio[..<128],
            [0xC4], video[128...], [0xC6], audio[128...])
        try expectDecodes(
            [bytes],
            as: [
                RTMPMessage(type: .video, streamID: 1, timestamp: 10, chunkStreamID: 4, payload: video),
                RTMPMessage(type: .audio, streamID: 1, timestamp: 11, chunkStreamID: 6, payload: audio),
            ], makeDecoder: { makeDecoder() })
    }

    @Test("The extended timestamp is on every chunk of a message, type 3 too (5.3.1.3)")
    func extendedTimestamp() throws {
        let body = payload(300)
        let time: [UInt8] = [0x01, 0x02, 0x03, 0x04]
        let bytes = joined(
            [0x04, 0xFF, 0xFF, 0xFF, 0, 1, 44, 9, 1, 0, 0, 0], time, body[..<128],
            [0xC4], time, body[128..<256], [0xC4], time, body[256...])
        try expectDecodes(
            [bytes],
            as: [RTMPMessage(type: .video, streamID: 1, timestamp: 0x0102_0304, chunkStreamID: 4, payload: body)],
            makeDecoder: { makeDecoder() })
    }

    @Test("An extended value of type 1 and 2 is a difference, and 0xFFFFFF itself is written extended")
    func extendedDelta() throws {
        let bytes = joined(
            [0x04, 0, 0, 5, 0, 0, 1, 9, 1, 0, 0, 0, 0xAA],
            [0x44, 0xFF, 0xFF, 0xFF, 0, 0, 2, 9, 0x00, 0xFF, 0xFF, 0xFF, 0xBB, 0xBC],
            [0x84, 0xFF, 0xFF, 0xFF, 0x01, 0x00, 0x00, 0x00, 0xCC, 0xCD],
            [0xC4, 0x01, 0x00, 0x00, 0x00, 0xDD, 0xDE],
            [0x84, 0, 0, 1, 0xEE, 0xEF])
        let messages = try read(bytes)
        #expect(messages.map(\.timestamp) == [5, 5 + 0xFF_FFFF, 0x0200_0004, 0x0300_0004, 0x0300_0005])
        #expect(messages.map(\.payload.last) == [0xAA, 0xBC, 0xCD, 0xDE, 0xEF])
    }

    @Test("A message that starts in type 3 moves by the last difference, by type 0's time right after it (5.3.1.2.4)")
    func typeThreeStart() throws {
        let first: [UInt8] = [0x04, 0, 0, 40, 0, 0, 1, 8, 1, 0, 0, 0, 1]
        #expect(try read(first + [0xC4, 2, 0xC4, 3]).map(\.timestamp) == [40, 80, 120])
        #expect(try read(first + [0x84, 0, 0, 23, 2, 0xC4, 3, 0xC4, 4]).map(\.timestamp) == [40, 63, 86, 109])
    }

    @Test("Time goes on past 2^32 milliseconds")
    func wrap() throws {
        let bytes: [UInt8] = [
            0x04, 0xFF, 0xFF, 0xFF, 0, 0, 1, 8, 1, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xF0, 1, 0x84, 0, 0, 0x20, 2,
        ]
        #expect(try read(bytes).map(\.timestamp) == [0xFFFF_FFF0, 0x10])
    }

    @Test(
        "A chunk size from 1 to 2^31-1 is taken, and nothing is reserved for it",
        arguments: [1, 127, 4096, 0x7FFF_FFFF])
    func chunkSizes(_ size: UInt32) throws {
        let announce = RTMPControl.setChunkSize(size).message
        var writer = RTMPChunkWriter()
        var buffer = WireBuffer()
        writer.announce(chunkSize: Int(size), into: &buffer)
        let big = RTMPMessage(type: .video, streamID: 1, timestamp: 9, chunkStreamID: 6, payload: payload(300))
        writer.write(big, into: &buffer)
        try expectDecodes([buffer.bytes], as: [announce, big], makeDecoder: { makeDecoder() })
    }

    @Test("A chunk size of 0 or with the highest bit set is refused", arguments: [0, 0x8000_0000, 0xFFFF_FFFF])
    func badChunkSizes(_ size: UInt32) {
        let message = RTMPControl.setChunkSize(size).message
        #expect(throws: RTMPProtocolFault.chunkSize(size)) {
            try read([0x02, 0, 0, 0, 0, 0, 4, 1, 0, 0, 0, 0] + message.payload)
        }
    }

    @Test("Abort forgets the unfinished message and nothing else")
    func abort() throws {
        let body = payload(200)
        let bytes = joined(
            [0x04, 0, 0, 10, 0, 0, 200, 9, 1, 0, 0, 0], body[..<128],
            [0x02, 0, 0, 0, 0, 0, 4, 2, 0, 0, 0, 0, 0, 0, 0, 4],
            [0x84, 0, 0, 5], body[..<128], [0xC4], body[128...])
        let messages = try read(bytes)
        #expect(messages.map(\.type) == [.abort, .video])
        #expect(messages.last?.payload == body)
        #expect(messages.last?.timestamp == 15)
    }

    @Test("Control messages shorter than their fields change nothing, longer ones are read", arguments: 0...9)
    func controlLengths(_ length: Int) throws {
        let value = Array([0, 0, 2, 0, 7, 7, 7, 7, 7].prefix(length)) as [UInt8]
        let bytes = [0x02, 0, 0, 0, 0, 0, UInt8(length), 1, 0, 0, 0, 0] + value
        var reader = RTMPChunkReader()
        try bytes.withUnsafeBytes { buffer in
            var input = buffer
            let message = try reader.read(&input)
            #expect(message?.payload == value)
        }
        #expect(reader.chunkSize == (length < 4 ? 128 : 512))
    }

    @Test("A message of no bytes is a message")
    func emptyMessage() throws {
        try expectDecodes(
            [[0x04, 0, 0, 3, 0, 0, 0, 8, 1, 0, 0, 0], [0x84, 0, 0, 1], [0xC4]],
            as: [3, 4, 5].map { RTMPMessage(type: .audio, streamID: 1, timestamp: $0, chunkStreamID: 4, payload: []) },
            makeDecoder: { makeDecoder() })
    }

    @Test("A chunk stream may start with type 1, not with type 2 or 3")
    func startingHeaders() throws {
        #expect(try read([0x42, 0, 0, 7, 0, 0, 1, 4, 9]).map(\.timestamp) == [7])
        #expect(throws: RTMPProtocolFault.missingHeader(chunkStreamID: 2)) { try read([0x82, 0, 0, 7, 9]) }
        #expect(throws: RTMPProtocolFault.missingHeader(chunkStreamID: 5)) { try read([0xC5, 9]) }
    }

    @Test("A new header inside a message is refused")
    func headerInside() {
        let bytes: [UInt8] = [0x04, 0, 0, 10, 0, 0, 200, 9, 1, 0, 0, 0] + payload(128)
        #expect(throws: RTMPProtocolFault.headerInsideMessage(chunkStreamID: 4)) { try read(bytes + [0x84, 0, 0, 1]) }
    }

    @Test("Size of a message, number of chunk streams and unfinished bytes have limits")
    func limits() {
        #expect(throws: RTMPProtocolFault.messageTooLarge(length: 0xFF_FFFF, limit: 10 * 1024 * 1024)) {
            try read([0x04, 0, 0, 0, 0xFF, 0xFF, 0xFF, 9, 1, 0, 0, 0])
        }
        var few = RTMPChunkReader.Limits()
        (few.chunkStreams, few.unfinishedBytes) = (2, 200)
        let start: (UInt8) -> [UInt8] = { [$0, 0, 0, 0, 0, 1, 0, 9, 1, 0, 0, 0] + self.payload(128) }
        #expect(throws: RTMPProtocolFault.tooMuchUnfinished(limit: 200)) {
            try read(start(4) + start(5), limits: few)
        }
        let short: (UInt8) -> [UInt8] = { [$0, 0, 0, 0, 0, 0, 1, 9, 1, 0, 0, 0, 1] }
        #expect(throws: RTMPProtocolFault.tooManyChunkStreams(limit: 2)) {
            try read(short(4) + short(5) + short(4) + short(6), limits: few)
        }
    }
}
