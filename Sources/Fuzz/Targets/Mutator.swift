import OnAirTestKit

/// Breaks well-formed inputs the way networks, bugs and enemies do.
struct Mutator {
    /// No input grows beyond this.
    static let longest = 64 << 10

    /// Others to splice with.
    let seeds: [[UInt8]]
    let words: [[UInt8]]

    private static let lengths: [UInt32] = [
        0, 1, 2, 3, 4, 7, 8, 0x7F, 0x80, 0xFF, 0x100, 0x7FFF, 0x8000, 0xFFFF, 0x1_0000, 0xFF_FFFE, 0xFF_FFFF,
        0x100_0000, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFE, 0xFFFF_FFFF,
    ]

    func mutated(_ input: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = input
        for _ in 0..<(1 << Int.random(in: 0...3, using: &random)) { change(&bytes, &random) }
        if bytes.count > Self.longest { bytes.removeLast(bytes.count - Self.longest) }
        return bytes
    }

    private func change(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        guard place < bytes.count else {
            bytes += word(&random)
            return
        }
        switch Int.random(in: 0..<12, using: &random) {
        case 0: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
        case 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 2: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
        case 3: overwriteField(&bytes, at: place, &random)
        case 4: bytes.removeSubrange(place..<end(from: place, in: bytes, &random))
        case 5: bytes.removeLast(bytes.count - place)
        case 6: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        case 7: bytes.insert(contentsOf: word(&random), at: place)
        case 8: bytes.insert(contentsOf: bytes[place..<end(from: place, in: bytes, &random)], at: place)
        case 9:
            // The front of this and the back of another.
            let other = seeds.randomElement(using: &random) ?? []
            bytes.replaceSubrange(place..., with: other.dropFirst(Int.random(in: 0...other.count, using: &random)))
        case 10:
            let word = word(&random)
            bytes.replaceSubrange(place..<min(place + word.count, bytes.count), with: word)
        default:
            let other = Int.random(in: 0..<bytes.count, using: &random)
            bytes.swapAt(place, other)
        }
    }

    /// Writes a length that hurts into 1 to 4 bytes, big- or little-endian.
    private func overwriteField(_ bytes: inout [UInt8], at place: Int, _ random: inout SeededGenerator) {
        let left = bytes.count - place
        let near = UInt32(truncatingIfNeeded: left + Int.random(in: -3...3, using: &random))
        let value = Bool.random(using: &random) ? near : Self.lengths.randomElement(using: &random) ?? 0
        let count = min(Int.random(in: 1...4, using: &random), left)
        let isLittle = Int.random(in: 0..<4, using: &random) == 0
        for index in 0..<count {
            let shift = UInt32(8 * (isLittle ? index : count - 1 - index))
            bytes[place + index] = UInt8(truncatingIfNeeded: value >> shift)
        }
    }

    private func end(from place: Int, in bytes: [UInt8], _ random: inout SeededGenerator) -> Int {
        let longest = [1, 4, 16, 200, 4000].randomElement(using: &random) ?? 1
        return min(bytes.count, place + Int.random(in: 1...longest, using: &random))
    }

    private func word(_ random: inout SeededGenerator) -> [UInt8] {
        if let word = words.randomElement(using: &random) { return word }
        return (0..<Int.random(in: 1...4, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
}
