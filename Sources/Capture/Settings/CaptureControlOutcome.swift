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

    public init(
        _ name: String, wanted: CaptureControl.Value, actual: CaptureControl.Value?, error: CaptureError? = nil
    ) {
        (self.name, self.wanted, self.actual, self.error) = (name, wanted, actual, error)
    }

    /// Whether the device says that it is what was wanted, or does not say.
    public var isAsWanted: Bool { error == nil && (actual == nil || actual == wanted) }
}
