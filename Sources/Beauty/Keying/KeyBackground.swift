/// What is shown where a screen was.
public enum KeyBackground: Hashable, Sendable {
    case color(KeyColor)
    /// The path of a picture file.
    case picture(path: String)
}
