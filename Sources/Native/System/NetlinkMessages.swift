/// Reads what the kernel tells about its network (rtnetlink(7), group notifications). A pure parser.
package enum NetlinkMessages {
    /// What a message is about.
    package enum Subject: Sendable, Hashable {
        /// A network interface came, went, or changed its state.
        case link
        /// An own address came or went.
        case address
        /// A route came or went.
        case route
    }

    /// What the messages in `bytes` are about, in order; those of other kinds are left out. Reads no further where a length
    /// makes no sense.
    package static func subjects(in bytes: UnsafeRawBufferPointer) -> [Subject] {
        // struct nlmsghdr: length with the header (32 bits), type (16), flags (16), sequence (32), sender (32); each
        // message begins at a multiple of four.
        var result: [Subject] = []
        var offset = 0
        while bytes.count - offset >= 16 {
            let length = Int(bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
            guard length >= 16, length <= bytes.count - offset else { break }
            switch bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt16.self) {
            case 16, 17: result.append(.link)  // RTM_NEWLINK, RTM_DELLINK
            case 20, 21: result.append(.address)  // RTM_NEWADDR, RTM_DELADDR
            case 24, 25: result.append(.route)  // RTM_NEWROUTE, RTM_DELROUTE
            default: break
            }
            offset += (length + 3) & ~3
        }
        return result
    }
}
