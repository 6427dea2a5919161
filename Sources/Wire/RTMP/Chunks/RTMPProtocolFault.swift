/// How a peer broke RTMP in a way nothing can follow.
public enum RTMPProtocolFault: Error, Hashable, Sendable {
    /// A chunk size of 0 or with the highest bit set (RTMP 1.0, 5.4.1).
    case chunkSize(UInt32)
    /// A chunk without its own header on a chunk stream that never had one.
    case missingHeader(chunkStreamID: UInt32)
    /// A new header in the middle of a message.
    case headerInsideMessage(chunkStreamID: UInt32)
    /// A message above the limit, in bytes.
    case messageTooLarge(length: Int, limit: Int)
    /// More chunk streams than the limit.
    case tooManyChunkStreams(limit: Int)
    /// More unfinished bytes over all chunk streams than the limit.
    case tooMuchUnfinished(limit: Int)
}

extension RTMPProtocolFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .chunkSize(let size): "chunk size \(size)"
        case .missingHeader(let id): "a chunk without header on new chunk stream \(id)"
        case .headerInsideMessage(let id): "a new header inside a message of chunk stream \(id)"
        case .messageTooLarge(let length, let limit): "a message of \(length) bytes, limit \(limit)"
        case .tooManyChunkStreams(let limit): "more than \(limit) chunk streams"
        case .tooMuchUnfinished(let limit): "more than \(limit) bytes of unfinished messages"
        }
    }
}
