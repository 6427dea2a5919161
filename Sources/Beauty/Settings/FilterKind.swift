/// A kind of filter, as it is listed: its name, what it does, and everything that can be set about it.
public struct FilterKind: Hashable, Sendable {
    /// Such as `skin`: in text, JSON and on the command line alike.
    public let name: String
    /// One sentence.
    public let summary: String
    /// Everything that can be set, in a fixed order.
    public let parameters: [FilterParameter]
    /// One of this kind with everything at its default.
    public let step: FilterStep

    init(_ step: FilterStep) {
        let settings = type(of: step.settings)
        (name, summary, parameters) = (settings.filterName, settings.summary, settings.parameters)
        self.step = step
    }

    /// The parameter that is meant by a value alone, as in `look:film` or `sharpen:0.8`: the first one where it is a word
    /// or a text, or the only one. Nil where every value needs its name.
    public var mainParameter: FilterParameter? {
        guard let first = parameters.first else { return nil }
        if case .number = first.range, parameters.count > 1 { return nil }
        return first
    }
}
