import OnAirMedia

/// A list of filters with all that takes long done: files read, tables made. A value: keep it and use it again.
public struct PreparedFilters: Sendable {
    /// No filter at all.
    public static let none = PreparedFilters()

    let units: [FilterUnit]

    private init() { units = [] }

    /// Makes `steps` ready. Slow where there are looks or pictures: some milliseconds each; never call it on the picture
    /// thread.
    ///
    /// - Parameters:
    ///   - steps: in the order in which pictures go through them. Adjustments and looks that follow each other become
    ///     one table.
    ///   - load: reads a picture file, for the background of a key. Nil: none can be read.
    /// - Throws: `FilterError` where a value is out of its range, or a file is unreadable or broken.
    public init(
        _ steps: [FilterStep], loadingPicturesBy load: ((_ path: String) throws(FilterError) -> Picture)? = nil
    ) throws(FilterError) {
        var units: [FilterUnit] = []
        var colors: [FilterStep] = []
        func endColors() throws(FilterError) {
            guard !colors.isEmpty else { return }
            units.append(.color(try ColorStack(colors).table()))
            colors = []
        }
        for step in steps {
            try step.settings.check()
            let unit: FilterUnit
            switch step {
            case .color, .look:
                colors.append(step)
                continue
            case .skin(let settings): unit = .skin(settings)
            case .sharpen(let settings): unit = .sharpen(settings)
            case .vignette(let settings): unit = .vignette(settings)
            case .key(let settings): unit = .key(settings, background: try Self.background(of: settings, load))
            case .effect(let settings): unit = .effect(settings)
            }
            try endColors()
            units.append(unit)
        }
        try endColors()
        self.units = units
    }

    private static func background(
        of settings: ChromaKey, _ load: ((_ path: String) throws(FilterError) -> Picture)?
    ) throws(FilterError) -> Picture? {
        switch settings.shownBackground {
        case .color: return nil
        case .picture(let path):
            guard let load else {
                throw FilterError(
                    .unreadable, "The background \(path) cannot be read here.",
                    advice: "Give PreparedFilters something that reads pictures, or a colour as the background.")
            }
            return try load(path)
        }
    }
}
