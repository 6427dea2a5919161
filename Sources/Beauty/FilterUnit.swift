import OnAirMedia

/// A filter's content, ready to be shown: settings, tables, pictures.
enum FilterUnit: Sendable {
    case skin(SkinSmoothing)
    /// Nil: colours stay as they are.
    case color(ColorTable?)
    case sharpen(Sharpening)
    case vignette(Vignette)
    case key(ChromaKey, background: Picture?)
    case effect(EffectSettings)

    enum Kind: Sendable {
        case skin, color, sharpen, vignette, key, effect
    }

    var kind: Kind {
        switch self {
        case .skin: .skin
        case .color: .color
        case .sharpen: .sharpen
        case .vignette: .vignette
        case .key: .key
        case .effect: .effect
        }
    }

    /// The same kind of filter doing nothing; nil where there is no such thing.
    var neutral: FilterUnit? {
        switch self {
        case .skin(var settings):
            (settings.smooth, settings.whiten, settings.ruddy) = (0, 0, 0)
            return .skin(settings)
        case .color: return .color(nil)
        case .sharpen: return .sharpen(Sharpening(amount: 0))
        case .vignette(let settings): return .vignette(Vignette(amount: 0, radius: settings.radius))
        case .key: return nil
        case .effect(let settings): return .effect(EffectSettings(settings.effect, strength: 0))
        }
    }

    /// Whether it does nothing.
    var isNeutral: Bool {
        switch self {
        case .skin(let settings): settings.smooth == 0 && settings.whiten == 0 && settings.ruddy == 0
        case .color(let table): table == nil
        case .sharpen(let settings): settings.amount == 0
        case .vignette(let settings): settings.amount == 0
        case .key: false
        case .effect(let settings): settings.strength == 0
        }
    }

    /// A filter that shows this from its first picture on.
    func makeFilter() -> any PictureFilter {
        switch self {
        case .skin(let settings): SkinFilter(settings)
        case .color(let table): ColorFilter(table)
        case .sharpen(let settings): SharpenFilter(settings)
        case .vignette(let settings): VignetteFilter(settings)
        case .key(let settings, let background): ChromaKeyFilter(settings, background: background)
        case .effect(let settings): EffectFilter(settings)
        }
    }

    /// Lets `filter`, which is of this kind, go to this.
    func apply(to filter: any PictureFilter) {
        switch self {
        case .skin(let settings): (filter as? SkinFilter)?.set(settings)
        case .color(let table): (filter as? ColorFilter)?.set(table)
        case .sharpen(let settings): (filter as? SharpenFilter)?.set(settings)
        case .vignette(let settings): (filter as? VignetteFilter)?.set(settings)
        case .key(let settings, let background): (filter as? ChromaKeyFilter)?.set(settings, background: background)
        case .effect(let settings): (filter as? EffectFilter)?.set(settings)
        }
    }
}
