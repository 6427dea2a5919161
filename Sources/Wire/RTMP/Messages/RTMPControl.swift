/// A protocol control message (RTMP 1.0, 5.4). All travel on chunk stream 2 of message stream 0.
public enum RTMPControl: Hashable, Sendable {
    /// Bytes in a chunk from now on, in the sender's direction.
    case setChunkSize(UInt32)
    /// Forget the unfinished message of this chunk stream.
    case abort(chunkStreamID: UInt32)
    /// Bytes received so far, modulo 2³².
    case acknowledgement(UInt32)
    /// Acknowledge after so many bytes.
    case windowAcknowledgementSize(UInt32)
    /// The window the peer should announce, and the kind of limit (0 hard, 1 soft, 2 dynamic).
    case setPeerBandwidth(UInt32, limit: UInt8)

    /// The chunk stream of all control messages.
    public static let chunkStreamID: UInt32 = 2

    /// Reads a control message; nil where the type is another or the bytes are too few. Bytes beyond are ignored: peers
    /// pad.
    public init?(_ message: RTMPMessage) {
        var reader = ByteReader(message.payload)
        guard let value = reader.unsigned32() else { return nil }
        switch message.type {
        case .setChunkSize: self = .setChunkSize(value)
        case .abort: self = .abort(chunkStreamID: value)
        case .acknowledgement: self = .acknowledgement(value)
        case .windowAcknowledgementSize: self = .windowAcknowledgementSize(value)
        case .setPeerBandwidth: self = .setPeerBandwidth(value, limit: reader.unsigned8() ?? 0)
        default: return nil
        }
    }

    /// The message that says this.
    public var message: RTMPMessage {
        switch self {
        case .setChunkSize(let size): Self.message(.setChunkSize, size)
        case .abort(let id): Self.message(.abort, id)
        case .acknowledgement(let sequence): Self.message(.acknowledgement, sequence)
        case .windowAcknowledgementSize(let size): Self.message(.windowAcknowledgementSize, size)
        case .setPeerBandwidth(let size, let limit): Self.message(.setPeerBandwidth, size, [limit])
        }
    }

    private static func message(_ type: RTMPMessageType, _ value: UInt32, _ rest: [UInt8] = []) -> RTMPMessage {
        let payload = [UInt8](unsafeUninitializedCapacity: 4) { buffer, count in
            for index in 0..<4 { buffer[index] = UInt8(truncatingIfNeeded: value >> (24 - 8 * UInt32(index))) }
            count = 4
        }
        return RTMPMessage(type: type, chunkStreamID: chunkStreamID, payload: payload + rest)
    }
}
