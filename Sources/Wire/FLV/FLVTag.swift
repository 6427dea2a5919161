/// Framing of one FLV tag (Adobe FLV 10.1, E.4.1): an 11-byte header before its body and the tag's size behind.
package enum FLVTag {
    /// What a tag holds.
    package enum Kind: UInt8, Hashable, Sendable {
        case audio = 8
        case video = 9
        case script = 18
    }

    /// Bytes before a body.
    package static let headerLength = 11

    /// The tag's header. Of the time, the low 24 bits come first and the high 8 after them.
    package static func writeHeader(_ kind: Kind, timestamp: UInt32, bodyLength: Int, into output: inout WireBuffer) {
        output.append(kind.rawValue)
        output.append24(UInt32(truncatingIfNeeded: bodyLength))
        output.append24(timestamp)
        output.append(UInt8(truncatingIfNeeded: timestamp >> 24))
        output.append24(0)
    }

    /// The size of the tag just written, header included.
    package static func writeTrailer(bodyLength: Int, into output: inout WireBuffer) {
        output.append32(UInt32(truncatingIfNeeded: headerLength + bodyLength))
    }

    /// A whole tag.
    package static func write(_ kind: Kind, timestamp: UInt32, body: [UInt8], into output: inout WireBuffer) {
        writeHeader(kind, timestamp: timestamp, bodyLength: body.count, into: &output)
        output.append(body)
        writeTrailer(bodyLength: body.count, into: &output)
    }
}
