/// Puts messages together from chunks (RTMP 1.0, 5.3), however the bytes are split.
///
/// Bytes are taken as they come: a header counts once it is whole, a payload grows with what arrived, and nothing is
/// reserved because a peer announced it. Set Chunk Size and Abort take effect here, and are handed out as well.
///
/// Where the specification and the field differ, the specification wins: a message that starts with a type 3 chunk right
/// after a type 0 one moves by that one's timestamp (5.3.1.2.4), and the extended timestamp is on every type 3 chunk
/// (5.3.1.3).
public struct RTMPChunkReader: Sendable {
    /// How far a peer may go.
    public struct Limits: Hashable, Sendable {
        /// Bytes of one message; default 10 MiB.
        public var messageLength = 10 * 1024 * 1024
        /// Chunk streams in use; default 64.
        public var chunkStreams = 64
        /// Bytes of all unfinished messages; default 16 MiB.
        public var unfinishedBytes = 16 * 1024 * 1024

        public init() {}
    }

    /// What a chunk stream remembers from one chunk to the next.
    private struct Stream {
        var timestamp: UInt32 = 0
        /// What a message that starts in type 3 adds.
        var delta: UInt32 = 0
        var hasExtendedTimestamp = false
        var length = 0
        var type = RTMPMessageType(rawValue: 0)
        var streamID: UInt32 = 0
        var payload: [UInt8] = []
        var isInsideMessage = false
    }

    /// Bytes in a chunk, as the peer last announced; 1…2³¹−1.
    public private(set) var chunkSize = 128

    private let limits: Limits
    private var streams: [UInt32: Stream] = [:]
    /// The header being read: at most 3 + 11 + 4 bytes.
    private var header: [UInt8] = []
    /// The chunk stream whose payload is being read, and the payload bytes left in its chunk.
    private var current: (chunkStreamID: UInt32, left: Int)?
    private var unfinished = 0

    public init(limits: Limits = Limits()) {
        self.limits = limits
        header.reserveCapacity(18)
    }

    /// Takes bytes from the front of `input` until a message is whole. Nil where the bytes ended first: call again with
    /// more. After an error the connection cannot go on.
    public mutating func read(
        _ input: inout UnsafeRawBufferPointer
    ) throws(RTMPProtocolFault) -> RTMPMessage? {
        while true {
            if current == nil {
                guard try readHeader(&input) else { return nil }
            }
            if let message = try readPayload(&input) { return message }
            if current != nil { return nil }
        }
    }

    // MARK: Header

    /// Takes header bytes; true once the header was whole and counts.
    private mutating func readHeader(
        _ input: inout UnsafeRawBufferPointer
    ) throws(RTMPProtocolFault) -> Bool {
        while header.count < headerLength {
            guard let byte = input.first else { return false }
            header.append(byte)
            input = UnsafeRawBufferPointer(rebasing: input.dropFirst())
        }
        try startChunk()
        header.removeAll(keepingCapacity: true)
        return true
    }

    /// Bytes the header has, as far as its bytes so far tell.
    private var headerLength: Int {
        guard let first = header.first else { return 1 }
        let (basic, message) = (Self.basicLength(first), Self.messageHeaderLength(first))
        guard header.count >= basic + message else { return basic + message }
        let isExtended =
            message == 0
            ? streams[chunkStreamID]?.hasExtendedTimestamp ?? false
            : header[basic...].prefix(3).allSatisfy { $0 == 0xFF }
        return basic + message + (isExtended ? 4 : 0)
    }

    private static func basicLength(_ first: UInt8) -> Int {
        switch first & 0x3F {
        case 0: 2
        case 1: 3
        default: 1
        }
    }

    private static func messageHeaderLength(_ first: UInt8) -> Int {
        switch first >> 6 {
        case 0: 11
        case 1: 7
        case 2: 3
        default: 0
        }
    }

    /// The chunk stream of a header whose basic part is whole (5.3.1.1).
    private var chunkStreamID: UInt32 {
        switch header[0] & 0x3F {
        case 0: UInt32(header[1]) + 64
        case 1: UInt32(header[2]) * 256 + UInt32(header[1]) + 64
        case let id: UInt32(id)
        }
    }

    private mutating func startChunk() throws(RTMPProtocolFault) {
        let (id, kind) = (chunkStreamID, header[0] >> 6)
        let known = streams[id]
        // Some peers start a chunk stream with type 1; there is nothing it could miss but the stream id.
        guard known != nil || kind <= 1 else { throw .missingHeader(chunkStreamID: id) }
        guard known != nil || streams.count < limits.chunkStreams else {
            throw .tooManyChunkStreams(limit: limits.chunkStreams)
        }
        if kind < 3, known?.isInsideMessage == true { throw .headerInsideMessage(chunkStreamID: id) }

        var fields = ByteReader(header, position: Self.basicLength(header[0]))
        var stream = known ?? Stream()
        streams[id] = nil  // so that the payload below is not copied
        if kind < 3 {
            let time = fields.unsigned24() ?? 0
            if kind < 2 {
                stream.length = Int(fields.unsigned24() ?? 0)
                stream.type = RTMPMessageType(rawValue: fields.unsigned8() ?? 0)
            }
            if kind == 0 { stream.streamID = fields.unsigned32().map(\.byteSwapped) ?? 0 }
            stream.hasExtendedTimestamp = time == 0xFF_FFFF
            let value = stream.hasExtendedTimestamp ? fields.unsigned32() ?? 0 : time
            stream.timestamp = kind == 0 ? value : stream.timestamp &+ value
            stream.delta = value
        } else if !stream.isInsideMessage {
            stream.timestamp &+= stream.delta
        }
        guard stream.length <= limits.messageLength else {
            throw .messageTooLarge(length: stream.length, limit: limits.messageLength)
        }
        stream.isInsideMessage = true
        current = (id, min(chunkSize, stream.length - stream.payload.count))
        streams[id] = stream
    }

    // MARK: Payload

    /// Takes payload bytes of the current chunk; the message where this completed it. `current` is nil afterwards where
    /// the chunk is whole.
    private mutating func readPayload(
        _ input: inout UnsafeRawBufferPointer
    ) throws(RTMPProtocolFault) -> RTMPMessage? {
        guard let (id, left) = current else { return nil }
        let count = min(left, input.count)
        guard unfinished + count <= limits.unfinishedBytes else {
            throw .tooMuchUnfinished(limit: limits.unfinishedBytes)
        }
        streams[id]?.payload.append(contentsOf: input.prefix(count))
        input = UnsafeRawBufferPointer(rebasing: input.dropFirst(count))
        unfinished += count
        current = count == left ? nil : (id, left - count)
        guard current == nil, let stream = streams[id], stream.payload.count == stream.length else { return nil }

        unfinished -= stream.length
        streams[id]?.payload = []
        streams[id]?.isInsideMessage = false
        let message = RTMPMessage(
            type: stream.type, streamID: stream.streamID, timestamp: stream.timestamp, chunkStreamID: id,
            payload: stream.payload)
        try apply(message)
        return message
    }

    private mutating func apply(_ message: RTMPMessage) throws(RTMPProtocolFault) {
        switch RTMPControl(message) {
        case .setChunkSize(let size):
            guard size >= 1, size <= UInt32(Int32.max) else { throw .chunkSize(size) }
            chunkSize = Int(size)
        case .abort(let id):
            unfinished -= streams[id]?.payload.count ?? 0
            streams[id]?.payload = []
            streams[id]?.isInsideMessage = false
        case .acknowledgement, .windowAcknowledgementSize, .setPeerBandwidth, nil:
            break
        }
    }
}
