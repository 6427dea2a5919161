import OnAirMedia
import OnAirPixels

/// Any stack of colour adjustments and looks, as one pass through one table: in place, on I420 pictures of limited range of
/// any size.
public final class ColorFilter: PictureFilter {
    public let name = "color"
    /// How long a change takes, in program time.
    public static let rampTime = MediaTime.milliseconds(200)

    private let wanted: Lock<ColorTable?>

    /// A filter that shows `table` from its first picture on; without one it changes nothing.
    public init(_ table: ColorTable? = nil) {
        wanted = Lock(table)
    }

    /// Fades to `table`, or to nothing, within `rampTime` of program time from the next picture on. From any thread but the
    /// picture's.
    public func set(_ table: ColorTable?) {
        wanted.withLock { $0 = table }
    }

    public func process(_ picture: inout MutablePicture, at time: MediaTime) {
        guard picture.format.color.range == .limited, let table = wanted.withLock({ $0 }) else { return }
        table.lookup(for: picture.format.color.matrix).apply(to: &picture)
    }
}
