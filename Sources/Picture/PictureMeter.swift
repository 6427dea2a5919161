import OnAirMedia

/// Where the picture stage writes its statistics and anybody reads them.
public final class PictureMeter: Sendable {
    private let state = Lock(PictureStatistics())

    public init() {}

    /// The statistics of this moment.
    public var snapshot: PictureStatistics { state.withLock { $0 } }

    func update(_ body: (inout PictureStatistics) -> Void) { state.withLock { body(&$0) } }
}
