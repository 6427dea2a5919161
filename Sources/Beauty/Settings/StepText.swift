/// The rules of quoting in the text form of a step. In scalars: a backslash or a comma before a combining mark is still one.
enum StepText {
    /// `NAME=VALUE`, or a value alone.
    struct Item: Equatable {
        var name: String?
        var value: String
    }

    /// The items between commas.
    ///
    /// - Parameter whole: the text that an error repeats.
    /// - Throws: `FilterError` `.malformed` for an empty item, one without a name before its equals sign, and a backslash
    ///   with nothing after it.
    static func items(
        _ text: Substring.UnicodeScalarView, of whole: String
    ) throws(FilterError) -> [Item] {
        var items: [Item] = []
        var reader = ItemReader()
        for scalar in text {
            if let item = reader.read(scalar) { items.append(try check(item, of: whole)) }
        }
        guard !reader.isEscaped else {
            throw FilterError(
                .malformed, "“\(whole)” ends with a backslash.", advice: "A backslash itself is written \\\\.")
        }
        items.append(try check(reader.finish(), of: whole))
        return items
    }

    private static func check(_ item: Item, of whole: String) throws(FilterError) -> Item {
        if item.name == nil ? item.value.isEmpty : item.name == "" {
            throw FilterError(
                .malformed, "“\(whole)” has an item that says nothing.",
                advice:
                    "Write NAME:PARAMETER=VALUE,PARAMETER=VALUE; a comma or equals sign that is meant is written \\, or \\=."
            )
        }
        return item
    }

    /// `text` so that it is read as one value.
    ///
    /// - Parameter standsAlone: no name stands before it, so that its equals signs need a backslash as well.
    static func escaped(_ text: String, standsAlone: Bool) -> String {
        let scalars = text.unicodeScalars
        var result = String.UnicodeScalarView()
        for index in scalars.indices {
            let scalar = scalars[index]
            let isEdge = index == scalars.startIndex || scalars.index(after: index) == scalars.endIndex
            let isSpecial =
                scalar == "\\" || scalar == "," || standsAlone && scalar == "="
                || isEdge && scalar.properties.isWhitespace
            if isSpecial { result.append("\\") }
            result.append(scalar)
        }
        return String(result)
    }

    static func trimmed(_ text: Substring.UnicodeScalarView) -> String {
        var text = text
        while let first = text.first, first.properties.isWhitespace { text.removeFirst() }
        while let last = text.last, last.properties.isWhitespace { text.removeLast() }
        return String(text)
    }

    /// Takes backslashes away and finds where an item and its name end.
    private struct ItemReader {
        private var name: String?
        private var value = String.UnicodeScalarView()
        /// How much of `value` stays whatever follows: up to the last scalar that is no space, or had a backslash.
        private var kept = String.UnicodeScalarView()
        private(set) var isEscaped = false

        /// The item that ends with `scalar`.
        mutating func read(_ scalar: Unicode.Scalar) -> Item? {
            if isEscaped {
                isEscaped = false
                keep(scalar)
                return nil
            }
            switch scalar {
            case "\\": isEscaped = true
            case ",": return finish()
            case "=" where name == nil:
                name = String(kept)
                (value, kept) = (.init(), .init())
            default:
                guard scalar.properties.isWhitespace else {
                    keep(scalar)
                    return nil
                }
                if !value.isEmpty { value.append(scalar) }
            }
            return nil
        }

        private mutating func keep(_ scalar: Unicode.Scalar) {
            value.append(scalar)
            kept = value
        }

        mutating func finish() -> Item {
            defer { self = ItemReader() }
            return Item(name: name, value: String(kept))
        }
    }
}
