/// A pixel format as the kernel calls it: four characters, such as `YUYV` (`V4L2_PIX_FMT_*`).
package struct V4L2Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// - Precondition: `text` has four ASCII characters.
    package init(_ text: StaticString) {
        precondition(text.utf8CodeUnitCount == 4, "a code has four characters")
        rawValue = text.withUTF8Buffer { bytes in bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) } }
    }
}

extension V4L2Code: CustomStringConvertible {
    /// `YUYV`; what cannot be shown as `?`, and ` BE` behind a big-endian one.
    package var description: String {
        let isBigEndian = rawValue >> 31 == 1
        let text = (0..<4).map { index -> Character in
            let byte = UInt8(truncatingIfNeeded: (rawValue & 0x7FFF_FFFF) >> (8 * index))
            return (33...126).contains(byte) ? Character(Unicode.Scalar(byte)) : byte == 32 ? " " : "?"
        }
        let word = String(text)
        return (word.last == " " ? String(word.reversed().drop { $0 == " " }.reversed()) : word)
            + (isBigEndian ? " BE" : "")
    }
}
