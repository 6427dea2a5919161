/// Prints a command table as help, at most 80 columns wide.
public enum HelpText {
    private static let width = 80
    private static let indent = "  "

    /// The help of the whole command: its verbs and how to go on.
    public static func overview(_ table: CommandTable) -> String {
        var lines = ["\(table.program): \(table.summary).", "", "Usage: \(table.program) VERB [options]", "", "Verbs:"]
        let column = 14
        for verb in table.verbs { lines += entry(verb.name, verb.summary, column: column) }
        lines += entry("help VERB", "Show a verb's options", column: column)
        lines += [
            "", "Options:",
        ]
        lines += entry("--help", "Show this text", column: column)
        lines += entry("--version", "Show the version", column: column)
        return lines.joined(separator: "\n") + "\n"
    }

    /// The help of one verb.
    public static func verb(_ verb: VerbDeclaration, of table: CommandTable) -> String {
        let name = verb.spoken(after: table.program)
        var lines = ["\(name): \(verb.summary).", ""]
        lines.append("Usage: \(name)\(verb.words) [options]")
        for paragraph in verb.discussion { lines += [""] + Paragraph.lines(paragraph, width: width) }
        if !verb.actions.isEmpty {
            lines += ["", "Actions:"]
            // Their words are long: each has a line to itself.
            for action in verb.actions {
                lines += Paragraph.lines(action.usage, width: width, indent: 2)
                lines += Paragraph.lines(action.summary, width: width, indent: 8)
            }
        }
        let column = min(34, (verb.options.map(\.usage.count).max() ?? 0) + 4)
        for section in verb.sections {
            lines += ["", "\(section.heading):"]
            for option in section.options { lines += entry(option.usage, described(option), column: column) }
        }
        for note in verb.notes { lines += ["", "\(note.heading):"] + note.lines.map { indent + $0 } }
        if !verb.examples.isEmpty {
            lines += ["", "Examples:"]
            for example in verb.examples { lines += ["\(indent)# \(example.purpose)", indent + example.command] }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func described(_ option: OptionDeclaration) -> String {
        guard !option.choices.isEmpty else { return option.summary }
        return "\(option.summary): \(option.choices.joined(separator: ", "))"
    }

    private static func entry(_ term: String, _ text: String, column: Int) -> [String] {
        let body = Paragraph.lines(text, width: width, indent: column)
        let head = indent + term
        guard head.count + 2 <= column, let first = body.first else { return [head] + body }
        let padding = String(repeating: " ", count: column - head.count)
        return [head + padding + first.drop { $0 == " " }] + body.dropFirst()
    }
}
