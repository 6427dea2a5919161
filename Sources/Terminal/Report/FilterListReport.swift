/// Writes a list of filters: in columns for people, or as one JSON document whose schema stands in docs/cli.md.
public enum FilterListReport {
    /// Text for people.
    ///
    /// - Parameters:
    ///   - columns: the terminal's width; nil where nobody looks, and lines stay whole for other programs.
    ///   - isColored: whether colours may be used.
    public static func text(_ list: FilterList, columns: Int?, isColored: Bool) -> String {
        let paint = TextPaint(isOn: isColored)
        let width = columns.map { max(40, $0) } ?? .max
        var lines: [String] = []
        for filter in list.filters {
            if !lines.isEmpty { lines.append("") }
            lines += NamedLine.lines(filter.name, filter.summary, width: width, paint)
            let rows = filter.parameters.map { parameter in
                (term: parameter.name + (parameter.isMain ? "*" : ""), text: words(parameter))
            }
            lines += TermTable.lines(rows, width: width)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func words(_ parameter: FilterList.Parameter) -> String {
        let values =
            switch parameter.values {
            case .number(let range, let unit, let standard):
                "\(number(range.lowerBound)) to \(number(range.upperBound))\(unit.isEmpty ? "" : " ")\(unit)"
                    + " (\(number(standard)))"
            case .choice(let words, let standard):
                words.map { $0 == standard ? "\($0) (unless set)" : $0 }.joined(separator: ", ")
            case .text(let form, let standard): form + (standard.isEmpty ? "" : " (\(standard))")
            }
        return "\(values): \(parameter.meaning)"
    }

    private static func number(_ value: Double) -> String { Decimals.text(value, places: 6, trimmed: true) ?? "-" }

    /// One JSON document, on one line.
    public static func json(_ list: FilterList) -> String {
        let filters = list.filters.map { filter in
            JSONValue.object([
                ("name", .string(filter.name)), ("summary", .string(filter.summary)),
                ("parameters", .array(filter.parameters.map(json))),
            ])
        }
        return "\(JSONValue.object([("filters", .array(filters))]))\n"
    }

    private static func json(_ parameter: FilterList.Parameter) -> JSONValue {
        var members: [(String, JSONValue)] = [("name", .string(parameter.name))]
        switch parameter.values {
        case .number(let range, let unit, let standard):
            members += [
                ("kind", .string("number")), ("minimum", .fine(range.lowerBound)), ("maximum", .fine(range.upperBound)),
                ("unit", .string(unit)), ("default", .fine(standard)),
            ]
        case .choice(let words, let standard):
            members += [
                ("kind", .string("choice")), ("choices", .array(words.map(JSONValue.string))),
                ("default", .string(standard)),
            ]
        case .text(let form, let standard):
            members += [("kind", .string("text")), ("form", .string(form)), ("default", .string(standard))]
        }
        return .object(members + [("isMain", .bool(parameter.isMain)), ("meaning", .string(parameter.meaning))])
    }
}
