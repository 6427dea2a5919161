/// Breaks text into lines.
enum Paragraph {
    /// The words of `text` on lines of at most `width` columns, each indented by `indent` spaces. A word that is longer
    /// than a line stands alone on one.
    static func lines(_ text: String, width: Int, indent: Int = 0) -> [String] {
        let margin = String(repeating: " ", count: indent)
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, indent + line.count + 1 + word.count > width {
                lines.append(margin + line)
                line = ""
            }
            line += line.isEmpty ? String(word) : " \(word)"
        }
        if !line.isEmpty { lines.append(margin + line) }
        return lines
    }
}
