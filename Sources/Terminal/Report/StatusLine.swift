/// One line at the bottom of a terminal that is redrawn in place. A value that knows what is on the screen and says
/// what to write; it writes nothing itself.
public struct StatusLine: Sendable, Equatable {
    private var shown = ""

    public init() {}

    /// What to write so that the line reads `text`, cut to `columns`. Empty when it already does.
    ///
    /// The old text is overwritten and only what sticks out behind is erased, in one write: nothing flickers.
    public mutating func show(_ text: String, columns: Int) -> String {
        // The last column stays free: a terminal that has filled it wraps at the next character.
        let line = String(text.prefix(max(0, columns - 1)))
        guard line != shown else { return "" }
        shown = line
        return "\r\(line)\u{1B}[K"
    }

    /// What to write so that `line` stands above the status line and stays.
    public mutating func interject(_ line: String) -> String {
        guard !shown.isEmpty else { return "\(line)\n" }
        return "\r\u{1B}[K\(line)\n\(shown)"
    }

    /// What to write so that nothing is left of the line.
    public mutating func clear() -> String {
        guard !shown.isEmpty else { return "" }
        shown = ""
        return "\r\u{1B}[K"
    }

    /// What to write so that the line is not seen; it is still there for `redraw`.
    public func hide() -> String { shown.isEmpty ? "" : "\r\u{1B}[K" }

    /// What to write where something else may stand on the screen now.
    public func redraw() -> String { shown.isEmpty ? "" : "\r\(shown)\u{1B}[K" }
}
