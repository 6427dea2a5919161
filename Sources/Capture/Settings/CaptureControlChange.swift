/// What one control is to be set to, by name.
public struct CaptureControlChange: Hashable, Sendable {
    /// As the list of controls has it.
    public let name: String
    public let value: CaptureControl.Value

    public init(_ name: String, _ value: CaptureControl.Value) { (self.name, self.value) = (name, value) }
}
