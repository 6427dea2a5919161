/// The motor of a contrast autofocus: it runs through the sharpest place, notices, comes back a little too far and
/// settles. A pure value.
struct FocusDrive: Hashable, Sendable {
    /// Lens position, 0 near to 1 far.
    private(set) var position: Double
    private var run: Run?
    private var hesitation = 0.0

    private struct Run: Hashable, Sendable {
        var from: Double
        var goal: Double
        var elapsed = 0.0
    }

    /// Seconds of each part of a run, and where it ends beyond the goal, in the direction of travel.
    private static let parts: [(seconds: Double, beyond: Double)] = [(0.30, 0.14), (0.22, -0.05), (0.14, 0)]
    /// How long the picture has to be soft before continuous autofocus answers, in seconds.
    static let lag = 0.15
    /// A difference that cannot be seen.
    static let tolerance = 0.02

    init(_ position: Double) { self.position = position }

    var isMoving: Bool { run != nil }

    /// Puts the lens somewhere and leaves it there.
    mutating func set(_ position: Double) { self = FocusDrive(position) }

    /// Starts a run, whatever the lens does now.
    mutating func begin(towards goal: Double) { run = Run(from: position, goal: goal) }

    /// One step of `seconds`. With `follows`, a run begins where the lens has been wrong for a while.
    mutating func step(to goal: Double, seconds: Double, follows: Bool) {
        guard var run else {
            guard follows, abs(goal - position) > Self.tolerance else {
                hesitation = 0
                return
            }
            hesitation += seconds
            if hesitation > Self.lag { begin(towards: goal) }
            return
        }
        hesitation = 0
        run.elapsed += seconds
        // In focus already, it can only find out by leaving.
        let away = run.goal - run.from
        let direction: Double = abs(away) > Self.tolerance ? (away > 0 ? 1 : -1) : run.goal > 0.5 ? -1 : 1
        var (start, left) = (run.from, run.elapsed)
        for part in Self.parts {
            let end = max(0, min(1, run.goal + direction * part.beyond))
            if left < part.seconds {
                let share = left / part.seconds
                position = start + (end - start) * share * share * (3 - 2 * share)
                self.run = run
                return
            }
            left -= part.seconds
            start = end
        }
        position = run.goal
        self.run = nil
    }
}
