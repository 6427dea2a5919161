import OnAirMedia
import OnAirPixels

/// Skin smoothing as a filter: in place, on I420 pictures of limited range of any size, BT.601 or BT.709.
///
/// Luma goes through a guided filter (K. He, J. Sun, X. Tang: Guided Image Filtering, ECCV 2010, and IEEE TPAMI 35(6),
/// 2013) on cells of 4x4 pixels (the Fast Guided Filter, arXiv:1505.00996), as far as a cell's colour is that of skin of
/// any tone; what has skin's colour and is none, such as wood or fur, counts in part. Unlike there, the variance includes
/// what is lost within the cells, what is kept grows with its fourth power, and how much is much depends on how light the
/// place is: eyes, hair, brows and letters stay, in the dark too. Whitening lightens skin along a curve that moves neither
/// black (16) nor white (235); the ruddy colour moves chroma and stays within 16…240.
///
/// A picture's result depends on nothing but the picture, the settings and how far a change of them has got; it
/// allocates nothing once a picture of the size was there. Where all is 0 no pixel is touched.
///
/// Unchecked because `settings` is locked and all else belongs to whoever calls `process`, which is one at a time.
public final class SkinFilter: PictureFilter, @unchecked Sendable {
    public let name = SkinSmoothing.filterName
    public let isRepeatable = true
    private let settings: Lock<SkinSmoothing>
    private var ramp: SkinRamp
    private let smoother = SkinSmoother()

    /// A filter that does what `settings` say from its first picture on.
    public init(_ settings: SkinSmoothing = SkinSmoothing()) {
        self.settings = Lock(settings)
        ramp = SkinRamp(SkinEffect(settings))
    }

    /// Changes to `settings` in 200 ms of program time, from the next picture on. From any thread.
    public func set(_ settings: SkinSmoothing) { self.settings.withLock { $0 = settings } }

    /// - Precondition: `picture` is I420.
    public func process(_ picture: inout MutablePicture, at time: MediaTime) {
        let effect = ramp.value(goingTo: SkinEffect(settings.withLock { $0 }), at: time)
        guard effect.isSomething else { return }
        smoother.smooth(&picture, effect.amounts(for: picture.format.size))
    }
}
