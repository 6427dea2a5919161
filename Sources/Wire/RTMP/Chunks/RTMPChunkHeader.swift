/// What the chunk headers of one message say.
package struct RTMPChunkHeader: Hashable, Sendable {
    package var type: RTMPMessageType
    package var streamID: UInt32
    /// Milliseconds modulo 2³².
    package var timestamp: UInt32
    /// The chunk stream to use, 2…65599.
    package var chunkStreamID: UInt32
    /// Bytes of payload, at most 0xFFFFFF.
    package var length: Int

    package init(type: RTMPMessageType, streamID: UInt32, timestamp: UInt32, chunkStreamID: UInt32, length: Int) {
        self.type = type
        self.streamID = streamID
        self.timestamp = timestamp
        self.chunkStreamID = chunkStreamID
        self.length = length
    }
}
