/// One whole message, put together from its chunks.
public struct RTMPMessage: Hashable, Sendable {
    public var type: RTMPMessageType
    /// The stream it belongs to; 0 for the connection itself.
    public var streamID: UInt32
    /// Milliseconds modulo 2³².
    public var timestamp: UInt32
    /// The chunk stream that carried it, 2…65599.
    public var chunkStreamID: UInt32
    public var payload: [UInt8]

    public init(
        type: RTMPMessageType, streamID: UInt32 = 0, timestamp: UInt32 = 0, chunkStreamID: UInt32, payload: [UInt8]
    ) {
        self.type = type
        self.streamID = streamID
        self.timestamp = timestamp
        self.chunkStreamID = chunkStreamID
        self.payload = payload
    }
}
