import OnAirTestKit

/// A parser under attack: inputs to begin with, and what must hold for whatever comes of them.
public struct FuzzTarget: Sendable {
    /// As `--target` names it.
    public let name: String
    /// Its share of the inputs, beside that of the others.
    public let share: Int
    /// Real inputs.
    let seeds: [[UInt8]]
    /// Pieces that mean something to the parser.
    let words: [[UInt8]]
    /// Makes a fresh well-formed input, where there is a grammar for it.
    let make: (@Sendable (inout SeededGenerator) -> [UInt8])?
    /// Throws what does not hold. The generator decides how an input is split.
    let check: @Sendable ([UInt8], inout SeededGenerator) throws(FuzzFinding) -> Void

    init(
        _ name: String, share: Int, seeds: [[UInt8]], words: [[UInt8]] = [],
        make: (@Sendable (inout SeededGenerator) -> [UInt8])? = nil,
        check: @escaping @Sendable ([UInt8], inout SeededGenerator) throws(FuzzFinding) -> Void
    ) {
        self.name = name
        self.share = share
        self.seeds = seeds
        self.words = words
        self.make = make
        self.check = check
    }

    /// All of them.
    public static let all: [FuzzTarget] = [
        .chunks, .amf0, .publisher, .authentication, .tags, .configurations, .addresses, .redactor, .options,
        .faults, .keyFiles, .pictures, .cubes,
    ]

    /// The input of a number: the same in every run, whatever came before it.
    public func input(seed: UInt64, number: UInt64) -> [UInt8] {
        var random = generator(seed: seed, number: number)
        let start: [UInt8]
        if let make, Bool.random(using: &random) {
            start = make(&random)
        } else {
            start = seeds.randomElement(using: &random) ?? []
        }
        // A few well-formed ones keep the deep end of the parser in sight.
        if Int.random(in: 0..<16, using: &random) == 0 { return start }
        return Mutator(seeds: seeds, words: words).mutated(start, &random)
    }

    /// Hands `input` to the parser.
    ///
    /// - Throws: what does not hold.
    public func run(_ input: [UInt8], seed: UInt64 = 1) throws(FuzzFinding) {
        var random = generator(seed: seed ^ 0x5EED, number: UInt64(input.count))
        try check(input, &random)
    }

    private func generator(seed: UInt64, number: UInt64) -> SeededGenerator {
        let name = name.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        var mixer = SeededGenerator(seed: seed ^ name)
        return SeededGenerator(seed: mixer.next() ^ number &* 0x9E37_79B9_7F4A_7C15)
    }
}
