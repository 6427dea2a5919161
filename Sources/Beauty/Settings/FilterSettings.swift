/// The settings of one kind of filter, as a value that can be read, written and listed by name.
public protocol FilterSettings: Hashable, Sendable {
    /// Such as `skin`: what it is called in text, JSON and on the command line.
    static var filterName: String { get }
    /// One sentence: what it does.
    static var summary: String { get }
    /// Everything that can be set, in the order it is listed.
    static var fields: [FilterField<Self>] { get }
    /// Everything as it is unless it is set.
    init()
}

extension FilterSettings {
    /// Everything that can be set, in the order it is listed.
    public static var parameters: [FilterParameter] { fields.map(\.parameter) }

    /// What the parameter called `name` is; nil where there is none.
    public func value(of name: String) -> FilterValue? {
        Self.fields.first { $0.parameter.name == name }?.get(self)
    }

    /// Whether everything is in its range.
    ///
    /// - Throws: `FilterError` `.invalidValue` that names the first parameter that is not.
    public func check() throws(FilterError) {
        var copy = self
        for field in Self.fields { try field.set(&copy, field.get(self)) }
    }

    /// Sets the parameter called `name`.
    ///
    /// - Throws: `FilterError` `.unknownParameter`, or `.invalidValue`; then nothing has changed.
    public mutating func set(_ name: String, to value: FilterValue) throws(FilterError) {
        guard let field = Self.fields.first(where: { $0.parameter.name == name }) else {
            throw FilterError(
                .unknownParameter, "The filter \(Self.filterName) has no “\(name)”.",
                advice: .choice(of: name, among: Self.fields.map(\.parameter.name)))
        }
        try field.set(&self, value)
    }
}
