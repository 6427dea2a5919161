/// A value that follows its goal like a control loop with a little too little damping: it overshoots once, visibly,
/// and comes to rest. A pure value.
struct DampedFollower: Hashable, Sendable {
    private(set) var value: Double
    private(set) var isMoving = false
    private var velocity = 0.0
    /// Steps that a difference has lasted before it is answered.
    private var hesitation = 0

    /// How it behaves.
    struct Manner: Hashable, Sendable {
        /// Natural frequency in radians per second, and damping; below 1 overshoots.
        var frequency: Double
        var damping: Double
        /// Differences below this are left alone, and below a tenth of it count as arrived.
        var tolerance: Double
        /// Steps to wait before it answers a difference.
        var lag: Int
    }

    init(_ value: Double) { self.value = value }

    /// Puts it somewhere, at rest.
    mutating func set(_ value: Double) { self = DampedFollower(value) }

    /// Answers a difference of any size at once.
    mutating func wake() { isMoving = true }

    /// One step of `seconds` towards `goal`.
    mutating func step(to goal: Double, seconds: Double, _ manner: Manner) {
        if !isMoving {
            guard abs(goal - value) > manner.tolerance else {
                hesitation = 0
                return
            }
            hesitation += 1
            guard hesitation > manner.lag else { return }
            isMoving = true
        }
        let pull = manner.frequency * manner.frequency * (goal - value)
        velocity += (pull - 2 * manner.damping * manner.frequency * velocity) * seconds
        value += velocity * seconds
        if abs(goal - value) < manner.tolerance / 10, abs(velocity) < manner.tolerance {
            set(goal)
        }
    }
}
