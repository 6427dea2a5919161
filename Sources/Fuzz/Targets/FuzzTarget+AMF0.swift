import OnAirTestKit
import OnAirWire

extension FuzzTarget {
    /// AMF0 and the commands in it: what was read, written and read again is written as the same bytes, and takes no more
    /// room than it came in.
    static let amf0 = FuzzTarget(
        "amf0", share: 25, seeds: amfSeeds,
        words: [
            [0], [1, 1], [2, 0, 0], [3], [5], [6], [8, 0, 0, 0, 0], [0, 0, 9], [0x0A, 0, 0, 0, 2], [0x0B],
            [0x0C, 0, 0, 0, 0],
            [0x0D], [0x11], [0x3F, 0xF0, 0, 0, 0, 0, 0, 0],
        ], make: { makeValues(&$0) },
        check: { input, _ throws(FuzzFinding) in
            var reader = AMF0Reader(input)
            var values: [AMF0Value] = []
            while let value = try? reader.next() { values.append(value) }
            let first = written(values)
            try FuzzFinding.unless(first.count <= input.count, "\(input.count) bytes are written as \(first.count)")
            guard let again = try? AMF0Reader.values(in: first) else {
                throw FuzzFinding("what was written cannot be read")
            }
            try FuzzFinding.unless(written(again) == first, "written again, it is another")
            for type in [RTMPMessageType.commandAMF0, .commandAMF3] {
                let command = RTMPCommand(RTMPMessage(type: type, chunkStreamID: 3, payload: input))
                _ = command?.status
                if let command { try FuzzFinding.unless(command.values.count <= 4096, "too many values") }
            }
        })

    private static func written(_ values: [AMF0Value]) -> [UInt8] {
        var output = WireBuffer(capacity: 512)
        for value in values { value.write(into: &output) }
        return output.bytes
    }

    private static var amfSeeds: [[UInt8]] {
        let status = RTMPStatus(level: "status", code: "NetStream.Publish.Start", text: "Start").value
        let commands = [
            RTMPCommand(
                "_result", transactionID: 1, values: [.object([AMF0Property("fmsVer", "FMS/3,0,1,123")]), status]),
            RTMPCommand("_result", transactionID: 4, values: [.null, 1.0]),
            RTMPCommand("onStatus", transactionID: 0, values: [.null, status]),
            RTMPCommand("onFCPublish", transactionID: nil, values: []),
            RTMPCommand(
                "onMetaData", transactionID: nil,
                values: [.ecmaArray([AMF0Property("width", 160.0), AMF0Property("stereo", true)])]),
        ]
        return commands.map(\.payload) + commands.map { [0] + $0.payload } + [[0x0C, 0, 0, 0, 1, 0x61]]
    }

    private static func makeValues(_ random: inout SeededGenerator) -> [UInt8] {
        written((0..<Int.random(in: 1...4, using: &random)).map { _ in makeValue(depth: 0, &random) })
    }

    private static func makeValue(depth: Int, _ random: inout SeededGenerator) -> AMF0Value {
        func properties(_ random: inout SeededGenerator) -> [AMF0Property] {
            (0..<Int.random(in: 0...3, using: &random)).map { _ in
                AMF0Property(AMF0String(bytes: name(&random)), makeValue(depth: depth + 1, &random))
            }
        }
        func name(_ random: inout SeededGenerator) -> [UInt8] {
            let names = ["level", "code", "description", "a", ""]
            return Array((names.randomElement(using: &random) ?? "").utf8)
        }
        switch Int.random(in: 0..<(depth > 17 ? 6 : 9), using: &random) {
        case 0: return .number(Double(bitPattern: UInt64.random(in: 0 ... .max, using: &random)))
        case 1: return .boolean(Bool.random(using: &random))
        case 2: return .string(AMF0String(bytes: name(&random)))
        case 3: return .null
        case 4: return .undefined
        case 5: return .date(milliseconds: 1e12, timeZone: Int16.random(in: -1...1, using: &random))
        case 6: return .object(properties(&random))
        case 7: return .ecmaArray(properties(&random))
        default:
            return .strictArray(
                (0..<Int.random(in: 0...3, using: &random)).map { _ in makeValue(depth: depth + 1, &random) })
        }
    }
}
