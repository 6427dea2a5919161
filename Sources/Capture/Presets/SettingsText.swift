import OnAirMedia

/// A text of lines `name = value`, as presets and the configuration of a camera are kept. Pure.
///
/// A line that begins with `#` is a remark, and so is what stands behind ` #` after a value. A value that would be
/// misread stands in double quotes, with `\"`, `\\`, `\n`, `\r` and `\t` in it.
enum SettingsText {
    static func write(_ entries: [CameraPreset.Entry], heading: [String]) -> String {
        var lines = heading.map { "# \(oneLine($0))" }
        for entry in entries {
            let note = entry.note.map { "  # \(oneLine($0))" } ?? ""
            lines.append("\(entry.name) = \(quoted(entry.value))\(note)")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// - Parameter path: where the text is from, for the error.
    /// - Throws: `CaptureError` of kind `unusable` that names the line.
    static func read(_ text: String, path: String) throws(CaptureError) -> [CameraPreset.Entry] {
        var entries: [CameraPreset.Entry] = []
        var number = 0
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            number += 1
            let content = line.drop { $0 == " " || $0 == "\t" }
            guard !content.isEmpty, !content.hasPrefix("#") else { continue }
            guard let equals = content.firstIndex(of: "=") else {
                throw broken(path, number, "it has no “=”")
            }
            let name = trimmed(content[..<equals])
            guard !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }) else {
                throw broken(path, number, "“\(name)” is no name of a control")
            }
            guard let value = value(content[content.index(after: equals)...]) else {
                throw broken(path, number, "its value is not complete")
            }
            guard !entries.contains(where: { $0.name == name }) else {
                throw broken(path, number, "\(name) is given twice")
            }
            entries.append(CameraPreset.Entry(name, value))
        }
        return entries
    }

    private static func broken(_ path: String, _ line: Int, _ why: String) -> CaptureError {
        CaptureError(
            .unusable, "Line \(line) of \(path) cannot be understood: \(why).",
            advice: "Mend that line, or delete the file.")
    }

    private static func value(_ text: Substring) -> String? {
        let text = text.drop { $0 == " " || $0 == "\t" }
        guard text.hasPrefix("\"") else {
            let end = text.firstRange(of: " #")?.lowerBound ?? text.endIndex
            let value = trimmed(text[..<end])
            return value.isEmpty ? nil : value
        }
        var value = ""
        var rest = text.dropFirst()
        while let character = rest.popFirst() {
            if character == "\"" {
                let tail = trimmed(rest)
                return tail.isEmpty || tail.hasPrefix("#") ? value : nil
            }
            guard character == "\\" else {
                value.append(character)
                continue
            }
            switch rest.popFirst() {
            case "n": value += "\n"
            case "r": value += "\r"
            case "t": value += "\t"
            case "\"": value += "\""
            case "\\": value += "\\"
            default: return nil
            }
        }
        return nil
    }

    private static func quoted(_ value: String) -> String {
        let isPlain =
            !value.isEmpty && !value.contains("#") && !value.hasPrefix("\"")
            && value.unicodeScalars.allSatisfy { $0.value >= 0x20 && !$0.properties.isWhitespace || $0 == " " }
            && value.first != " " && value.last != " "
        if isPlain { return value }
        var text = "\""
        for character in value {
            switch character {
            case "\\": text += "\\\\"
            case "\"": text += "\\\""
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\r\n": text += "\\r\\n"
            case "\t": text += "\\t"
            default: text.append(character)
            }
        }
        return text + "\""
    }

    private static func oneLine(_ text: String) -> String { String(text.map { $0.isNewline ? " " : $0 }) }

    private static func trimmed(_ text: Substring) -> String {
        var text = text.drop { $0 == " " || $0 == "\t" }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return String(text)
    }
}
