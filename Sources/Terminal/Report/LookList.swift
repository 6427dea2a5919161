/// Looks as the terminal shows them: in text for people, or as one JSON document whose schema stands in docs/cli.md.
public struct LookList: Sendable, Equatable {
    /// A built-in look.
    public struct Look: Sendable, Equatable {
        public var name: String
        public var meaning: String

        public init(name: String, meaning: String) { (self.name, self.meaning) = (name, meaning) }
    }

    public var looks: [Look]

    public init(_ looks: [Look]) { self.looks = looks }

    /// Text for people.
    ///
    /// - Parameters:
    ///   - columns: the terminal's width; nil where nobody looks, and lines stay whole for other programs.
    ///   - isColored: whether colours may be used.
    public func text(columns: Int?, isColored: Bool) -> String {
        let paint = TextPaint(isOn: isColored)
        let width = columns.map { max(40, $0) } ?? .max
        let column = (looks.map(\.name.count).max() ?? 0) + 2
        let lines = looks.flatMap { look -> [String] in
            guard 2 + column + look.meaning.count <= width else {
                return NamedLine.lines(look.name, look.meaning, width: width, paint)
            }
            let space = String(repeating: " ", count: column - look.name.count)
            return ["  \(paint.bold(look.name))\(space)\(look.meaning)"]
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// One JSON document, on one line.
    public var json: String {
        let values = looks.map { look in
            JSONValue.object([("name", .string(look.name)), ("meaning", .string(look.meaning))])
        }
        return "\(JSONValue.object([("looks", .array(values))]))\n"
    }
}
