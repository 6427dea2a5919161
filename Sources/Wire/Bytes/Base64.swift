/// Base64 with padding (RFC 4648, 4).
package enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    package static func encoded(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity((bytes.count + 2) / 3 * 4)
        var rest = bytes[...]
        while !rest.isEmpty {
            let group = rest.prefix(3)
            rest = rest.dropFirst(3)
            var value = group.reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
            value <<= 8 * UInt32(3 - group.count)
            for position in 0..<4 as Range<UInt32> {
                let isPadding = position > group.count
                result.append(isPadding ? UInt8(ascii: "=") : alphabet[Int(value >> (18 - 6 * position) & 63)])
            }
        }
        return result
    }
}
