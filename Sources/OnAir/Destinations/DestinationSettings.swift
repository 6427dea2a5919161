import OnAirPublish

/// What one destination does otherwise than the others.
public struct DestinationSettings: Hashable, Sendable {
    /// What it is called in events, statistics and logs; holds no secret. Default nil: its address without key.
    public var name: String?
    /// How often it is tried again after a loss. Default nil: as the configuration says.
    public var reconnectAttempts: ReconnectAttempts?
    /// Seconds between two attempts, at least 0.1. Default nil: as the configuration says.
    public var reconnectDelay: Double?
    /// The very first connect is tried again too, as a box that runs unattended wants it. Default false: its failure ends
    /// the destination, so that a wrong address is told at once.
    public var keepsTrying = false
    /// Seconds of the program that may wait for it, 0.1…60. What waits longer is given up, pictures first. Default 2.
    public var queueSeconds = 2.0
    /// Bytes that may wait for it, from 64 KiB to 1 GiB. Default 4 MiB.
    public var queueBytes = 4 << 20
    /// Seconds that looking up the name and connecting may take, each, 1…60. Default 10.
    public var connectTimeOut = 10.0
    /// Seconds that the server may take nothing until an event says so, 0.5…60. Default 2.
    public var progressWarning = 2.0
    /// Seconds that the server may take nothing until it is abandoned, 1…300, not below `progressWarning`. Default 5.
    public var progressTimeOut = 5.0

    public init() {}

    /// - Throws: `BroadcastError` with code `.invalidConfiguration` that names the field, its value and its range.
    func validated() throws(BroadcastError) -> DestinationSettings {
        if let reconnectAttempts { try Self.check(reconnectAttempts) }
        if let reconnectDelay { try Self.check(reconnectDelay: reconnectDelay) }
        try Self.check(queueSeconds, in: 0.1...60, "queue seconds")
        guard (64 << 10...1 << 30).contains(queueBytes) else {
            throw .invalidConfiguration("The queue bytes \(queueBytes) are outside 65 536…1 073 741 824.")
        }
        try Self.check(connectTimeOut, in: 1...60, "connect time-out")
        try Self.check(progressWarning, in: 0.5...60, "progress warning")
        try Self.check(progressTimeOut, in: max(1, progressWarning)...300, "progress time-out")
        return self
    }

    static func check(_ attempts: ReconnectAttempts) throws(BroadcastError) {
        guard case .limited(let count) = attempts, count < 0 else { return }
        throw .invalidConfiguration("The reconnect attempts \(count) are below 0.")
    }

    static func check(reconnectDelay: Double) throws(BroadcastError) {
        try check(reconnectDelay, in: 0.1...86_400, "reconnect delay")
    }

    private static func check(
        _ value: Double, in range: ClosedRange<Double>, _ name: String
    ) throws(BroadcastError) {
        guard !range.contains(value) else { return }
        throw .invalidConfiguration(
            "The \(name) \(value) s is outside \(range.lowerBound)…\(range.upperBound).")
    }

    /// In the words of the destinations, with what `configuration` says where this says nothing.
    func options(_ configuration: BroadcastConfiguration) -> DestinationOptions {
        var options = DestinationOptions()
        options.resolveTimeOut = Self.milliseconds(connectTimeOut)
        options.connectTimeOut = Self.milliseconds(connectTimeOut)
        options.progressWarning = Self.milliseconds(progressWarning)
        options.progressTimeOut = Self.milliseconds(progressTimeOut)
        options.limits = SendLimits(milliseconds: Self.milliseconds(queueSeconds), bytes: queueBytes)
        options.reconnect = reconnectOptions(configuration)
        return options
    }

    /// The part of `options` that may change while the destination runs.
    func reconnectOptions(_ configuration: BroadcastConfiguration) -> ReconnectOptions {
        var options = ReconnectOptions()
        options.attempts = (reconnectAttempts ?? configuration.reconnectAttempts).count
        options.delay = (reconnectDelay ?? configuration.reconnectDelay).map(Self.milliseconds)
        options.keepsTrying = keepsTrying
        return options
    }

    private static func milliseconds(_ seconds: Double) -> Int64 { Int64((seconds * 1000).rounded()) }
}
