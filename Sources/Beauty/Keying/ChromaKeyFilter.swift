import OnAirMedia
import OnAirPixels

/// Takes a screen's colour out of pictures and shows a colour or a picture there. What is done to each pixel is told at
/// `ChromaKey`. Pictures are I420 of limited range, at least 2x2; others are left alone.
///
/// Unchecked because all but `wanted` belongs to whoever processes pictures, which is one at a time.
public final class ChromaKeyFilter: PictureFilter, @unchecked Sendable {
    public let name = ChromaKey.filterName
    public let isRepeatable = true
    private let wanted: Lock<(settings: ChromaKey, background: Picture?)>
    private var ramp: SettingsRamp<ChromaKey>
    private let keyer = PictureKeyer()
    private let fitting = KeyBackdrop()

    /// A filter that does this from its first picture on.
    ///
    /// - Parameter background: what is shown where the screen was, in the middle and as large as fills the picture; any
    ///   size and pixel format. Nil for the colour in the settings, which is black where they name a file.
    public init(_ settings: ChromaKey, background: Picture? = nil) {
        wanted = Lock((settings, background))
        ramp = SettingsRamp(settings)
    }

    /// Goes to `settings` in 200 ms of program time, from the next picture on; colours and the background change at once.
    /// From any thread.
    public func set(_ settings: ChromaKey, background: Picture? = nil) {
        wanted.withLock { $0 = (settings, background) }
    }

    public func process(_ picture: inout MutablePicture, at time: MediaTime) {
        let (wanted, background) = wanted.withLock { $0 }
        let settings = ramp.settings(toward: wanted, at: time)
        guard picture.format.pixels == .i420 else { return }
        let rule = KeyRule(settings, in: picture.format.color)
        if let background, let backdrop = fitting.backdrop(background, as: picture.format) {
            return keyer.key(&picture, rule, over: backdrop)
        }
        guard case .color(let color) = settings.shownBackground else {
            return keyer.key(&picture, rule, over: .black)
        }
        keyer.key(&picture, rule, over: PictureColor(red: color.red, green: color.green, blue: color.blue))
    }
}
