/// Filters as the terminal shows them.
public struct FilterList: Sendable, Equatable {
    /// A kind of filter.
    public struct Filter: Sendable, Equatable {
        public var name: String
        public var summary: String
        public var parameters: [Parameter]

        public init(name: String, summary: String, parameters: [Parameter]) {
            (self.name, self.summary, self.parameters) = (name, summary, parameters)
        }
    }

    /// Something that can be set about it.
    public struct Parameter: Sendable, Equatable {
        /// What it may be, and what it is unless it is set.
        public enum Values: Sendable, Equatable {
            case number(ClosedRange<Double>, unit: String, standard: Double)
            case choice([String], standard: String)
            case text(form: String, standard: String)
        }

        public var name: String
        public var meaning: String
        public var values: Values
        /// Its value may stand alone.
        public var isMain: Bool

        public init(name: String, meaning: String, values: Values, isMain: Bool = false) {
            (self.name, self.meaning, self.values, self.isMain) = (name, meaning, values, isMain)
        }
    }

    public var filters: [Filter]

    public init(_ filters: [Filter]) { self.filters = filters }
}
