import OnAirMedia
import OnAirPixels

/// Darkens a picture towards its corners. Pictures are I420 of limited range, at least 2x2; others are left alone.
///
/// With r the distance from the middle, 1 in the corners of a picture of any shape, a pixel keeps 1 − amount · f² of its
/// light and colour, where f goes from 0 at `radius` to 1 in the corners with r².
///
/// Unchecked because all but `wanted` belongs to whoever processes pictures, which is one at a time.
public final class VignetteFilter: PictureFilter, @unchecked Sendable {
    public let name = Vignette.filterName
    public let isRepeatable = true
    private let wanted: Lock<Vignette>
    private var ramp: SettingsRamp<Vignette>
    private let shade = PictureVignette()

    /// A filter that does this from its first picture on.
    public init(_ settings: Vignette = Vignette()) {
        wanted = Lock(settings)
        ramp = SettingsRamp(settings)
    }

    /// Goes to `settings` in 200 ms of program time, from the next picture on. From any thread.
    public func set(_ settings: Vignette) { wanted.withLock { $0 = settings } }

    public func process(_ picture: inout MutablePicture, at time: MediaTime) {
        let settings = ramp.settings(toward: wanted.withLock { $0 }, at: time)
        guard settings.amount > 0 else { return }
        shade.darken(&picture, amount: settings.amount, radius: settings.radius)
    }
}
