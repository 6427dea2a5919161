import OnAirTestKit
import OnAirWire
import Testing

@Suite struct AMF0Tests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let value: AMF0Value
        let bytes: [UInt8]
    }

    /// Written down from the AMF0 specification, 2.2–2.14; numbers are IEEE 754 binary64.
    static let cases: [Case] = [
        Case(testDescription: "number 1", value: 1.0, bytes: [0x00, 0x3F, 0xF0, 0, 0, 0, 0, 0, 0]),
        Case(testDescription: "number -2.5", value: .number(-2.5), bytes: [0x00, 0xC0, 0x04, 0, 0, 0, 0, 0, 0]),
        Case(testDescription: "true", value: true, bytes: [0x01, 0x01]),
        Case(testDescription: "false", value: false, bytes: [0x01, 0x00]),
        Case(testDescription: "string", value: "live", bytes: [0x02, 0, 4, 0x6C, 0x69, 0x76, 0x65]),
        Case(testDescription: "empty string", value: "", bytes: [0x02, 0, 0]),
        Case(
            testDescription: "bytes that are not UTF-8", value: .string(AMF0String(bytes: [0xFF, 0x00, 0x80])),
            bytes: [0x02, 0, 3, 0xFF, 0x00, 0x80]),
        Case(
            testDescription: "object keeps its order",
            value: .object([AMF0Property("b", .null), AMF0Property("a", true), AMF0Property("b", .undefined)]),
            bytes: [0x03, 0, 1, 0x62, 0x05, 0, 1, 0x61, 0x01, 1, 0, 1, 0x62, 0x06, 0, 0, 9]),
        Case(testDescription: "empty object", value: .object([]), bytes: [0x03, 0, 0, 9]),
        Case(
            testDescription: "property without a name", value: .object([AMF0Property("", .null)]),
            bytes: [0x03, 0, 0, 0x05, 0, 0, 9]),
        Case(testDescription: "null", value: .null, bytes: [0x05]),
        Case(testDescription: "undefined", value: .undefined, bytes: [0x06]),
        Case(
            testDescription: "ECMA array", value: .ecmaArray([AMF0Property("k", "v")]),
            bytes: [0x08, 0, 0, 0, 1, 0, 1, 0x6B, 0x02, 0, 1, 0x76, 0, 0, 9]),
        Case(
            testDescription: "strict array", value: .strictArray([.null, .strictArray([true])]),
            bytes: [0x0A, 0, 0, 0, 2, 0x05, 0x0A, 0, 0, 0, 1, 0x01, 1]),
        Case(
            testDescription: "date", value: .date(milliseconds: 1, timeZone: -1),
            bytes: [0x0B, 0x3F, 0xF0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]),
    ]

    @Test("Values are written and read as the specification says", arguments: cases)
    func vectors(_ sample: Case) throws {
        #expect(try AMF0Reader.values(in: sample.bytes) == [sample.value])
        #expect(encoded([sample.value]) == sample.bytes)
    }

    @Test("A value that ends early is an error at every byte", arguments: cases)
    func truncation(_ sample: Case) {
        for count in 1..<max(sample.bytes.count, 2) where count < sample.bytes.count {
            #expect(throws: AMF0Error.truncated) { try AMF0Reader.values(in: Array(sample.bytes.prefix(count))) }
        }
    }

    @Test("Values follow each other without gaps")
    func sequence() throws {
        let all = Self.cases.flatMap(\.bytes)
        #expect(try AMF0Reader.values(in: all) == Self.cases.map(\.value))
        #expect(try AMF0Reader.values(in: []) == [])
    }

    @Test("A string above 65535 bytes is a long string, one of 65535 is not")
    func longStrings() throws {
        for (count, marker) in [(65535, UInt8(0x02)), (65536, UInt8(0x0C))] {
            let value = AMF0Value.string(AMF0String(bytes: [UInt8](repeating: 0x78, count: count)))
            let bytes = encoded([value])
            #expect(bytes[0] == marker)
            #expect(try AMF0Reader.values(in: bytes) == [value])
        }
        #expect(try AMF0Reader.values(in: [0x0C, 0, 0, 0, 2, 0x61, 0x62]) == ["ab"])
    }

    @Test("The count of an ECMA array is not believed")
    func arrayCount() throws {
        for count: [UInt8] in [[0, 0, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF]] {
            let bytes = [0x08] + count + [0, 1, 0x6B, 0x05, 0, 0, 9]
            #expect(try AMF0Reader.values(in: bytes) == [.ecmaArray([AMF0Property("k", .null)])])
        }
    }

    @Test(
        "Markers nobody needs are told apart from broken bytes",
        arguments: [0x04, 0x07, 0x09, 0x0D, 0x0F, 0x10, 0x11, 0xFF])
    func unknownMarkers(_ marker: UInt8) {
        #expect(throws: AMF0Error.unknownMarker(marker)) { try AMF0Reader.values(in: [marker, 0, 0, 0, 0]) }
    }

    @Test("Lengths and counts that lie reserve nothing and are errors")
    func lyingLengths() {
        #expect(throws: AMF0Error.truncated) { try AMF0Reader.values(in: [0x0C, 0xFF, 0xFF, 0xFF, 0xFF, 1]) }
        #expect(throws: AMF0Error.truncated) { try AMF0Reader.values(in: [0x0A, 0xFF, 0xFF, 0xFF, 0xFF, 5]) }
    }

    @Test("Nesting and number of values have limits")
    func limits() throws {
        var limits = AMF0Reader.Limits()
        (limits.depth, limits.values) = (2, 5)
        let nest: [UInt8] = [0x0A, 0, 0, 0, 1]
        #expect(throws: Never.self) { try AMF0Reader.values(in: nest + nest + [5], limits: limits) }
        #expect(throws: AMF0Error.tooDeep(limit: 2)) {
            try AMF0Reader.values(in: nest + nest + nest + [5], limits: limits)
        }
        #expect(throws: Never.self) { try AMF0Reader.values(in: [5, 5, 5, 5, 5], limits: limits) }
        #expect(throws: AMF0Error.tooManyValues(limit: 5)) {
            try AMF0Reader.values(in: [5, 5, 5, 5, 5, 5], limits: limits)
        }
        let deep = (0..<100_000).flatMap { _ in nest }
        #expect(throws: AMF0Error.tooDeep(limit: 16)) { try AMF0Reader.values(in: deep) }
    }

    @Test("Any bytes either fail or read back the same after being written")
    func mutated() {
        var random = SeededGenerator(seed: 20)
        let seeds = Self.cases.map(\.bytes) + [Self.cases.flatMap(\.bytes)]
        for round in 0..<20_000 {
            var bytes = seeds[round % seeds.count]
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            guard let values = try? AMF0Reader.values(in: bytes) else { continue }
            let written = encoded(values)
            #expect((try? AMF0Reader.values(in: written)).map { encoded($0) } == written)
        }
    }

    private func encoded(_ values: [AMF0Value]) -> [UInt8] {
        var buffer = WireBuffer()
        for value in values { value.write(into: &buffer) }
        return buffer.bytes
    }
}
