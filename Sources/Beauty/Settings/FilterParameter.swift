/// One thing that can be set about a filter: its name, what it may be, and what it means.
public struct FilterParameter: Hashable, Sendable {
    /// What values are allowed.
    public enum Range: Hashable, Sendable {
        /// A number in a range, in `unit`; empty where it has none.
        case number(ClosedRange<Double>, unit: String)
        /// One of a few words.
        case choice([String])
        /// Any text: a name, a colour, a path. `form` says how it is written, such as `#RRGGBB`.
        case text(form: String)
    }

    /// Such as `smooth`: in text, JSON and on the command line alike.
    public let name: String
    public let range: Range
    /// What it is unless it is set.
    public let defaultValue: FilterValue
    /// One sentence.
    public let meaning: String
}
