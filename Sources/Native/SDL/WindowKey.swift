/// A key of the keyboard as a window hears it: what it stands for, on whatever layout.
public enum WindowKey: Hashable, Sendable {
    /// What it types: `?` where that takes shift, a letter without shift in lower case.
    case character(Character)
    case escape
    /// F1 is 1.
    case function(Int)
}
