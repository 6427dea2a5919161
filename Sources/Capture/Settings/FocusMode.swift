/// How a camera focuses.
public enum FocusMode: String, CaseIterable, Hashable, Sendable, Codable {
    /// The lens stays where it is, or goes where `lensPosition` says.
    case locked
    /// Focuses once, then locks.
    case autoFocus
    /// Focuses whenever the picture asks for it.
    case continuousAutoFocus
}
