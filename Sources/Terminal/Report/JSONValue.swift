/// A JSON value with its members in the order they were given, written on one line (RFC 8259).
enum JSONValue: Sendable, Equatable, CustomStringConvertible {
    case null
    case bool(Bool)
    case integer(Int64)
    /// A number shown with at most three decimals; what is no number becomes null.
    case decimal(Double)
    /// A number shown with at most six decimals, for what is small by nature, such as an exposure time in seconds.
    case fine(Double)
    case string(String)
    case array([JSONValue])
    case object([(String, JSONValue)])

    static func == (left: JSONValue, right: JSONValue) -> Bool { left.description == right.description }

    var description: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .integer(let value): text += "\(value)"
        case .decimal(let value): text += Decimals.text(value, places: 3, trimmed: true) ?? "null"
        case .fine(let value): text += Decimals.text(value, places: 6, trimmed: true) ?? "null"
        case .string(let value): Self.write(value, to: &text)
        case .array(let values):
            text += "["
            for (index, value) in values.enumerated() {
                if index > 0 { text += "," }
                value.write(to: &text)
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { text += "," }
                Self.write(member.0, to: &text)
                text += ":"
                member.1.write(to: &text)
            }
            text += "}"
        }
    }

    private static func write(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
