/// How samples along one axis become more or fewer: for each output sample, where to start and what weights to give.
///
/// Shrinking takes the mean over the area an output sample covers; enlarging goes linearly between the two nearest
/// samples, centre to centre. Weights are whole and sum to exactly 256, so that a flat picture stays as it is.
package struct AxisFilter: Equatable {
    /// Samples in.
    package let inputCount: Int
    /// Samples out.
    package let outputCount: Int
    /// Weights per output sample.
    package let taps: Int
    /// The first input sample of each output sample.
    package let starts: [Int]
    /// `taps` weights for each output sample; those past the last input sample are 0.
    package let weights: [UInt16]

    /// All of `inputCount` samples to all of `outputCount`.
    package init(from inputCount: Int, to outputCount: Int) {
        self.init(
            from: inputCount, to: outputCount, AxisWindow(start: 0, step: inputCount, unit: outputCount))
    }

    /// A window on `inputCount` samples, which may begin and end between samples and outside of them, where the last one
    /// goes on.
    package init(from inputCount: Int, to outputCount: Int, _ window: AxisWindow) {
        self.inputCount = inputCount
        self.outputCount = outputCount
        if window.step >= window.unit {
            (taps, starts, weights) = Self.area(inputCount, outputCount, window)
        } else {
            (taps, starts, weights) = Self.linear(inputCount, outputCount, window)
        }
    }

    /// Whether it gives the samples as they are.
    package var isIdentity: Bool { inputCount == outputCount && taps == 1 && starts == Array(0..<outputCount) }

    /// In units in which an input sample is `window.unit` wide, all edges are whole.
    private static func area(_ input: Int, _ output: Int, _ window: AxisWindow) -> (Int, [Int], [UInt16]) {
        let (unit, step) = (window.unit, window.step)
        func edge(_ index: Int) -> Int { window.start + index * step }
        func first(_ index: Int) -> Int { floor(edge(index), unit) }
        func last(_ index: Int) -> Int { floor(edge(index + 1) - 1, unit) }
        func inside(_ sample: Int) -> Int { min(max(sample, 0), input - 1) }
        let taps = (0..<output).reduce(1) { max($0, inside(last($1)) - inside(first($1)) + 1) }
        var weights = [UInt16](repeating: 0, count: taps * output)
        for index in 0..<output {
            var before = 0
            let start = inside(first(index))
            for sample in first(index)...last(index) {
                let covered = min((sample + 1) * unit - edge(index), step)
                let upToHere = (512 * covered + step) / (2 * step)
                weights[index * taps + inside(sample) - start] += UInt16(upToHere - before)
                before = upToHere
            }
        }
        return (taps, (0..<output).map { inside(first($0)) }, weights)
    }

    /// Output sample i lies at start + (2 i + 1) · step / 2 − unit / 2, in units of an input sample.
    private static func linear(_ input: Int, _ output: Int, _ window: AxisWindow) -> (Int, [Int], [UInt16]) {
        guard input > 1 else {
            return (1, Array(repeating: 0, count: output), Array(repeating: 256, count: output))
        }
        let unit = window.unit
        var starts: [Int] = []
        var weights: [UInt16] = []
        for index in 0..<output {
            let place = max(0, 2 * window.start + (2 * index + 1) * window.step - unit)
            let start = min(place / (2 * unit), input - 2)
            let beyond = min(place - start * 2 * unit, 2 * unit)
            let second = (256 * beyond + unit) / (2 * unit)
            starts.append(start)
            weights += [UInt16(256 - second), UInt16(second)]
        }
        return (2, starts, weights)
    }

    private static func floor(_ value: Int, _ unit: Int) -> Int {
        value >= 0 ? value / unit : -((-value + unit - 1) / unit)
    }
}
