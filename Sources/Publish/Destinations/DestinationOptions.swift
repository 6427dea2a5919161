import OnAirWire

/// What a destination may be told to do otherwise.
public struct DestinationOptions: Sendable, Hashable {
    /// How long an address may take that is asked for, in milliseconds. Default 10 s.
    public var addressTimeOut: Int64 = 10_000
    /// How long the host's name may take, in milliseconds. Default 10 s.
    public var resolveTimeOut: Int64 = 10_000
    /// How long the transport may take, over all addresses, in milliseconds. Default 10 s.
    public var connectTimeOut: Int64 = 10_000
    /// Milliseconds without progress until an event says so. Default 2 s.
    public var progressWarning: Int64 = 2_000
    /// Milliseconds without progress until the peer is abandoned. Default 5 s.
    public var progressTimeOut: Int64 = 5_000
    /// How long good-byes may take at the end, in milliseconds, 0…500. Default 500 ms.
    public var farewell: Int64 = 500
    /// How much may wait for it.
    public var limits = SendLimits()
    /// How it comes back when it is lost.
    public var reconnect = ReconnectOptions()
    /// The protocol's own choices.
    public var rtmp = RTMPPublisherConfiguration()

    public init() {}
}
