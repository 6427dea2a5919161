import OnAirFFmpeg
import Testing

@Suite("Byte streams of H.264, annex B")
struct AnnexBTests {
    private func units(_ stream: [UInt8]) -> [[UInt8]] {
        var found: [[UInt8]] = []
        stream.withUnsafeBytes { AnnexB.forEachUnit(in: $0) { found.append(Array($0)) } }
        return found
    }

    @Test("Units are found after start codes of three and of four bytes, without the zeros between them")
    func findsUnits() {
        #expect(
            units([0, 0, 0, 1, 0x67, 1, 2, 0, 0, 1, 0x68, 3, 0, 0, 0, 0, 1, 0x65, 0x80]) == [
                [0x67, 1, 2], [0x68, 3], [0x65, 0x80],
            ])
        #expect(units([0, 0, 1, 0x65, 0, 0, 3, 1, 0x80, 0, 0]) == [[0x65, 0, 0, 3, 1, 0x80]])
    }

    @Test("Lengths become start codes in place, and one that leads out ends it")
    func replacesLengths() {
        func replaced(_ bytes: [UInt8]) -> [UInt8] {
            var bytes = bytes
            bytes.withUnsafeMutableBufferPointer { AnnexB.replaceLengths(in: $0) }
            return bytes
        }
        #expect(replaced([0, 0, 0, 2, 0x67, 9, 0, 0, 0, 1, 0x65]) == [0, 0, 0, 1, 0x67, 9, 0, 0, 0, 1, 0x65])
        #expect(replaced([255, 255, 255, 255, 7]) == [0, 0, 0, 1, 7])
        #expect(replaced([0, 0, 1]) == [0, 0, 1])
        #expect(replaced([]).isEmpty)
    }

    @Test("Streams without a unit give none")
    func findsNothing() {
        for stream in [[], [0], [0, 0], [0, 0, 1], [0, 0, 0, 1], [1, 2, 3], [0, 0, 1, 0, 0, 1]] as [[UInt8]] {
            #expect(units(stream).isEmpty)
        }
    }

    @Test("Any bytes give the units of a search that looks at every position")
    func agreesWithPlainSearch() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            let stream = (0..<Int.random(in: 0...40, using: &random)).map { _ in UInt8.random(in: 0...2, using: &random)
            }
            var expected: [[UInt8]] = []
            var current: [UInt8]?
            var index = 0
            while index < stream.count {
                if index + 2 < stream.count, stream[index] == 0, stream[index + 1] == 0, stream[index + 2] == 1 {
                    if let current { expected.append(current) }
                    current = []
                    index += 3
                } else {
                    current?.append(stream[index])
                    index += 1
                }
            }
            if let current { expected.append(current) }
            expected = expected.map { Array($0.reversed().drop { $0 == 0 }.reversed()) }.filter { !$0.isEmpty }
            #expect(units(stream) == expected)
        }
    }
}
