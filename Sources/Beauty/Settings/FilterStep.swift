/// One step of what is done to a picture, as a value: a kind of filter and its settings.
///
/// Written as text it is `skin`, or with what differs from the default `skin:smooth=0.6,whiten=0.2`; in JSON
/// `{"filter": "skin", "smooth": 0.6}`.
public enum FilterStep: Hashable, Sendable {
    /// Smooths, lightens and colours skin.
    case skin(SkinSmoothing)
    /// Brightness, contrast, saturation, hue, temperature.
    case color(ColorAdjustment)
    /// A look: a built-in one or a `.cube` file.
    case look(LookSettings)
    case sharpen(Sharpening)
    case vignette(Vignette)
    /// Takes a colour away and shows a background instead.
    case key(ChromaKey)
    /// Something that moves: shake, flash and others.
    case effect(EffectSettings)

    /// Its settings, whatever kind it is.
    public var settings: any FilterSettings {
        switch self {
        case .skin(let settings): settings
        case .color(let settings): settings
        case .look(let settings): settings
        case .sharpen(let settings): settings
        case .vignette(let settings): settings
        case .key(let settings): settings
        case .effect(let settings): settings
        }
    }
}
