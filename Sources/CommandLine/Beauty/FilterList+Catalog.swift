import OnAirBeauty
import OnAirTerminal

extension FilterList {
    /// Every filter of the catalogue.
    init() { self.init(FilterCatalog.kinds.map(Filter.init)) }
}

extension FilterList.Filter {
    init(_ kind: FilterKind) {
        self.init(
            name: kind.name, summary: kind.summary,
            parameters: kind.parameters.map { FilterList.Parameter($0, isMain: $0 == kind.mainParameter) })
    }
}

extension FilterList.Parameter {
    init(_ parameter: FilterParameter, isMain: Bool) {
        let values: Values =
            switch (parameter.range, parameter.defaultValue) {
            case (.number(let range, let unit), .number(let standard)):
                .number(range, unit: unit, standard: standard)
            case (.number(let range, let unit), .text): .number(range, unit: unit, standard: range.lowerBound)
            case (.choice(let words), let standard): .choice(words, standard: standard.description)
            case (.text(let form), let standard): .text(form: form, standard: standard.description)
            }
        self.init(name: parameter.name, meaning: parameter.meaning, values: values, isMain: isMain)
    }
}
