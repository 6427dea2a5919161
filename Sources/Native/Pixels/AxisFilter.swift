/// How samples along one axis become more or fewer: for each output sample, where to start and what weights to give.
///
/// Shrinking takes the mean over the area an output sample covers; enlarging goes linearly between the two nearest
/// samples, centre to centre. Weights are whole and sum to exactly 256, so that a flat picture stays as it is.
struct AxisFilter: Equatable {
    /// Samples in.
    let inputCount: Int
    /// Samples out.
    let outputCount: Int
    /// Weights per output sample.
    let taps: Int
    /// The first input sample of each output sample.
    let starts: [Int]
    /// `taps` weights for each output sample; those past the last input sample are 0.
    let weights: [UInt16]

    init(from inputCount: Int, to outputCount: Int) {
        self.inputCount = inputCount
        self.outputCount = outputCount
        if inputCount == outputCount {
            (taps, starts, weights) = (1, Array(0..<outputCount), Array(repeating: 256, count: outputCount))
        } else if inputCount > outputCount {
            (taps, starts, weights) = Self.area(inputCount, outputCount)
        } else {
            (taps, starts, weights) = Self.linear(inputCount, outputCount)
        }
    }

    /// In units where an input sample is `output` wide and an output sample `input` wide, all edges are whole.
    private static func area(_ input: Int, _ output: Int) -> (Int, [Int], [UInt16]) {
        func first(_ index: Int) -> Int { index * input / output }
        func last(_ index: Int) -> Int { ((index + 1) * input - 1) / output }
        let taps = (0..<output).reduce(1) { max($0, last($1) - first($1) + 1) }
        var weights: [UInt16] = []
        for index in 0..<output {
            var before = 0
            for tap in 0..<taps {
                let covered = min((first(index) + tap + 1) * output - index * input, input)
                let upToHere = (512 * covered + input) / (2 * input)
                weights.append(UInt16(upToHere - before))
                before = upToHere
            }
        }
        return (taps, (0..<output).map(first), weights)
    }

    /// Output sample i lies at ((2 i + 1) · input − output) / (2 · output) input samples.
    private static func linear(_ input: Int, _ output: Int) -> (Int, [Int], [UInt16]) {
        guard input > 1 else {
            return (1, Array(repeating: 0, count: output), Array(repeating: 256, count: output))
        }
        var starts: [Int] = []
        var weights: [UInt16] = []
        for index in 0..<output {
            let place = max(0, (2 * index + 1) * input - output)
            let start = min(place / (2 * output), input - 2)
            let beyond = min(place - start * 2 * output, 2 * output)
            let second = (256 * beyond + output) / (2 * output)
            starts.append(start)
            weights += [UInt16(256 - second), UInt16(second)]
        }
        return (2, starts, weights)
    }
}
