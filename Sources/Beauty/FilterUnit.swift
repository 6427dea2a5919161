import OnAirMedia

/// A filter's content, ready to be shown: settings, tables, pictures.
enum FilterUnit: Sendable {
    case skin(SkinSmoothing)
    /// Nil: colours stay as they are.
    case color(ColorTable?)

    enum Kind: Sendable {
        case skin, color
    }

    var kind: Kind {
        switch self {
        case .skin: .skin
        case .color: .color
        }
    }

    /// The same kind of filter doing nothing; nil where there is no such thing.
    var neutral: FilterUnit? {
        switch self {
        case .skin(var settings):
            (settings.smooth, settings.whiten, settings.ruddy) = (0, 0, 0)
            return .skin(settings)
        case .color: return .color(nil)
        }
    }

    /// Whether it does nothing.
    var isNeutral: Bool {
        switch self {
        case .skin(let settings): settings.smooth == 0 && settings.whiten == 0 && settings.ruddy == 0
        case .color(let table): table == nil
        }
    }

    /// A filter that shows this from its first picture on.
    func makeFilter() -> any PictureFilter {
        switch self {
        case .skin(let settings): SkinFilter(settings)
        case .color(let table): ColorFilter(table)
        }
    }

    /// Lets `filter` go to this; false where it is of another kind.
    func apply(to filter: any PictureFilter) -> Bool {
        switch self {
        case .skin(let settings):
            guard let filter = filter as? SkinFilter else { return false }
            filter.set(settings)
        case .color(let table):
            guard let filter = filter as? ColorFilter else { return false }
            filter.set(table)
        }
        return true
    }
}
