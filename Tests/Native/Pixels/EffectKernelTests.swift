import COnAirKernelLevels
import COnAirPixelKernels
import OnAirPixels
import OnAirTestKit
import Testing

/// The kernels that sharpen, shade and light give the bytes of their plain Swift twins, on random input and awkward lengths,
/// in every version, and touch nothing past the row.
struct EffectKernelTests {
    static let counts = [1, 2, 3, 15, 16, 31, 33, 64, 127, 511, 512, 513, 1279]

    private func bytes(_ count: Int, _ range: ClosedRange<UInt8> = 0...255, _ generator: inout SeededGenerator)
        -> [UInt8]
    {
        (0..<count).map { _ in UInt8.random(in: range, using: &generator) }
    }

    /// What `body` makes of `bytes`, which end where nothing may be touched.
    private func changed(_ bytes: [UInt8], _ body: (UnsafeMutablePointer<UInt8>) -> Void) -> [UInt8] {
        let memory = GuardedBytes(bytes.count)
        memory.bytes.copyBytes(from: bytes)
        if let base = memory.bytes.baseAddress { body(base.assumingMemoryBound(to: UInt8.self)) }
        return Array(memory.bytes)
    }

    @Test(
        "Detail is made stronger", arguments: counts, [0...255, 100...110, 0...40, 220...255] as [ClosedRange<UInt8>])
    func sharpened(count: Int, range: ClosedRange<UInt8>) {
        var generator = SeededGenerator(seed: UInt64(count))
        for level in KernelLevel.all {
            for (core, gain, overshoot) in [(0, 1024, 0), (48, 2560, 4), (16, 4095, 255), (48, 0, 4)] {
                let rows = (
                    above: bytes(count + 2, range, &generator), row: bytes(count + 2, range, &generator),
                    below: bytes(count + 2, range, &generator)
                )
                let joined = rows.above + rows.row + rows.below
                let made = changed([UInt8](repeating: 0, count: count)) { output in
                    _ = changed(joined) { first in
                        let row = first + 1 + (count + 2)
                        level.kernels.sharpen_row(
                            first + 1, row, row + count + 2, output, Int32(core), Int32(gain), Int32(overshoot),
                            Int32(count))
                    }
                }
                let expected = EffectKernelReference.sharpened(rows, core: core, gain: gain, overshoot: overshoot)
                #expect(made == expected, "\(level.name)")
            }
        }
    }

    @Test("Rows are brought nearer to black or grey", arguments: counts, [16, 128])
    func shaded(count: Int, bias: Int) {
        var generator = SeededGenerator(seed: UInt64(count))
        for level in KernelLevel.all {
            let row = bytes(count, &generator)
            let columns = (0..<count).map { _ in Int32.random(in: -40000...2_000_000, using: &generator) }
            for (start, amount) in [(-30000, 32767), (-1_000_000, 9000), (0, 1), (40, 0)] as [(Int32, Int)] {
                let made = changed(row) {
                    level.kernels.vignette_row($0, columns, start, Int32(amount), Int32(bias), Int32(count))
                }
                let expected = EffectKernelReference.shaded(
                    row, columns: columns, start: start, amount: amount, bias: bias)
                #expect(made == expected, "\(level.name)")
            }
        }
    }

    @Test("Rows are lit up", arguments: counts, [0, 1, 100, 256])
    func glowing(count: Int, amount: Int) {
        var generator = SeededGenerator(seed: UInt64(count))
        for level in KernelLevel.all {
            let (row, light) = (bytes(count, &generator), bytes(count, &generator))
            let made = changed(row) { level.kernels.glow_row($0, light, Int32(amount), Int32(count)) }
            let expected = EffectKernelReference.glowing(row, light: light, amount: amount)
            #expect(made == expected, "\(level.name)")
            let brightest = zip(made, row).allSatisfy { $0 <= max(235, $1) && $0 >= $1 }
            #expect(brightest)
        }
    }

    private func bytes(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
        bytes(count, 0...255, &generator)
    }
}
