import OnAirMedia

/// A change of colour with a name: built in, or read from a `.cube` file.
public struct Look: Hashable, Sendable {
    /// Such as `golden-hour`; of a file, its path.
    public let name: String
    /// One sentence.
    public let meaning: String
    private let change: Change

    private enum Change: Hashable, Sendable {
        case recipe(LookRecipe)
        case cube(CubeFile)
    }

    init(_ name: String, _ meaning: String, _ recipe: LookRecipe) {
        (self.name, self.meaning, change) = (name, meaning, .recipe(recipe))
    }

    /// The look that a file holds.
    public init(_ cube: CubeFile, name: String, meaning: String = "A look from a file.") {
        (self.name, self.meaning, change) = (name, meaning, .cube(cube))
    }

    /// The look of a `.cube` file. Reads it: not for the picture thread.
    ///
    /// - Throws: `FilterError` `.unreadable`, or `.broken` with the line.
    public init(cubeFile path: String) throws(FilterError) {
        self.init(try CubeFile(path: path), name: path)
    }

    /// The look that settings name: a built-in one, or a file where it ends in `.cube` or has a `/`.
    ///
    /// - Throws: `FilterError` `.invalidValue` where there is none of that name, `.unreadable`, `.broken`.
    public init(_ settings: LookSettings) throws(FilterError) {
        if settings.look.contains("/") || settings.look.lowercased().hasSuffix(".cube") {
            try self.init(cubeFile: settings.look)
        } else if let look = Look.builtIn.first(where: { $0.name == settings.look }) {
            self = look
        } else {
            let names = Look.builtIn.map(\.name)
            throw FilterError(
                .invalidValue,
                settings.look.isEmpty ? "The filter look has no look." : "There is no look “\(settings.look)”.",
                advice: Spelling.nearest(to: settings.look, among: names).map { "Did you mean “\($0)”?" }
                    ?? "There are \(names.joined(separator: ", ")), and the paths of .cube files.")
        }
    }

    /// What becomes of one colour: red, green and blue in display codes, 0…1.
    public func color(_ color: SIMD3<Float>) -> SIMD3<Float> {
        var colors = [color]
        apply(to: &colors)
        return colors[0]
    }

    /// The look as the text of a `.cube` file.
    ///
    /// - Parameter size: lattice points an axis, 2…65; what lies outside is clamped. Default 33.
    public func cube(size: Int = 33) -> String {
        let size = min(max(size, CubeFile.Shape.lattice.sizes.lowerBound), CubeFile.Shape.lattice.sizes.upperBound)
        let axis = (0..<size).map { Float($0) / Float(size - 1) }
        var colors: [SIMD3<Float>] = []
        colors.reserveCapacity(size * size * size)
        for blue in axis {
            for green in axis {
                for red in axis { colors.append(SIMD3(red, green, blue)) }
            }
        }
        apply(to: &colors)
        return CubeFile(title: name, shape: .lattice, size: size, values: colors).text
    }

    /// Does it to colours of 0…1; none leaves that range.
    func apply(to colors: inout [SIMD3<Float>]) {
        switch change {
        case .recipe(let recipe): recipe.apply(to: &colors)
        case .cube(let cube): cube.apply(to: &colors)
        }
    }
}
