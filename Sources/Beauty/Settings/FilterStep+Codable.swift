/// How a step is written in JSON: `{ "filter": "skin", "smooth": 0.6 }`, with what differs from the defaults; it may be
/// read from its text form as well: `"skin:smooth=0.6"`.
extension FilterStep: Codable {
    /// The key that says which filter; no parameter has this name.
    static let filterKey = "filter"

    /// - Throws: `DecodingError.dataCorrupted` that says what is wrong in words; its underlying error is the `FilterError`.
    public init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            self = try Self.read(at: decoder.codingPath) { () throws(FilterError) in try FilterStep(parsing: text) }
            return
        }
        let values = try decoder.container(keyedBy: Key.self)
        let filterKey = Key(stringValue: Self.filterKey)
        let name = try values.decode(String.self, forKey: filterKey)
        var step = try Self.read(at: decoder.codingPath + [filterKey]) { () throws(FilterError) in
            try FilterStep(named: name)
        }
        // Sorted: of several mistakes it is always the same one that is told.
        for key in values.allKeys.sorted(by: { $0.stringValue < $1.stringValue })
        where key.stringValue != Self.filterKey {
            guard let value = try? values.decode(FilterValue.self, forKey: key) else {
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: values,
                    debugDescription: "“\(key.stringValue)” of the filter \(name) is neither a number nor a text")
            }
            step = try Self.read(at: decoder.codingPath + [key]) { () throws(FilterError) in
                var changed = step
                try changed.set(key.stringValue, to: value)
                return changed
            }
        }
        self = step
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(name, forKey: Key(stringValue: Self.filterKey))
        for parameter in type(of: settings).parameters {
            guard let value = value(of: parameter.name), value != parameter.defaultValue else { continue }
            try values.encode(value, forKey: Key(stringValue: parameter.name))
        }
    }

    private static func read(
        at path: [any CodingKey], _ body: () throws(FilterError) -> FilterStep
    ) throws -> FilterStep {
        do throws(FilterError) {
            return try body()
        } catch {
            throw DecodingError.dataCorrupted(
                .init(codingPath: path, debugDescription: error.description, underlyingError: error))
        }
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
