/// Every filter there is.
public enum FilterCatalog {
    /// In the order in which they are listed: skin first, then colours, then what is rarer.
    public static let kinds: [FilterKind] = FilterStep.defaults.map(FilterKind.init)

    /// The kind called `name`; nil where there is none.
    public static func kind(named name: String) -> FilterKind? { kinds.first { $0.name == name } }
}
