/// The numbers of one destination or recording.
public struct OutputStatistics: Equatable, Sendable, Codable {
    /// Counts the kit's outputs from 1.
    public var id: Int
    public var kind: OutputStatus.Kind
    /// The address or path as it may be shown: without key, password or query.
    public var name: String
    /// `connecting`, `live`, `reconnecting` or `ended`.
    public var state: String
    /// Bytes sent or written.
    public var bytes: Int64 = 0
    /// Sent or written in kbit/s, over the last second.
    public var kilobitsPerSecond = 0.0
    /// Packets given up because the network was too slow.
    public var dropped: Int64 = 0
    /// Milliseconds of program waiting to be sent.
    public var queueMilliseconds: Int64 = 0
    /// Bytes waiting to be sent.
    public var queueBytes = 0
    /// Packets waiting to be sent.
    public var queuePackets = 0
    /// Milliseconds from a picture's capture to its last byte handed to the network: median, nil before the first.
    public var latencyMedian: Double?
    /// The same, the value that 95 of 100 pictures stay below.
    public var latency95: Double?

    public init(id: Int, kind: OutputStatus.Kind, name: String, state: String) {
        self.id = id
        self.kind = kind
        self.name = name
        self.state = state
    }
}
