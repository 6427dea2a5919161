/// A name and a sentence about it.
enum NamedLine {
    /// On one line where they fit, else the sentence below, both indented by two.
    static func lines(_ name: String, _ text: String, width: Int, _ paint: TextPaint) -> [String] {
        guard name.count + text.count + 4 > width else { return ["  \(paint.bold(name))  \(text)"] }
        return ["  \(paint.bold(name))"] + Paragraph.lines(text, width: width, indent: 4)
    }
}
