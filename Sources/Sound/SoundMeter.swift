import OnAirMedia

/// Where the sound stage writes its statistics and anybody reads them.
public final class SoundMeter: Sendable {
    private let state = Lock(SoundStatistics())

    public init() {}

    /// The statistics of this moment.
    public var snapshot: SoundStatistics { state.withLock { $0 } }

    func set(_ statistics: SoundStatistics) { state.withLock { $0 = statistics } }
}
