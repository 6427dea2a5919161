import OnAirMedia
import OnAirPixels

/// Makes fine detail stronger: the difference of luma to a blur of one pixel is added to it. Weak differences, which are
/// noise, stay as they are, and no edge gets a halo. Pictures are I420 of limited range, at least 2x2; others are left alone.
///
/// With B the mean of 3x3 pixels weighted 1 2 1 each way, d = Y − B and amount a: d' = sign(d) · max(0, |d| − 4), and the
/// new luma is Y + 2.5 · a · d', at most 8 codes past the darkest and lightest of the 3x3 pixels and never past 16…235, or
/// past Y where that lies outside.
///
/// Unchecked because all but `wanted` belongs to whoever processes pictures, which is one at a time.
public final class SharpenFilter: PictureFilter, @unchecked Sendable {
    public let name = Sharpening.filterName
    public let isRepeatable = true
    private let wanted: Lock<Sharpening>
    private var ramp: SettingsRamp<Sharpening>
    private let sharpener = PictureSharpener()

    /// A filter that does this from its first picture on.
    public init(_ settings: Sharpening = Sharpening()) {
        wanted = Lock(settings)
        ramp = SettingsRamp(settings)
    }

    /// Goes to `settings` in 200 ms of program time, from the next picture on. From any thread.
    public func set(_ settings: Sharpening) { wanted.withLock { $0 = settings } }

    public func process(_ picture: inout MutablePicture, at time: MediaTime) {
        let settings = ramp.settings(toward: wanted.withLock { $0 }, at: time)
        guard settings.amount > 0 else { return }
        sharpener.sharpen(&picture, amount: settings.amount)
    }
}
