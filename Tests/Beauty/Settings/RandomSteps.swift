import OnAirBeauty
import OnAirTestKit

/// Steps with random values, texts with all that has a meaning somewhere among them.
struct RandomSteps {
    var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func next() throws -> FilterStep {
        let kinds = FilterCatalog.kinds
        let kind = kinds[Int.random(in: 0..<kinds.count, using: &generator)]
        var step = kind.step
        for parameter in kind.parameters where Bool.random(using: &generator) {
            switch parameter.range {
            case .number(let range, _):
                try step.set(parameter.name, to: .number(Double.random(in: range, using: &generator)))
            case .choice(let words):
                let word = words[Int.random(in: 0..<words.count, using: &generator)]
                try step.set(parameter.name, to: .text(word))
            case .text:
                // What takes no text whatever takes a colour.
                if (try? step.set(parameter.name, to: .text(text()))) == nil {
                    try step.set(parameter.name, to: .text(color()))
                }
            }
        }
        return step
    }

    mutating func text() -> String {
        let pieces = [
            ",", "=", ":", "\\", " ", "\"", "'", "a", "Zürich", "/", ".cube", "\u{301}", "\r\n", "\t", "#", "=,",
            "\\\\", "🎥",
        ]
        return (0..<Int.random(in: 0...8, using: &generator)).map { _ in
            pieces[Int.random(in: 0..<pieces.count, using: &generator)]
        }.joined()
    }

    private mutating func color() -> String {
        let digits = String(UInt32.random(in: 0..<0x100_0000, using: &generator), radix: 16)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
}
