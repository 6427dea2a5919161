/// A value of a Video4Linux control.
public enum V4L2ControlValue: Hashable, Sendable {
    /// Of any kind but text.
    case number(Int64)
    case text(String)
}
