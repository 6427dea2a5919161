extension SkinSmoothing {
    /// The levels of each family, from the one that hardly shows to all it can do.
    public static let levels = 1...5

    /// A family at a level, as one knob: of each family, level 1 is a fifth of what it does and 5 all of it.
    ///
    /// | family | smooth | whiten | ruddy |
    /// |---|---|---|---|
    /// | light | 0.2 0.4 0.6 0.8 1 | 0.05 0.1 0.15 0.2 0.25 | 0.03 0.06 0.09 0.12 0.15 |
    /// | natural | 0.2 0.4 0.6 0.8 1 | 0.08 0.16 0.24 0.32 0.4 | 0.04 0.08 0.12 0.16 0.2 |
    /// | strong | 0.2 0.4 0.6 0.8 1 | 0.12 0.24 0.36 0.48 0.6 | 0.06 0.12 0.18 0.24 0.3 |
    ///
    /// - Parameter level: 1…5; what is outside counts as the nearest.
    public init(family: Family, level: Int) {
        let level = min(max(level, Self.levels.lowerBound), Self.levels.upperBound)
        // Hundredths of each level; divided last, so that the numbers are those of the table.
        let (whiten, ruddy) =
            switch family {
            case .light: (5, 3)
            case .natural: (8, 4)
            case .strong: (12, 6)
            }
        self.init(
            family: family, smooth: Double(20 * level) / 100, whiten: Double(whiten * level) / 100,
            ruddy: Double(ruddy * level) / 100)
    }
}
