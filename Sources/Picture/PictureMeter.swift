import OnAirMedia

/// Where a picture stage shows what it does. Whoever gives the stage to a runner keeps this. Any thread may read it.
public final class PictureMeter: Sendable {
    private let snapshot = Lock(PictureStatistics())

    public init() {}

    /// What the stage has done so far.
    public var statistics: PictureStatistics { snapshot.withLock { $0 } }

    /// Changes the snapshot; called by the stage only.
    func update(_ change: (inout PictureStatistics) -> Void) { snapshot.withLock { change(&$0) } }
}
