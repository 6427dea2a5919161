extension FilterStep {
    /// One of every kind with its defaults, in the order they are listed.
    static let defaults: [FilterStep] = [
        .skin(SkinSmoothing()), .color(ColorAdjustment()), .look(LookSettings()), .sharpen(Sharpening()),
        .vignette(Vignette()), .key(ChromaKey()), .effect(EffectSettings()),
    ]

    /// The filter called `name`, with everything at its default.
    ///
    /// - Throws: `FilterError` `.unknownFilter` that says which name was probably meant.
    public init(named name: String) throws(FilterError) {
        guard let step = Self.defaults.first(where: { $0.name == name }) else {
            let names = Self.defaults.map(\.name)
            throw FilterError(.unknownFilter, "There is no filter “\(name)”.", advice: .choice(of: name, among: names))
        }
        self = step
    }

    /// Such as `skin`.
    public var name: String { type(of: settings).filterName }

    /// What the parameter called `name` is; nil where there is none.
    public func value(of name: String) -> FilterValue? { settings.value(of: name) }

    /// Sets the parameter called `name`.
    ///
    /// - Throws: `FilterError` `.unknownParameter`, or `.invalidValue`; then nothing has changed.
    public mutating func set(_ name: String, to value: FilterValue) throws(FilterError) {
        switch self {
        case .skin(var settings):
            try settings.set(name, to: value)
            self = .skin(settings)
        case .color(var settings):
            try settings.set(name, to: value)
            self = .color(settings)
        case .look(var settings):
            try settings.set(name, to: value)
            self = .look(settings)
        case .sharpen(var settings):
            try settings.set(name, to: value)
            self = .sharpen(settings)
        case .vignette(var settings):
            try settings.set(name, to: value)
            self = .vignette(settings)
        case .key(var settings):
            try settings.set(name, to: value)
            self = .key(settings)
        case .effect(var settings):
            try settings.set(name, to: value)
            self = .effect(settings)
        }
    }
}
