import COnAirKernelLevels
import COnAirPixelKernels
import OnAirMedia
import OnAirPixels
import OnAirTestKit
import Testing

/// The C kernels give the bytes of their plain Swift twins, on random input and awkward lengths, in every version.
struct PixelKernelTests {
    static let widths = [1, 2, 3, 15, 16, 31, 33, 64, 127, 511, 512, 513, 1024, 1279]
    static let colors: [ColorDescription] = [
        ColorDescription(matrix: .bt601, range: .limited), ColorDescription(matrix: .bt601, range: .full),
        ColorDescription(matrix: .bt709, range: .limited), ColorDescription(matrix: .bt709, range: .full),
    ]

    private func bytes(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    private func words(_ count: Int, _ generator: inout SeededGenerator) -> [UInt16] {
        (0..<count).map { _ in UInt16.random(in: 0...65280, using: &generator) }
    }

    @Test("Red, green and blue become Y, Cb, Cr as in the reference", arguments: widths, colors)
    func rgb(width: Int, color: ColorDescription) {
        for level in KernelLevel.all {
            let kernels = level.kernels
            var generator = SeededGenerator(seed: UInt64(width))
            var matrix = ColorTransform.fromRGB(to: color)
            for (step, redFirst) in [(3, false), (3, true), (4, false), (4, true)] {
                let rows = (bytes(width * step, &generator), bytes(width * step, &generator))
                let expected = PixelKernelReference.i420(
                    fromRGB: rows, step: step, redFirst: redFirst, width: width, matrix)
                let half = (width + 1) / 2
                var (y0, y1) = ([UInt8](repeating: 1, count: width), [UInt8](repeating: 1, count: width))
                var (u, v) = ([UInt8](repeating: 1, count: half), [UInt8](repeating: 1, count: half))
                kernels.rgb_to_i420(
                    rows.0, rows.1, Int32(step), redFirst ? 1 : 0, &y0, &y1, &u, &v, Int32(width), &matrix)
                #expect(y0 == expected.y0 && y1 == expected.y1 && u == expected.u && v == expected.v, "\(level.name)")
            }
        }
    }

    @Test("Changing matrix and range is as in the reference, also in place", arguments: widths, colors)
    func recolor(width: Int, color: ColorDescription) {
        for level in KernelLevel.all {
            let kernels = level.kernels
            var generator = SeededGenerator(seed: UInt64(width))
            let half = (width + 1) / 2
            for other in Self.colors {
                var matrix = ColorTransform.between(color, other)
                var (y0, y1) = (bytes(width, &generator), bytes(width, &generator))
                var (u, v) = (bytes(half, &generator), bytes(half, &generator))
                let expected = PixelKernelReference.recolored(y0, y1, u, v, matrix)
                let size = Int32(width)
                y0.withUnsafeMutableBufferPointer { y0 in
                    y1.withUnsafeMutableBufferPointer { y1 in
                        u.withUnsafeMutableBufferPointer { u in
                            v.withUnsafeMutableBufferPointer { v in
                                kernels.recolor_i420(
                                    y0.baseAddress, y1.baseAddress, u.baseAddress, v.baseAddress, y0.baseAddress,
                                    y1.baseAddress, u.baseAddress, v.baseAddress, size, &matrix)
                            }
                        }
                    }
                }
                #expect(y0 == expected.y0 && y1 == expected.y1 && u == expected.u && v == expected.v, "\(level.name)")
            }
        }
    }

    @Test("The last row of an odd height is changed once, although it is given twice")
    func recolorLastRow() {
        for level in KernelLevel.all {
            let kernels = level.kernels
            var matrix = ColorTransform.between(Self.colors[0], Self.colors[3])
            var (y, u, v): ([UInt8], [UInt8], [UInt8]) = ([16, 90, 235], [100, 140], [200, 30])
            let expected = PixelKernelReference.recolored(y, y, u, v, matrix)
            y.withUnsafeMutableBufferPointer { y in
                let row = y.baseAddress
                kernels.recolor_i420(row, row, u, v, row, row, &u, &v, 3, &matrix)
            }
            #expect(y == expected.y0 && u == expected.u && v == expected.v, "\(level.name)")
        }
    }

    @Test("Means of rows and blocks round like the reference", arguments: widths)
    func means(width: Int) {
        for level in KernelLevel.all {
            let kernels = level.kernels
            var generator = SeededGenerator(seed: UInt64(width))
            let (a, b) = (bytes(width, &generator), bytes(width, &generator))
            var rows = [UInt8](repeating: 0, count: width)
            kernels.mean_rows(a, b, &rows, Int32(width))
            #expect(rows == PixelKernelReference.mean(a, b), "\(level.name)")
            var blocks = [UInt8](repeating: 0, count: (width + 1) / 2)
            kernels.mean_blocks(a, b, &blocks, Int32(width))
            #expect(blocks == PixelKernelReference.blockMean(a, b), "\(level.name)")
        }
    }

    @Test("Weighted rows add up like the reference", arguments: widths, 1...9)
    func blend(width: Int, taps: Int) {
        for level in KernelLevel.all {
            let kernels = level.kernels
            var generator = SeededGenerator(seed: UInt64(width * 10 + taps))
            let rows = (0..<taps).map { _ in bytes(width, &generator) }
            let filter = AxisFilter(from: max(taps - 1, 1) * 5, to: 5)
            var weights = Array(filter.weights.prefix(filter.taps))
            weights += Array(repeating: 0, count: max(0, taps - weights.count))
            weights = Array(weights.prefix(taps))
            var out = [UInt16](repeating: 0, count: width)
            let all = rows.flatMap { $0 }
            all.withUnsafeBufferPointer { all in
                let pointers = (0..<taps).map { all.baseAddress.map { $0 + 0 }?.advanced(by: $0 * width) }
                kernels.blend_rows(pointers, weights, Int32(taps), &out, Int32(width))
            }
            #expect(out == PixelKernelReference.blended(rows, weights), "\(level.name)")
        }
    }

    @Test("Rows shrink by the usual ratios like the reference", arguments: [1, 2, 5, 16, 33, 320])
    func shrink(groups: Int) {
        for level in KernelLevel.all {
            let kernels = level.kernels
            var generator = SeededGenerator(seed: UInt64(groups))
            let row = words(groups * 4 + 64, &generator)
            var out = [UInt8](repeating: 0, count: groups)
            kernels.shrink_row_2_1(row, &out, Int32(groups))
            #expect(
                out
                    == PixelKernelReference.shrunk(row, count: groups, inputs: 2, weights: [(0, 1, 1)], bits: 1))
            out = [UInt8](repeating: 0, count: 2 * groups)
            kernels.shrink_row_3_2(row, &out, Int32(2 * groups))
            #expect(
                out
                    == PixelKernelReference.shrunk(
                        row, count: 2 * groups, inputs: 3, weights: [(0, 171, 85), (1, 85, 171)], bits: 8))
            out = [UInt8](repeating: 0, count: 3 * groups)
            kernels.shrink_row_4_3(row, &out, Int32(3 * groups))
            #expect(
                out
                    == PixelKernelReference.shrunk(
                        row, count: 3 * groups, inputs: 4, weights: [(0, 3, 1), (1, 2, 2), (2, 1, 3)], bits: 2))
            out = [UInt8](repeating: 0, count: groups)
            kernels.round_row(row, &out, Int32(groups))
            #expect(out == PixelKernelReference.rounded(Array(row.prefix(groups))), "\(level.name)")
        }
    }

    @Test(
        "Rows of any length become any other like the reference",
        arguments: [
            (7, 5), (5, 7), (640, 427), (427, 640), (1280, 300), (100, 9), (1, 6), (2, 9), (33, 32), (1600, 700),
            (64, 17),
        ])
    func resample(from: Int, to: Int) {
        for level in KernelLevel.all {
            let kernels = level.kernels
            var generator = SeededGenerator(seed: UInt64(from * 2000 + to))
            let filter = AxisFilter(from: from, to: to)
            let pairs = (filter.taps + 1) / 2
            let row = words(from, &generator)
            let padded = row + [UInt16](repeating: 0, count: 2 * pairs + 64)
            var weights: [UInt32] = []
            for pair in 0..<pairs {
                for x in 0..<to {
                    let high = 2 * pair + 1 < filter.taps ? filter.weights[x * filter.taps + 2 * pair + 1] : 0
                    weights.append(UInt32(high) << 16 | UInt32(filter.weights[x * filter.taps + 2 * pair]))
                }
            }
            var (sums, out) = ([UInt32](repeating: 0, count: to), [UInt8](repeating: 0, count: to))
            kernels.resample_row(padded, filter.starts.map(Int32.init), weights, Int32(pairs), &sums, &out, Int32(to))
            #expect(out == PixelKernelReference.resampled(row, filter), "\(level.name)")
        }
    }

    @Test("Samples are weighed with their neighbours like the reference", arguments: widths, [1, 3, 9, 33])
    func filtered(width: Int, taps: Int) {
        var generator = SeededGenerator(seed: UInt64(width * 40 + taps))
        let row = words(width + taps, &generator)
        var weights = [UInt16](repeating: UInt16(256 / taps), count: taps)
        weights[taps / 2] += UInt16(256 % taps)
        let expected = PixelKernelReference.filtered(row, weights, count: width)
        for level in KernelLevel.all {
            var out = [UInt8](repeating: 0, count: width)
            level.kernels.filter_row(row, weights, Int32(taps), &out, Int32(width))
            #expect(out == expected, "\(level.name)")
        }
    }

    @Test("Packed 4:2:2 comes apart like the reference, and no byte more is written", arguments: widths, [0, 1])
    func packed(width: Int, lumaAt: Int) {
        var generator = SeededGenerator(seed: UInt64(width))
        let half = (width + 1) / 2
        let rows = (bytes(4 * half, &generator), bytes(4 * half, &generator))
        let expected = PixelKernelReference.i420(fromPacked: rows, lumaAt: lumaAt, width: width)
        for level in KernelLevel.all {
            var (y0, y1) = ([UInt8](repeating: 1, count: width + 1), [UInt8](repeating: 1, count: width + 1))
            var (u, v) = ([UInt8](repeating: 1, count: half + 1), [UInt8](repeating: 1, count: half + 1))
            level.kernels.packed_422_to_i420(rows.0, rows.1, Int32(lumaAt), &y0, &y1, &u, &v, Int32(width))
            #expect(y0 == expected.y0 + [1] && y1 == expected.y1 + [1], "\(level.name)")
            #expect(u == expected.u + [1] && v == expected.v + [1], "\(level.name)")
        }
    }
}
