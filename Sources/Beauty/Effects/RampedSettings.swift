/// Settings of which there is something between: what a filter goes through while it changes.
protocol RampedSettings: Hashable, Sendable {
    /// What lies between this and `target`: numbers in proportion, all else as in `target`.
    ///
    /// - Parameter progress: 0 (this) … 1 (`target`).
    func toward(_ target: Self, progress: Double) -> Self
}

extension RampedSettings {
    /// A number between two.
    static func between(_ first: Double, _ second: Double, _ progress: Double) -> Double {
        first + (second - first) * progress
    }
}
