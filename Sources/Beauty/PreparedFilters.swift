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
            switch step {
            case .color, .look:
                colors.append(step)
                continue
            case .skin, .sharpen, .vignette, .key, .effect: try endColors()
            }
            switch step {
            case .skin(let settings): units.append(.skin(settings))
            case .color, .look, .sharpen, .vignette, .key, .effect: break
            }
        }
        try endColors()
        self.units = units
    }
}
