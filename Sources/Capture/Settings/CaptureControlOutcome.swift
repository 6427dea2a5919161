import OnAirMedia

/// What became of one control that was set: drivers do not always do as they were told.
public struct CaptureControlOutcome: Hashable, Sendable {
    public let name: String
    /// What it was set to.
    public let wanted: CaptureControl.Value
    /// What the device says it is now; nil where it cannot be read, such as a button.
    public let actual: CaptureControl.Value?
    /// Why it could not be set; nil where it could. Only where the others are set all the same.
    public let error: CaptureError?
    /// How far apart the values are that the device has: it takes the nearest one. 0 where any is possible.
    public let step: Double

    public init(
        _ name: String, wanted: CaptureControl.Value, actual: CaptureControl.Value?, error: CaptureError? = nil,
        step: Double = 0
    ) {
        (self.name, self.wanted, self.actual, self.error, self.step) = (name, wanted, actual, error, step)
    }

    /// Whether the device says that it is what was wanted, or the nearest to it that it has, or does not say.
    public var isAsWanted: Bool {
        guard error == nil else { return false }
        guard let actual, actual != wanted else { return true }
        guard case .decimal(let now) = actual, let asked = wanted.number else { return false }
        // What a sum of decimals is off by is nobody's doing.
        return abs(now - asked) <= step / 2 + max(abs(asked), 1) * 1e-9
    }
}
