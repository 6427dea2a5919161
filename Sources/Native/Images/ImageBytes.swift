/// The bytes of a picture file; what lies outside is nil.
struct ImageBytes {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var count: Int { bytes.count }

    subscript(offset: Int) -> UInt8? { bytes.indices.contains(offset) ? bytes[offset] : nil }

    func bigEndian16(at offset: Int) -> Int? { number(at: offset, count: 2, littleEndian: false) }
    func bigEndian32(at offset: Int) -> Int? { number(at: offset, count: 4, littleEndian: false) }
    func littleEndian16(at offset: Int) -> Int? { number(at: offset, count: 2, littleEndian: true) }
    func littleEndian32(at offset: Int) -> Int? { number(at: offset, count: 4, littleEndian: true) }

    /// Whether ASCII `text` stands at `offset`.
    func matches(_ text: String, at offset: Int) -> Bool {
        guard offset >= 0, offset <= count - text.utf8.count else { return false }
        return zip(bytes[offset...], text.utf8).allSatisfy { $0 == $1 }
    }

    /// `count` bytes from `offset` as a number.
    func number(at offset: Int, count length: Int, littleEndian: Bool) -> Int? {
        guard offset >= 0, offset <= count - length else { return nil }
        var value = 0
        for index in 0..<length {
            value = value << 8 | Int(bytes[offset + (littleEndian ? length - 1 - index : index)])
        }
        return value
    }
}
