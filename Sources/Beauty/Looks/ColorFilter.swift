import OnAirMedia
import OnAirPixels

/// Any stack of colour adjustments and looks, as one pass through one table: in place, on I420 pictures of limited range of
/// any size. Pictures of another format stay as they are.
public final class ColorFilter: PictureFilter {
    public let name = "color"
    public let isRepeatable = true
    /// How long a change takes, in program time.
    public static let rampTime = MediaTime.milliseconds(200)

    private let wanted: Lock<Wanted>
    /// The picture thread's; others only put room for a fade there.
    private let ramp: Lock<ColorRamp>

    private struct Wanted {
        var table: ColorTable?
        var number = 0
    }

    /// A filter that shows `table` from its first picture on; without one it changes nothing.
    public init(_ table: ColorTable? = nil) {
        wanted = Lock(Wanted(table: table))
        ramp = Lock(ColorRamp(table))
    }

    /// Fades to `table`, or to nothing, within `rampTime` of program time from the next picture on; from wherever another
    /// fade has got to. From any thread but the picture's: the first call takes memory.
    public func set(_ table: ColorTable?) {
        if ramp.withLock({ $0.room == nil }) {
            let room = ColorFade()
            _ = ColorLookup.identity
            ramp.withLock { if $0.room == nil { $0.room = room } }
        }
        wanted.withLock {
            $0.table = table
            $0.number += 1
        }
    }

    public func process(_ picture: inout MutablePicture, at time: MediaTime) {
        guard picture.format.pixels == .i420, picture.format.color.range == .limited else { return }
        let wanted = wanted.withLock { $0 }
        ramp.withLock {
            $0.aim(at: wanted.table, number: wanted.number, time)
            $0.apply(to: &picture, at: time)
        }
    }
}
