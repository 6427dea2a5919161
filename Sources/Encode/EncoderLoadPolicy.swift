import OnAirMedia

/// Decides how much less the encoder does where this machine is too slow for it: rung by rung down after two seconds of
/// overload, or one of heavy overload, and up again after a calm time, if the rung above will probably fit. A rung that
/// did not hold is tried again only after twice as long.
///
/// A pure value: how long each picture took, how many were skipped and the time go in.
package struct EncoderLoadPolicy: Sendable {
    /// The part of the time that encoding may take.
    private static let fullLoad = 0.92
    /// The same that the rung above may be expected to take.
    private static let calmLoad = 0.7
    /// The part of all pictures that may be skipped.
    private static let skipsAllowed = 0.03
    /// The part of all pictures whose loss needs no second look.
    private static let manySkips = 0.25
    /// A look each second, in nanoseconds.
    private static let window: Int64 = 1_000_000_000
    /// Calm seconds before a step up, at first and at most.
    private static let patience = (first: 10, most: 320)
    /// A rung that held for so many seconds holds.
    private static let trust = 60

    private var rungs: [EncoderRung]
    private let picturesPerSecond: Double
    /// The rungs that can be had, from the highest on.
    private var highest = 0
    private var count: Int
    /// The rung in use; 0 is what was asked for.
    package private(set) var step = 0

    private var windowStart: HostTime?
    private var busy: Int64 = 0
    private var skippedBefore: Int64 = 0
    private var overloaded = 0
    private var calm = 0
    private var secondsHere = 0
    private var cameFromBelow = false
    private var neededPatience = EncoderLoadPolicy.patience.first
    /// The second after a step says nothing: the queue before the encoder is still as it was.
    private var settles = false

    /// - Parameters:
    ///   - rungs: at least one; the first is what was asked for.
    ///   - frameRate: of the grid.
    package init(rungs: [EncoderRung], frameRate: FrameRate) {
        self.rungs = rungs
        count = rungs.count
        picturesPerSecond = frameRate.framesPerSecond.doubleValue
    }

    /// The rung in use.
    package var rung: EncoderRung { rungs[step] }

    /// Pictures of another size come, which have rungs of their own. What was learned stays: turned pictures cost the same.
    package mutating func replaceRungs(_ others: [EncoderRung]) {
        count = count == rungs.count ? others.count : min(count, others.count)
        rungs = others
        step = min(step, count - 1)
        highest = min(highest, step)
    }

    /// A picture took so long, and `skipped` have been skipped since the beginning. True when `step` has changed.
    package mutating func note(encodeNanoseconds: Int64, skipped: Int64, now: HostTime) -> Bool {
        busy += encodeNanoseconds
        guard let start = windowStart else {
            windowStart = now
            (busy, skippedBefore) = (0, skipped)
            return false
        }
        let elapsed = now.nanoseconds(since: start)
        guard elapsed >= Self.window else { return false }
        let load = Double(busy) / Double(elapsed)
        let lost = Double(skipped - skippedBefore) / (picturesPerSecond * Double(elapsed) / 1e9)
        (windowStart, busy, skippedBefore) = (now, 0, skipped)
        return judge(load: load, lost: lost)
    }

    private mutating func judge(load: Double, lost: Double) -> Bool {
        secondsHere += 1
        if settles {
            settles = false
            return false
        }
        if cameFromBelow, secondsHere >= Self.trust { neededPatience = Self.patience.first }
        if load > Self.fullLoad || lost > Self.skipsAllowed {
            calm = 0
            overloaded += 1
            guard overloaded >= 2 || lost > Self.manySkips, step + 1 < count else { return false }
            if cameFromBelow, secondsHere < Self.trust {
                neededPatience = min(neededPatience * 2, Self.patience.most)
            }
            return move(to: step + 1, fromBelow: false)
        }
        overloaded = 0
        guard step > highest else { return false }
        let expected = load * rungs[step - 1].cost(relativeTo: rungs[step])
        calm = lost == 0 && expected < Self.calmLoad ? calm + 1 : 0
        guard calm >= neededPatience else { return false }
        return move(to: step - 1, fromBelow: true)
    }

    private mutating func move(to next: Int, fromBelow: Bool) -> Bool {
        step = next
        (overloaded, calm, secondsHere) = (0, 0, 0)
        cameFromBelow = fromBelow
        settles = true
        return true
    }

    /// The rung in use cannot be had: the one before is kept, and that one is not tried again.
    package mutating func refuse() {
        if cameFromBelow { highest = step + 1 } else { count = step }
        step = cameFromBelow ? step + 1 : step - 1
    }
}
