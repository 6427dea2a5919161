/// Where a text stops being JSON5 (json5.org): the library that reads scene files says only that it does. A pure value.
struct JSONFault: Equatable {
    /// From 1.
    let line: Int
    /// From 1, in characters.
    let column: Int
    /// What is wrong there.
    let message: String

    /// The first fault in `text`; nil where there is none that this knows of.
    init?(in text: String) {
        var reader = Reader(text)
        guard let (offset, message) = reader.fault() else { return nil }
        let before = reader.characters[..<min(offset, reader.characters.count)]
        line = before.count(where: \.isNewline) + 1
        column = before.count - (before.lastIndex(where: \.isNewline).map { $0 + 1 } ?? 0) + 1
        self.message = message
    }

    private struct Reader {
        /// Deeper than any scene.
        static let deepest = 100

        let characters: [Character]
        private var at = 0

        init(_ text: String) { characters = Array(text) }

        private var next: Character? { at < characters.count ? characters[at] : nil }

        /// Where the fault is and what it is.
        mutating func fault() -> (Int, String)? {
            if let message = value(depth: 0) { return (at, message) }
            if let message = space() { return (at, message) }
            return next == nil ? nil : (at, "here the text should end")
        }

        /// Reads one value; what is wrong with it, at `at`.
        private mutating func value(depth: Int) -> String? {
            if let message = space() { return message }
            switch next {
            case nil: return "the text ends where a value belongs"
            case "{": return members(depth: depth, end: "}", hasKeys: true)
            case "[": return members(depth: depth, end: "]", hasKeys: false)
            case "\"", "'": return string()
            default: return bareValue()
            }
        }

        /// Numbers, `true`, `false` and `null`.
        private mutating func bareValue() -> String? {
            let start = at
            guard word() else { return "a value belongs here" }
            let text = String(characters[start..<at])
            if ["true", "false", "null", "Infinity", "NaN"].contains(text) || Self.isNumber(text) { return nil }
            at = start
            return "“\(text)” is no value: texts stand in quotes, and the others are numbers, true and false"
        }

        private static func isNumber(_ text: String) -> Bool {
            let digits = text.hasPrefix("+") || text.hasPrefix("-") ? text.dropFirst() : text[...]
            if digits == "Infinity" || digits == "NaN" { return true }
            if digits.lowercased().hasPrefix("0x") { return UInt64(digits.dropFirst(2), radix: 16) != nil }
            guard let first = digits.first, first.isNumber || first == "." else { return false }
            return Double(digits.hasSuffix(".") ? digits + "0" : digits) != nil
                || Double(digits.hasPrefix(".") ? "0" + digits : digits) != nil
        }

        private mutating func members(depth: Int, end: Character, hasKeys: Bool) -> String? {
            guard depth < Self.deepest else { return "this lies too deep in others" }
            let start = at
            at += 1
            while true {
                if let message = space() { return message }
                if next == end {
                    at += 1
                    return nil
                }
                if next == nil { return unclosed(start, end) }
                if hasKeys, let message = key() { return message }
                if let message = value(depth: depth + 1) { return message }
                if let message = space() { return message }
                switch next {
                case ",": at += 1
                case end: break
                case nil: return unclosed(start, end)
                default: return "a comma or “\(end)” belongs here"
                }
            }
        }

        private mutating func unclosed(_ start: Int, _ end: Character) -> String {
            at = start
            return "what begins here is not closed by “\(end)”"
        }

        private mutating func key() -> String? {
            if next == "\"" || next == "'" {
                if let message = string() { return message }
            } else if !word() {
                return "the name of a member belongs here"
            }
            if let message = space() { return message }
            guard next == ":" else { return "a colon belongs here" }
            at += 1
            return nil
        }

        private mutating func string() -> String? {
            let (start, quote) = (at, next)
            at += 1
            while let character = next {
                at += 1
                if character == quote { return nil }
                if character.isNewline {
                    at = start
                    return "this text has no closing quote on its line"
                }
                if character == "\\", !escape() {
                    at -= 1
                    return "this \\ has no meaning: a backslash itself is written \\\\"
                }
            }
            at = start
            return "this text has no closing quote"
        }

        /// What follows a backslash; false where it says nothing.
        private mutating func escape() -> Bool {
            let digits = next == "u" ? 4 : next == "x" ? 2 : 0
            at += 1
            guard digits > 0 else { return true }
            guard at + digits <= characters.count, characters[at..<at + digits].allSatisfy(\.isHexDigit) else {
                at -= 1
                return false
            }
            at += digits
            return true
        }

        /// Numbers and names without quotes; false where there is none.
        private mutating func word() -> Bool {
            let start = at
            while let character = next,
                character.isLetter || character.isNumber || ["+", "-", ".", "_", "$"].contains(character)
            {
                at += 1
            }
            return at > start
        }

        /// Passes what stands between.
        private mutating func space() -> String? {
            while let character = next {
                if character.isWhitespace || character == "\u{FEFF}" {
                    at += 1
                } else if character == "/" {
                    if let message = comment() { return message }
                } else {
                    break
                }
            }
            return nil
        }

        private mutating func comment() -> String? {
            let start = at
            let second = at + 1 < characters.count ? characters[at + 1] : nil
            if second == "/" {
                while let character = next, !character.isNewline {
                    at += 1
                }
                return nil
            }
            guard second == "*" else { return "a value belongs here" }
            at += 2
            while at + 1 < characters.count {
                if characters[at] == "*", characters[at + 1] == "/" {
                    at += 2
                    return nil
                }
                at += 1
            }
            at = start
            return "this comment is not closed"
        }
    }
}
