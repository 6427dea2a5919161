import OnAirMedia

/// Between which bounds a bitrate may be steered, and how.
package struct SteeringLimits: Sendable, Equatable {
    /// The most, in bit/s of pictures: what the user asked for.
    package let ceiling: Int
    /// The least, in bit/s of pictures.
    package let minimum: Int
    /// What a first connection begins with, in bit/s of pictures.
    package let initial: Int
    /// Only each n-th picture is encoded at worst; 1 never leaves one out.
    package let largestFrameInterval: Int
    /// Nil: the ceiling, whatever happens.
    package let mode: SteeringMode?

    /// - Parameters:
    ///   - minimum: brought to at most `ceiling`.
    ///   - initial: brought between the two.
    package init(
        ceiling: Int, minimum: Int, initial: Int, largestFrameInterval: Int = 4, mode: SteeringMode? = .normal
    ) {
        self.ceiling = max(ceiling, 1)
        self.minimum = min(max(minimum, 1), self.ceiling)
        self.initial = min(max(initial, self.minimum), self.ceiling)
        self.largestFrameInterval = max(largestFrameInterval, 1)
        self.mode = mode
    }

    func clamp(_ bitrate: Double) -> Int { Int(min(max(bitrate, Double(minimum)), Double(ceiling))) }
}
