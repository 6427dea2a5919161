/// One line of the log, already free of secrets.
public struct LogLine: Equatable, Sendable, CustomStringConvertible {
    public let level: LogLevel
    /// Which part of the program speaks, such as `rtmp` or `fan-out`.
    public let label: String
    /// What happened: the same words each time, so that lines can be searched and counted.
    public let message: String
    /// What it happened to.
    public let fields: [LogField]

    init(level: LogLevel, label: String, message: String, fields: [LogField]) {
        self.level = level
        self.label = label
        self.message = message
        self.fields = fields
    }

    /// `warning rtmp: the server closed the connection host=a.example after=12`; a value with spaces, quotes or
    /// control characters is quoted, so that a peer's text cannot forge a line.
    public var description: String {
        var text = "\(level.rawValue) \(label): \(message)"
        for field in fields { text += " \(field.name)=\(Self.quoted(field.value))" }
        return text
    }

    private static func quoted(_ value: String) -> String {
        let plain =
            !value.isEmpty && value.unicodeScalars.allSatisfy { $0.value > 0x20 && $0 != "\"" && $0.value != 0x7F }
        if plain { return value }
        var text = "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"", "\\": text += "\\\(scalar)"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value):
                text += "\\u{\(String(scalar.value, radix: 16))}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}
