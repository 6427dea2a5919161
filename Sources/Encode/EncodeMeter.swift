import OnAirMedia

/// Where an encoder's stage writes its statistics and anybody reads them.
public final class EncodeMeter: Sendable {
    private let state = Lock(EncodeStatistics(bitrate: 0))

    public init() {}

    /// The statistics of this moment.
    public var snapshot: EncodeStatistics { state.withLock { $0 } }

    func update(_ body: (inout EncodeStatistics) -> Void) { state.withLock { body(&$0) } }
}
