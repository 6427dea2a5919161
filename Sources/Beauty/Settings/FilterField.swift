import OnAirMedia

/// A parameter together with the property of `Settings` that holds it.
public struct FilterField<Settings>: Sendable {
    public let parameter: FilterParameter
    let get: @Sendable (Settings) -> FilterValue
    let set: @Sendable (inout Settings, FilterValue) throws(FilterError) -> Void
}

extension FilterField where Settings: FilterSettings {
    /// A number in `range`.
    public static func number(
        _ name: String, _ path: WritableKeyPath<Settings, Double> & Sendable, in range: ClosedRange<Double>,
        unit: String = "", _ meaning: String
    ) -> FilterField {
        FilterField(
            parameter: FilterParameter(
                name: name, range: .number(range, unit: unit), defaultValue: .number(Settings()[keyPath: path]),
                meaning: meaning),
            get: { .number($0[keyPath: path]) },
            set: { (settings, value) throws(FilterError) in
                guard case .number(let number) = value, number.isFinite, range.contains(number) else {
                    throw .outside(
                        Settings.filterName, name, value,
                        "a number \(FilterValue.text(range))\(unit.isEmpty ? "" : " ")\(unit)")
                }
                settings[keyPath: path] = number
            })
    }

    /// One of the words of an enumeration.
    public static func choice<Word: RawRepresentable<String> & CaseIterable & Sendable>(
        _ name: String, _ path: WritableKeyPath<Settings, Word> & Sendable, _ meaning: String
    ) -> FilterField {
        let words = Word.allCases.map(\.rawValue)
        return FilterField(
            parameter: FilterParameter(
                name: name, range: .choice(words), defaultValue: .text(Settings()[keyPath: path].rawValue),
                meaning: meaning),
            get: { .text($0[keyPath: path].rawValue) },
            set: { (settings, value) throws(FilterError) in
                guard case .text(let text) = value, let word = Word(rawValue: text) else {
                    throw .outside(
                        Settings.filterName, name, value, "one of \(words.joined(separator: ", "))", among: words)
                }
                settings[keyPath: path] = word
            })
    }

    /// What is written as text; `form` says how, and `Value` reads it.
    public static func text<Value: LosslessStringConvertible & Sendable>(
        _ name: String, _ path: WritableKeyPath<Settings, Value> & Sendable, form: String, _ meaning: String
    ) -> FilterField {
        FilterField(
            parameter: FilterParameter(
                name: name, range: .text(form: form), defaultValue: .text(Settings()[keyPath: path].description),
                meaning: meaning),
            get: { .text($0[keyPath: path].description) },
            set: { (settings, value) throws(FilterError) in
                guard let read = Value(value.description) else {
                    throw .outside(Settings.filterName, name, value, form)
                }
                settings[keyPath: path] = read
            })
    }
}

extension FilterValue {
    fileprivate static func text(_ range: ClosedRange<Double>) -> String {
        "\(FilterValue.number(range.lowerBound))…\(FilterValue.number(range.upperBound))"
    }
}

extension FilterError {
    fileprivate static func outside(
        _ filter: String, _ name: String, _ value: FilterValue, _ wanted: String, among words: [String] = []
    ) -> FilterError {
        FilterError(
            .invalidValue, "The filter \(filter) cannot have \(name) = “\(value)”: it is \(wanted).",
            advice: Spelling.nearest(to: value.description, among: words).map { "Did you mean “\($0)”?" })
    }
}
