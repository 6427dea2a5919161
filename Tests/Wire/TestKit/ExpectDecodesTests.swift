import OnAirTestKit
import Testing

@Suite struct ExpectDecodesTests {
    /// Units are a count byte and so many bytes; `flaw` spoils it.
    private func decoder(_ flaw: String = "") -> (UnsafeRawBufferPointer) throws -> [[UInt8]] {
        var rest: [UInt8] = []
        return { bytes in
            if flaw == "forgets", !rest.isEmpty { rest = [] }
            rest += bytes
            if flaw == "reads ahead", let start = bytes.baseAddress, rest.count == 1, rest[0] > 0 {
                rest += UnsafeRawBufferPointer(start: start + bytes.count, count: 1)
            }
            var units: [[UInt8]] = []
            while let count = rest.first, rest.count > Int(count) || (flaw == "hurries" && rest.count == Int(count)) {
                units.append(Array(rest.dropFirst().prefix(Int(count))))
                rest = Array(rest.dropFirst(Int(count) + 1))
            }
            return units
        }
    }

    private let pieces: [[UInt8]] = [[2, 9, 8], [0], [1, 7]]
    private let units: [[UInt8]] = [[9, 8], [], [7]]

    @Test("A right decoder passes")
    func right() throws { try expectDecodes(pieces, as: units) { decoder() } }

    @Test(
        "Wrong units and decoders that forget, read ahead or hurry are found",
        arguments: ["forgets", "reads ahead", "hurries"])
    func wrong(_ flaw: String) {
        #expect(throws: DecodeMismatch.self) { try expectDecodes(pieces, as: units) { decoder(flaw) } }
        #expect(throws: DecodeMismatch.self) { try expectDecodes(pieces, as: units.reversed()) { decoder() } }
    }
}
