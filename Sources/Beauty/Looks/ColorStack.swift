/// Colour adjustments and looks in the order they are done, each to what the one before it gives.
///
/// Colours are red, green and blue in display codes (sRGB, or BT.709 as displays show it), 0…1 from black to white. Each
/// step takes and gives colours in that range, as filters one after the other would; what leaves it is clamped.
public struct ColorStack: Hashable, Sendable {
    /// One of them.
    public enum Step: Hashable, Sendable {
        case adjustment(ColorAdjustment)
        /// A look, and how much of it: 0 (nothing) … 1, mixed with what it was given.
        case look(Look, intensity: Double)
    }

    public var steps: [Step]

    public init(_ steps: [Step] = []) { self.steps = steps }

    /// The colour adjustments and looks of `steps`, with the files that they name; steps of other kinds are left out.
    ///
    /// Reads files: not for the picture thread.
    ///
    /// - Throws: `FilterError` `.invalidValue` for a look there is not, `.unreadable` and `.broken` for its file.
    public init(_ steps: some Sequence<FilterStep>) throws(FilterError) {
        self.init()
        for step in steps {
            switch step {
            case .color(let adjustment): self.steps.append(.adjustment(adjustment))
            case .look(let settings):
                // What is not seen needs no file.
                guard settings.intensity > 0 else { continue }
                self.steps.append(.look(try Look(settings), intensity: settings.intensity))
            case .skin, .sharpen, .vignette, .key, .effect: continue
            }
        }
    }

    /// Whether nothing is changed: no step, or only such as change nothing.
    public var isNeutral: Bool { steps.allSatisfy(\.isNeutral) }

    /// What the stack makes of every colour; nil where it is neutral. Takes milliseconds: not for the picture thread.
    public func table() -> ColorTable? { isNeutral ? nil : ColorTable(self) }

    /// What becomes of one colour: red, green and blue, 0…1.
    public func color(_ color: SIMD3<Float>) -> SIMD3<Float> {
        var colors = [color]
        apply(to: &colors)
        return colors[0]
    }

    /// The same for many.
    func apply(to colors: inout [SIMD3<Float>]) {
        for step in steps where !step.isNeutral { step.apply(to: &colors) }
    }
}

extension ColorStack.Step {
    /// Whether it changes nothing.
    var isNeutral: Bool {
        switch self {
        case .adjustment(let adjustment): adjustment == ColorAdjustment()
        case .look(_, let intensity): !(intensity > 0)
        }
    }

    /// Does it to colours of 0…1; none leaves that range.
    func apply(to colors: inout [SIMD3<Float>]) {
        switch self {
        case .adjustment(let adjustment): AdjustmentCurve(adjustment).apply(to: &colors)
        case .look(let look, let intensity):
            let share = Float(min(max(intensity, 0), 1))
            if share == 1 { return look.apply(to: &colors) }
            let before = colors
            look.apply(to: &colors)
            for index in colors.indices { colors[index] = before[index] + (colors[index] - before[index]) * share }
        }
    }
}
