/// Cuts messages into chunks (RTMP 1.0, 5.3) straight into the output buffer. Allocates nothing once it has seen its
/// chunk streams.
///
/// A message starts with type 0 on a new chunk stream, where the stream id changes and where time goes back, else with
/// type 1 or 2. It never starts with type 3: three bytes a message are not worth the readers that get it wrong.
package struct RTMPChunkWriter: Sendable {
    /// Bytes in a chunk, as last announced.
    package private(set) var chunkSize = 128

    private var previous: [UInt32: RTMPChunkHeader] = [:]
    /// The message being written, and what its type 3 chunks repeat as extended timestamp.
    private var current: (header: RTMPChunkHeader, extended: UInt32?)?
    private var leftInMessage = 0
    private var leftInChunk = 0

    package init() { previous.reserveCapacity(8) }

    /// Announces a chunk size and uses it from the next message on.
    package mutating func announce(chunkSize: Int, into output: inout WireBuffer) {
        write(RTMPControl.setChunkSize(UInt32(chunkSize)).message, into: &output)
        self.chunkSize = chunkSize
    }

    /// Writes a whole message.
    package mutating func write(_ message: RTMPMessage, into output: inout WireBuffer) {
        message.payload.withUnsafeBytes { payload in
            begin(
                RTMPChunkHeader(
                    type: message.type, streamID: message.streamID, timestamp: message.timestamp,
                    chunkStreamID: message.chunkStreamID, length: payload.count), into: &output)
            append(payload, into: &output)
        }
    }

    /// Writes the header of a message; `header.length` bytes must follow by `append`.
    package mutating func begin(_ header: RTMPChunkHeader, into output: inout WireBuffer) {
        let earlier = previous[header.chunkStreamID]
        let delta = header.timestamp &- (earlier?.timestamp ?? 0)
        let isFull = earlier == nil || earlier?.streamID != header.streamID || delta > UInt32(Int32.max)
        let isSameShape = earlier?.length == header.length && earlier?.type == header.type
        let value = isFull ? header.timestamp : delta
        let extended = value >= 0xFF_FFFF ? value : nil

        basicHeader(kind: isFull ? 0 : isSameShape ? 2 : 1, id: header.chunkStreamID, into: &output)
        output.append24(extended == nil ? value : 0xFF_FFFF)
        if isFull || !isSameShape {
            output.append24(UInt32(truncatingIfNeeded: header.length))
            output.append(header.type.rawValue)
        }
        // The one little-endian field of RTMP.
        if isFull { output.append32(header.streamID.byteSwapped) }
        if let extended { output.append32(extended) }

        previous[header.chunkStreamID] = header
        current = (header, extended)
        leftInMessage = header.length
        leftInChunk = chunkSize
    }

    /// Writes payload bytes of the message begun; those beyond its length are ignored.
    package mutating func append(_ bytes: UnsafeRawBufferPointer, into output: inout WireBuffer) {
        guard let (header, extended) = current else { return }
        var rest = UnsafeRawBufferPointer(rebasing: bytes.prefix(leftInMessage))
        while !rest.isEmpty {
            if leftInChunk == 0 {
                basicHeader(kind: 3, id: header.chunkStreamID, into: &output)
                if let extended { output.append32(extended) }
                leftInChunk = chunkSize
            }
            let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(leftInChunk))
            output.append(piece)
            leftInChunk -= piece.count
            leftInMessage -= piece.count
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(piece.count))
        }
        if leftInMessage == 0 { current = nil }
    }

    /// Writes bytes of the message begun in whole chunks, until at least `limit` are written or all of `bytes`. Answers how
    /// many it took.
    package mutating func append(
        _ bytes: UnsafeRawBufferPointer, atLeast limit: Int, into output: inout WireBuffer
    ) -> Int {
        let room = limit - leftInChunk
        let whole = room <= 0 ? leftInChunk : leftInChunk + (room + chunkSize - 1) / chunkSize * chunkSize
        let count = min(whole, bytes.count)
        append(UnsafeRawBufferPointer(rebasing: bytes.prefix(count)), into: &output)
        return count
    }

    /// A message of which some chunks are written.
    package struct Unfinished: Sendable {
        fileprivate let header: RTMPChunkHeader
        fileprivate let extended: UInt32?
        fileprivate let left: Int
    }

    /// Lays the message begun aside at the end of a chunk, so that messages of other chunk streams can go between its
    /// chunks (5.3); nil where it is whole.
    package mutating func layAside() -> Unfinished? {
        guard let (header, extended) = current else { return nil }
        current = nil
        return Unfinished(header: header, extended: extended, left: leftInMessage)
    }

    /// Goes on with a message that was laid aside.
    package mutating func takeUp(_ message: Unfinished) {
        current = (message.header, message.extended)
        leftInMessage = message.left
        leftInChunk = 0
    }

    private func basicHeader(kind: UInt8, id: UInt32, into output: inout WireBuffer) {
        let top = kind << 6
        if id < 64 {
            output.append(top | UInt8(truncatingIfNeeded: id))
        } else if id < 320 {
            output.append(top)
            output.append(UInt8(truncatingIfNeeded: id - 64))
        } else {
            output.append(top | 1)
            output.append(UInt8(truncatingIfNeeded: id - 64))
            output.append(UInt8(truncatingIfNeeded: (id - 64) >> 8))
        }
    }
}
