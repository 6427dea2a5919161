import OnAirMedia

/// When the simulated camera flashes and the simulated microphone beeps: once a second, at the same instants.
///
/// Flash k (k = 1, 2, 3 …) belongs to second k after the epoch. It starts with the first frame at or after that
/// second, which is frame ⌈k · rate⌉; the beep starts at exactly that frame's time, so the two are in step at every
/// rate, 30000/1001 included.
public struct FlashSchedule: Hashable, Sendable {
    /// The camera's rate, at least one frame per second; at one, every frame is a flash.
    public let frameRate: FrameRate

    /// The flashes of a camera that runs at `frameRate`.
    public init(frameRate: FrameRate) { self.frameRate = frameRate }

    /// How many frames a flash lasts: a tenth of a second, rounded, and at least one.
    public var frameCount: Int64 {
        let rate = frameRate.framesPerSecond
        return max(1, MediaTime(value: rate.numerator, timescale: rate.denominator * 10).value(inTimescale: 1))
    }

    /// The frame with which flash `number` starts: ⌈number · rate⌉.
    public func firstFrame(ofFlash number: Int64) -> Int64 {
        frameRate.frame(atOrAfter: MediaTime(value: number, timescale: 1))
    }

    /// When flash and beep `number` start, after the epoch; exact.
    public func time(ofFlash number: Int64) -> MediaTime { frameRate.time(ofFrame: firstFrame(ofFlash: number)) }

    /// Whether `frame` is bright.
    public func isFlash(frame: Int64) -> Bool {
        guard let number = flash(startedBy: frame) else { return false }
        return frame - firstFrame(ofFlash: number) < frameCount
    }

    /// The newest flash that has started at or before `time`; nil before the first.
    public func flash(startedBy time: MediaTime) -> Int64? { flash(startedBy: frameRate.frame(atOrBefore: time)) }

    /// The newest flash that has started with or before `frame`; nil before the first.
    public func flash(startedBy frame: Int64) -> Int64? {
        let number = Self.wholeSeconds(frameRate.time(ofFrame: frame))
        return number >= 1 ? number : nil
    }

    /// Whole seconds that have passed at `frame`, and the frames since the first one of that second: what a time
    /// code `hh:mm:ss:ff` shows.
    ///
    /// - Precondition: `frame` is not negative.
    public func timeCode(ofFrame frame: Int64) -> (seconds: Int64, frames: Int64) {
        let seconds = Self.wholeSeconds(frameRate.time(ofFrame: frame))
        return (seconds, frame - firstFrame(ofFlash: seconds))
    }

    private static func wholeSeconds(_ time: MediaTime) -> Int64 {
        FrameRate(1).frame(atOrBefore: time)
    }
}
