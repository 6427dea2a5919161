/// What a publisher must know of the bytes of one coded picture. Looked up in them, because a key flag that lies freezes
/// players.
package enum CodedPicture: Hashable, Sendable {
    /// Decoding can start here.
    case key
    /// It needs what came before.
    case other
    /// It is empty, or the lengths inside do not add up to it.
    case malformed

    package init(_ bytes: UnsafeRawBufferPointer, _ codec: VideoTagCodec) {
        switch codec {
        // An IDR slice (ITU-T H.264, 7.4.1).
        case .avc: self.init(unitsOf: bytes, headerLength: 1) { $0 & 0x1F == 5 }
        // Any slice of an intra random access point (ITU-T H.265, 7.4.2.2): BLA, IDR or CRA.
        case .hevc: self.init(unitsOf: bytes, headerLength: 2) { (16...21).contains($0 >> 1 & 0x3F) }
        case .av1: self = Self.ofTemporalUnit(bytes)
        }
    }

    /// Looks at the header of every NAL unit in length-prefixed form (ISO/IEC 14496-15, 5.2.3).
    private init(unitsOf bytes: UnsafeRawBufferPointer, headerLength: Int, isKey: (UInt8) -> Bool) {
        var (position, holdsKey) = (0, false)
        while position < bytes.count {
            guard bytes.count - position >= 4 + headerLength else {
                self = .malformed
                return
            }
            let length = Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self)))
            guard length >= headerLength, length <= bytes.count - position - 4 else {
                self = .malformed
                return
            }
            if isKey(bytes[position + 4]) { holdsKey = true }
            position += 4 + length
        }
        self = bytes.isEmpty ? .malformed : holdsKey ? .key : .other
    }

    /// Looks at every open bitstream unit of an AV1 temporal unit (AV1, 5.3 and 5.9.2). Decoding can start at a key frame
    /// that is shown.
    private static func ofTemporalUnit(_ bytes: UnsafeRawBufferPointer) -> CodedPicture {
        var (position, holdsKey) = (0, false)
        while position < bytes.count {
            let header = bytes[position]
            let (type, isExtended, hasSize) = (header >> 3 & 15, header & 4 != 0, header & 2 != 0)
            // The forbidden bit, and units without a size, of which only the last could be one.
            guard header & 0x80 == 0, hasSize else { return .malformed }
            position += isExtended ? 2 : 1
            guard let size = leb128(bytes, &position), size <= bytes.count - position else { return .malformed }
            // A frame header, alone or with its tiles: show_existing_frame 0, frame_type KEY_FRAME, show_frame 1.
            if type == 3 || type == 6, size > 0, bytes[position] >> 4 == 0b0001 { holdsKey = true }
            position += size
        }
        return bytes.isEmpty ? .malformed : holdsKey ? .key : .other
    }

    /// A number of up to 32 bits in groups of seven, lowest first (AV1, 4.10.5).
    private static func leb128(_ bytes: UnsafeRawBufferPointer, _ position: inout Int) -> Int? {
        var value = 0
        for group in 0..<5 {
            guard position < bytes.count else { return nil }
            let byte = bytes[position]
            position += 1
            value |= Int(byte & 0x7F) << (7 * group)
            if byte & 0x80 == 0 { return value }
        }
        return nil
    }
}
