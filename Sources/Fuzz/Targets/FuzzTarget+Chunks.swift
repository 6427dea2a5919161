import OnAirTestKit
import OnAirWire

extension FuzzTarget {
    /// The chunk reader: the same messages and the same fault however the bytes are split, no more payload than bytes, and
    /// what was read can be written and read again.
    static let chunks = FuzzTarget(
        "chunks", share: 30, seeds: chunkSeeds,
        words: [
            [0x02, 0, 0, 0, 0, 0, 4, 1, 0, 0, 0, 0], [0, 0, 16, 0], [0xFF, 0xFF, 0xFF], [0xC3], [0xC4], [0xC6], [0x44],
            [0x84], [0x02, 0, 0, 0, 0, 0, 4, 2, 0, 0, 0, 0, 0, 0, 0, 4],
        ], make: { makeChunks(&$0) },
        check: { input, random throws(FuzzFinding) in
            let whole = Reading(input)
            try FuzzFinding.unless(
                whole.messages.reduce(0) { $0 + $1.payload.count } <= input.count, "more payload than bytes")
            var pieces = Reading()
            Pieces.of(input, &random) { pieces.feed($0) }
            try FuzzFinding.unless(pieces == whole, "split otherwise, read otherwise")
            // Chunk sizes and aborts would act on the reader a second time.
            let plain = whole.messages.filter { $0.type != .setChunkSize && $0.type != .abort }
            var writer = RTMPChunkWriter()
            var output = WireBuffer(capacity: 1024)
            for message in plain { writer.write(message, into: &output) }
            try FuzzFinding.unless(Reading(output.bytes).messages == plain, "written and read again, it is another")
        })

    /// What a reader makes of bytes.
    private struct Reading: Equatable {
        private var reader = RTMPChunkReader()
        private(set) var messages: [RTMPMessage] = []
        private(set) var fault: RTMPProtocolFault?

        init() {}

        init(_ bytes: [UInt8]) { bytes.withUnsafeBytes { _ = feed($0) } }

        mutating func feed(_ bytes: UnsafeRawBufferPointer) -> Bool {
            var input = bytes
            do throws(RTMPProtocolFault) {
                while let message = try reader.read(&input) { messages.append(message) }
            } catch {
                fault = error
            }
            return fault == nil
        }

        static func == (left: Reading, right: Reading) -> Bool {
            left.messages == right.messages && left.fault == right.fault
        }
    }

    private static var chunkSeeds: [[UInt8]] {
        let full: [UInt8] = [0x03, 0x00, 0x03, 0xE8, 0, 0, 32, 8, 0x39, 0x30, 0, 0]
        let body = [UInt8](repeating: 7, count: 32)
        let video: [UInt8] = [0x04, 0x00, 0x03, 0xE8, 0, 1, 51, 9, 0x3A, 0x30, 0, 0]
        let piece = [UInt8](repeating: 9, count: 128)
        let extended: [UInt8] = [0x04, 0xFF, 0xFF, 0xFF, 0, 0, 200, 9, 1, 0, 0, 0, 1, 2, 3, 4]
        let ids: [[UInt8]] = [[0x3F], [0x00, 0x00], [0x00, 0xFF], [0x01, 0x00, 0x01], [0x01, 0xFF, 0xFF]]
        return [
            // Examples 1 and 2 of the specification (5.3.2).
            full + body + [0x83, 0, 0, 20] + body + [0xC3] + body + [0xC3] + body,
            video + piece + [0xC4] + piece + [0xC4] + piece.prefix(51),
            extended + piece + [0xC4, 1, 2, 3, 4] + piece.prefix(72),
            ids.flatMap { $0 + [0, 0, 1, 0, 0, 2, 9, 1, 0, 0, 0, 0xAA, 0xBB] as [UInt8] },
        ]
    }

    private static func makeChunks(_ random: inout SeededGenerator) -> [UInt8] {
        var writer = RTMPChunkWriter()
        var output = WireBuffer(capacity: 4096)
        var time: UInt32 = [0, 0xFF_FF00, 0xFFFF_FF00].randomElement(using: &random) ?? 0
        for _ in 0..<Int.random(in: 1...8, using: &random) {
            if Int.random(in: 0..<4, using: &random) == 0 {
                writer.announce(
                    chunkSize: [1, 2, 100, 128, 4096, 0x7FFF_FFFF].randomElement(using: &random) ?? 128, into: &output)
            }
            time &+= [0, 1, 23, 0xFF_FFFE, 0xFF_FFFF, 0x8000_0000].randomElement(using: &random) ?? 0
            let count = Int.random(in: 0...([4, 40, 300].randomElement(using: &random) ?? 4), using: &random)
            writer.write(
                RTMPMessage(
                    type: RTMPMessageType(rawValue: UInt8.random(in: 0...22, using: &random)),
                    streamID: UInt32.random(in: 0...1, using: &random), timestamp: time,
                    chunkStreamID: [2, 3, 4, 63, 64, 319, 320, 65599].randomElement(using: &random) ?? 2,
                    payload: (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }), into: &output)
        }
        return output.bytes
    }
}
