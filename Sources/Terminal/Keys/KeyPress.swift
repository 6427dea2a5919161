/// What was typed at the keyboard of `onair live`.
public enum KeyPress: Sendable, Equatable {
    case key(LiveKey)
    /// A letter that means nothing, or pasted text.
    case stranger
}
