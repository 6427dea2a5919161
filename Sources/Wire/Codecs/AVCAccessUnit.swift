/// What a publisher must know of one H.264 access unit in length-prefixed form (ISO/IEC 14496-15, 5.2.3).
package enum AVCAccessUnit: Hashable, Sendable {
    /// It holds an IDR slice: decoding can start here.
    case idr
    /// It does not.
    case other
    /// It is empty, or its NAL unit lengths do not add up to it.
    case malformed

    /// Looks at the type of every NAL unit (ITU-T H.264, 7.4.1), because a key flag that lies freezes players.
    package init(_ bytes: UnsafeRawBufferPointer) {
        var (position, holdsIDR) = (0, false)
        while position < bytes.count {
            guard bytes.count - position > 4 else {
                self = .malformed
                return
            }
            let length = Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self)))
            guard length > 0, length <= bytes.count - position - 4 else {
                self = .malformed
                return
            }
            if bytes[position + 4] & 0x1F == 5 { holdsIDR = true }
            position += 4 + length
        }
        self = bytes.isEmpty ? .malformed : holdsIDR ? .idr : .other
    }
}
