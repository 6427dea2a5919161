/// The constant that keeps sound with pictures, from the picture stage to the sound stage.
///
/// Program pictures lie on the frame grid, so a picture's program time differs from the time it was captured. The
/// difference is measured once, when the grid locks to the camera, and never changes afterwards:
/// a sound sample captured at host time t belongs at program time (t − epoch) + `value`.
/// It may be negative. While it is nil there is no program picture yet, and nothing to place sound against.
public final class PictureDelay: Sendable {
    private let known: Lock<MediaTime?>

    /// A delay not known yet, or fixed from the start for a program without pictures.
    public init(_ value: MediaTime? = nil) { known = Lock(value) }

    /// Program time minus (capture time − epoch); nil until the grid has locked.
    public var value: MediaTime? { known.withLock { $0 } }

    /// States the delay. Only the first call counts.
    public func set(_ value: MediaTime) {
        known.withLock { if $0 == nil { $0 = value } }
    }
}
