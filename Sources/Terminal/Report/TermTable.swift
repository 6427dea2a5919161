/// Terms in one column and texts in another.
enum TermTable {
    /// The lines of a table, indented by four; where `width` is too narrow for both columns, each text stands below its
    /// term.
    static func lines(_ rows: [(term: String, text: String)], width: Int) -> [String] {
        let column = 4 + (rows.map(\.term.count).max() ?? 0) + 2
        return rows.flatMap { term, text -> [String] in
            guard width - column >= 36 else { return ["    \(term)"] + Paragraph.lines(text, width: width, indent: 8) }
            var lines = Paragraph.lines(text, width: width, indent: column)
            guard let first = lines.first else { return [] }
            let space = String(repeating: " ", count: column - 4 - term.count)
            lines[0] = "    \(term)\(space)\(first.drop { $0 == " " })"
            return lines
        }
    }
}
