/// Reads big-endian fields from the front of an array. Every read that does not fit gives nil and moves nothing.
package struct ByteReader: Sendable {
    package let bytes: [UInt8]
    package private(set) var position: Int

    package init(_ bytes: [UInt8], position: Int = 0) {
        self.bytes = bytes
        self.position = min(max(position, 0), bytes.count)
    }

    package var remaining: Int { bytes.count - position }

    package mutating func unsigned8() -> UInt8? {
        guard position < bytes.count else { return nil }
        position += 1
        return bytes[position - 1]
    }

    package mutating func unsigned16() -> UInt16? { big(2).map { UInt16(truncatingIfNeeded: $0) } }
    package mutating func unsigned24() -> UInt32? { big(3).map { UInt32(truncatingIfNeeded: $0) } }
    package mutating func unsigned32() -> UInt32? { big(4).map { UInt32(truncatingIfNeeded: $0) } }
    package mutating func unsigned64() -> UInt64? { big(8) }

    package mutating func take(_ count: Int) -> [UInt8]? {
        guard count >= 0, count <= remaining else { return nil }
        position += count
        return Array(bytes[(position - count)..<position])
    }

    private mutating func big(_ count: Int) -> UInt64? {
        guard count <= remaining else { return nil }
        var value: UInt64 = 0
        for index in position..<(position + count) { value = value << 8 | UInt64(bytes[index]) }
        position += count
        return value
    }
}
