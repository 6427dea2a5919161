import OnAirMedia

/// Brings a change of the skin's settings about over a short time, so that nobody sees it happen.
struct SkinRamp {
    /// How long a change takes.
    static let duration = MediaTime.milliseconds(200)

    private var start: SkinEffect
    private var goal: SkinEffect
    /// When the goal was first seen; nil once it is reached.
    private var since: MediaTime?

    init(_ effect: SkinEffect) { (start, goal) = (effect, effect) }

    /// What is done to the picture at `time`.
    mutating func value(goingTo newGoal: SkinEffect, at time: MediaTime) -> SkinEffect {
        if newGoal != goal {
            start = value(at: time)
            (goal, since) = (newGoal, time)
        }
        return value(at: time)
    }

    private mutating func value(at time: MediaTime) -> SkinEffect {
        guard let begin = since else { return goal }
        let way = (time - begin).seconds / Self.duration.seconds
        // Times before the beginning are those of another program.
        guard way >= 0, way < 1 else {
            since = nil
            return goal
        }
        return start.mixed(with: goal, way)
    }
}
