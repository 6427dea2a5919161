import COnAirKernelLevels
import COnAirPixelKernels
import Glibc
import OnAirMedia
import OnAirPixels
import OnAirTestKit
import Testing

/// The kernels that lay layers over pictures give the bytes of their plain Swift twins, on random input and awkward lengths,
/// in every version, and touch nothing past the row.
struct LayerKernelTests {
    static let counts = [1, 2, 3, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 255, 640, 1279]
    /// What a kernel must leave alone.
    private static let guardByte: UInt8 = 0xA5

    private func bytes(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    /// Opacities as pictures have them: stretches of nothing, of everything, and edges.
    private func opacities(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
        var made: [UInt8] = []
        while made.count < count {
            let length = Int.random(in: 1...90, using: &generator)
            let kind = Int.random(in: 0...2, using: &generator)
            for _ in 0..<length {
                made.append(kind == 0 ? 0 : kind == 1 ? 255 : UInt8.random(in: 0...255, using: &generator))
            }
        }
        return Array(made.prefix(count))
    }

    /// Pixels whose colours are at most their alpha.
    private func pixels(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
        opacities(count, &generator).flatMap { alpha in
            (0..<3).map { _ in UInt8.random(in: 0...alpha, using: &generator) } + [alpha]
        }
    }

    /// `count` bytes that `body` writes, after checking that it wrote no more.
    private func written(_ count: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Void) -> [UInt8] {
        var memory = [UInt8](repeating: Self.guardByte, count: count + 64)
        memory.withUnsafeMutableBufferPointer { if let base = $0.baseAddress { body(base) } }
        #expect(memory[count...].allSatisfy { $0 == Self.guardByte })
        return Array(memory[..<count])
    }

    @Test("Premultiplied pixels become Y, Cb, Cr with opacity", arguments: counts, PixelKernelTests.colors)
    func i420a(pairs: Int, color: ColorDescription) {
        var generator = SeededGenerator(seed: UInt64(pairs))
        var matrix = ColorTransform.fromPremultiplied(to: color)
        for level in KernelLevel.all {
            // What is not premultiplied, too: it is clamped.
            for isRight in [true, false] {
                let rows = (0..<2).map { _ in
                    isRight ? pixels(2 * pairs, &generator) : bytes(8 * pairs, &generator)
                }
                let expected = LayerKernelReference.i420a(fromBGRA: rows, pairs: pairs, matrix)
                var made = LayerKernelReference.Rows()
                // Seven rows behind each other: four of luma's length, three of chroma's.
                let memory = written(11 * pairs) { base in
                    let chroma = base + 8 * pairs
                    level.kernels.bgra_to_i420a(
                        rows[0], rows[1], base, base + 2 * pairs, base + 4 * pairs, base + 6 * pairs, chroma,
                        chroma + pairs, chroma + 2 * pairs, Int32(pairs), &matrix)
                }
                func row(_ start: Int, _ count: Int) -> [UInt8] {
                    Array(memory[start * pairs..<(start + count) * pairs])
                }
                made.y = [row(0, 2), row(2, 2)]
                made.alpha = [row(4, 2), row(6, 2)]
                (made.u, made.v, made.chromaAlpha) = (row(8, 1), row(9, 1), row(10, 1))
                #expect(made == expected, "\(level.name)")
            }
        }
    }

    @Test("Opacity is recognised", arguments: counts)
    func kinds(count: Int) {
        var generator = SeededGenerator(seed: UInt64(count))
        for level in KernelLevel.all {
            var row = bytes(4 * count, &generator)
            for index in 0..<count { row[4 * index + 3] = 255 }
            #expect(level.kernels.bgra_is_opaque(row, Int32(count)) == 1)
            row[4 * (count * 2 / 3) + 3] = 254
            #expect(level.kernels.bgra_is_opaque(row, Int32(count)) == 0)
            let rows = (opacities(count, &generator), opacities(count, &generator))
            let tiles = written((count + 31) / 32) {
                level.kernels.alpha_tiles(rows.0, rows.1, $0, Int32(count))
            }
            #expect(tiles == LayerKernelReference.tiles(rows), "\(level.name)")
        }
    }

    @Test("Layers are laid over and added", arguments: counts, [0, 1, 77, 128, 255, 256])
    func laid(count: Int, gain: Int) {
        var generator = SeededGenerator(seed: UInt64(count * 300 + gain))
        for level in KernelLevel.all {
            let row = bytes(count, &generator)
            let alpha = opacities(count, &generator)
            let layer = alpha.map { UInt8.random(in: 0...$0, using: &generator) }
            func laid(_ work: (UnsafeMutablePointer<UInt8>) -> Void) -> [UInt8] {
                written(count) { memory in
                    memory.update(from: row, count: count)
                    work(memory)
                }
            }
            let over = laid { level.kernels.lay_over($0, layer, alpha, Int32(gain), Int32(count)) }
            #expect(over == LayerKernelReference.over(row, layer, alpha: alpha, gain: gain), "\(level.name)")
            for (bias, limits) in [(16, 16...235), (128, 16...240), (0, 0...255)] {
                let (low, high) = (Int32(limits.lowerBound), Int32(limits.upperBound))
                for opacity in [alpha, nil] {
                    let added = laid {
                        level.kernels.lay_add(
                            $0, layer, opacity, Int32(bias), Int32(gain), low, high, Int32(count))
                    }
                    let expected = LayerKernelReference.added(
                        row, layer, alpha: opacity, bias: bias, gain: gain, within: limits)
                    #expect(added == expected, "\(level.name)")
                }
            }
        }
    }

    @Test("Rows are mixed, also in place", arguments: counts, [0, 1, 100, 128, 255, 256])
    func mixed(count: Int, amount: Int) {
        var generator = SeededGenerator(seed: UInt64(count * 300 + amount))
        let (a, b) = (bytes(count, &generator), bytes(count, &generator))
        let expected = LayerKernelReference.mixed(a, b, amount: amount)
        let flat = LayerKernelReference.mixed(a, [UInt8](repeating: 200, count: count), amount: amount)
        for level in KernelLevel.all {
            let kernels = level.kernels
            #expect(written(count) { kernels.mix_rows(a, b, Int32(amount), $0, Int32(count)) } == expected)
            let inPlace = written(count) { memory in
                memory.update(from: a, count: count)
                kernels.mix_rows(memory, b, Int32(amount), memory, Int32(count))
            }
            #expect(inPlace == expected, "\(level.name)")
            #expect(written(count) { kernels.mix_value(a, 200, Int32(amount), $0, Int32(count)) } == flat)
            let valued = written(count) { memory in
                memory.update(from: a, count: count)
                kernels.mix_value(memory, 200, Int32(amount), memory, Int32(count))
            }
            #expect(valued == flat, "\(level.name)")
        }
    }

    @Test(
        "Pixels of any number become any other",
        arguments: [(7, 5), (5, 7), (64, 43), (43, 64), (300, 71), (10, 90), (1, 6), (2, 9), (33, 32)])
    func resampled(from: Int, to: Int) {
        var generator = SeededGenerator(seed: UInt64(from * 2000 + to))
        let filter = AxisFilter(from: from, to: to)
        let pairs = (filter.taps + 1) / 2
        let row = (0..<4 * from).map { _ in UInt16.random(in: 0...65280, using: &generator) }
        let padded = row + [UInt16](repeating: 0, count: 8 * pairs + 8)
        var weights: [UInt32] = []
        for pair in 0..<pairs {
            for x in 0..<to {
                let high = 2 * pair + 1 < filter.taps ? filter.weights[x * filter.taps + 2 * pair + 1] : 0
                weights.append(UInt32(high) << 16 | UInt32(filter.weights[x * filter.taps + 2 * pair]))
            }
        }
        let starts = filter.starts.map(Int32.init)
        for level in KernelLevel.all {
            let made = written(4 * to) {
                level.kernels.resample_bgra(padded, starts, weights, Int32(pairs), $0, Int32(to))
            }
            #expect(made == LayerKernelReference.resampled(row, filter), "\(level.name)")
        }
    }

    @Test(
        "A picture is turned by any angle", arguments: [(1, 1), (2, 5), (17, 9), (40, 31)], [0.0, 13, 45, 91.5, 200])
    func rotated(size: (width: Int, height: Int), degrees: Double) {
        var generator = SeededGenerator(seed: UInt64(size.width) + UInt64(degrees))
        let picture = pixels(size.width * size.height, &generator)
        let angle = degrees * .pi / 180
        let step = SIMD2(Int64(cos(angle) * 65536), Int64(-sin(angle) * 65536))
        for level in KernelLevel.all {
            for _ in 0..<6 {
                let start = SIMD2(
                    Int64.random(in: -40 * 65536...20 * 65536, using: &generator),
                    Int64.random(in: -20 * 65536...50 * 65536, using: &generator))
                let made = written(4 * 90) {
                    level.kernels.rotate_bgra(
                        picture, Int32(4 * size.width), Int32(size.width), Int32(size.height), start.x, start.y,
                        step.x, step.y, $0, 90)
                }
                let expected = LayerKernelReference.rotated(
                    picture, width: size.width, height: size.height, start: start, step: step, count: 90)
                #expect(made == expected, "\(level.name)")
            }
        }
    }

    @Test("Y, Cb, Cr become opaque pixels", arguments: counts, PixelKernelTests.colors)
    func bgra(width: Int, color: ColorDescription) {
        var generator = SeededGenerator(seed: UInt64(width))
        let y = bytes(width, &generator)
        let (u, v) = (bytes((width + 1) / 2, &generator), bytes((width + 1) / 2, &generator))
        var matrix = ColorTransform.toRGB(from: color)
        for level in KernelLevel.all {
            let made = written(4 * width) { level.kernels.i420_to_bgra(y, u, v, $0, Int32(width), &matrix) }
            #expect(made == LayerKernelReference.bgra(y, u, v, matrix), "\(level.name)")
        }
    }

    @Test("Nine pixels become four by area", arguments: [2, 4, 10, 16, 34, 128, 510, 512, 514, 1280])
    func threeToTwo(count: Int) {
        var generator = SeededGenerator(seed: UInt64(count))
        for level in KernelLevel.all {
            for extreme in [false, true] {
                let rows = (0..<3).map { _ in
                    extreme ? [UInt8](repeating: 255, count: count / 2 * 3) : bytes(count / 2 * 3, &generator)
                }
                let expected = PixelKernelReference.shrunkThreeToTwo(rows, count: count)
                var lower = [UInt8](repeating: 0, count: count)
                let upper = written(count) {
                    level.kernels.shrink_rows_3_2(rows[0], rows[1], rows[2], $0, &lower, Int32(count))
                }
                #expect(upper == expected.upper && lower == expected.lower, "\(level.name)")
            }
        }
    }
}
