import COnAirKernelLevels
import COnAirPixelKernels
import OnAirPixels
import OnAirTestKit
import Testing

/// The skin's kernels, in every version, give what plain Swift gives.
@Suite("Skin kernels are their plain Swift twins")
struct SkinKernelTests {
    private static let widths = [1, 2, 3, 4, 5, 17, 31, 63, 64, 65, 67, 130, 255, 320, 641]

    private func row<Number: FixedWidthInteger>(
        _ count: Int, _ range: ClosedRange<Number>, _ dice: inout SeededGenerator
    ) -> [Number] {
        (0..<count).map { _ in Number.random(in: range, using: &dice) }
    }

    /// Calls `body` with the addresses of `rows`, each of which ends where memory does.
    private func withRows<Number: BitwiseCopyable, Result>(
        _ rows: [[Number]], _ body: (UnsafeMutablePointer<UnsafePointer<Number>?>) -> Result
    ) -> Result {
        let size = MemoryLayout<Number>.size
        let guarded = rows.map { row in
            let memory = GuardedBytes(row.count * size)
            row.withUnsafeBytes { memory.bytes.copyMemory(from: $0) }
            return memory
        }
        var list: [UnsafePointer<Number>?] = guarded.map {
            UnsafePointer($0.bytes.baseAddress?.assumingMemoryBound(to: Number.self))
        }
        return withExtendedLifetime(guarded) {
            list.withUnsafeMutableBufferPointer { list in
                list.baseAddress.map(body)
            }
        }.unsafelyUnwrapped
    }

    private static let bt709 = onair_skin_matrix(
        y_u: 6508, y_v: 12563, u_u: -665, u_v: -7252, v_u: -4748, v_v: -1088)

    @Test("What cells look like", arguments: widths)
    func cells(width: Int) {
        var dice = SeededGenerator(seed: UInt64(width))
        let (count, half) = ((width + 3) / 4, (width + 1) / 2)
        for (range, matrix) in [(UInt8(0)...255, onair_skin_matrix()), (90...160, Self.bt709), (0...0, Self.bt709)] {
            let y = (0..<4).map { _ in row(width, range.lowerBound == 90 ? 0...255 : range, &dice) }
            var (u, v) = ((0..<2).map { _ in row(half, range, &dice) }, (0..<2).map { _ in row(half, range, &dice) })
            // The corners of all there is.
            for x in stride(from: 0, to: half, by: 11) {
                let corner = (UInt8(x % 2 * 255), UInt8(x / 11 % 2 * 255))
                for near in x..<min(x + 4, half) {
                    (u[0][near], u[1][near], v[0][near], v[1][near]) = (corner.0, corner.0, corner.1, corner.1)
                }
            }
            let expected = SkinKernelReference.cells(y: y, u: u, v: v, width: width, matrix)
            for level in KernelLevel.all {
                var (luma, power, mask) = (
                    [UInt16](repeating: 0, count: count), [UInt32](repeating: 0, count: count),
                    [UInt16](repeating: 0, count: count)
                )
                var matrix = matrix
                let any = withRows(y) { y in
                    withRows(u) { u in
                        withRows(v) { v in
                            level.kernels.skin_cells(y, u, v, Int32(width), &matrix, &luma, &power, &mask)
                        }
                    }
                }
                #expect(luma == expected.luma && power == expected.power && mask == expected.mask, "\(level.name)")
                #expect((any != 0) == expected.mask.contains { $0 > 0 }, "\(level.name)")
            }
        }
    }

    @Test("How much of its surroundings goes into a cell", arguments: [1, 2, 3, 4, 15, 16, 17, 33, 80, 161], [1, 2])
    func weights(count: Int, radius: Int) {
        var dice = SeededGenerator(seed: UInt64(count * 10 + radius))
        for (spread, slope, least) in [
            (UInt16(8), Float(0), Float(4000)), (200, 0.03, 1440), (1020, 0.01, 16), (1020, 54, 1_048_576),
        ] {
            let rows = 2 * radius + 1
            let luma = (0..<rows).map { _ in row(count, (1020 - spread)...1020, &dice) }
            let power = luma.map {
                $0.map { UInt32($0) * UInt32($0) + UInt32.random(in: 0...UInt32(spread) * 40, using: &dice) }
            }
            let mask: [UInt16] = row(count, 0...255, &dice)
            let expected = SkinKernelReference.weights(
                luma: luma, power: power, mask: mask, radius: radius, slope: slope, least: least)
            for level in KernelLevel.all {
                var (weight, target) = ([UInt16](repeating: 0, count: count), [UInt32](repeating: 0, count: count))
                var sums = [UInt32](repeating: 0, count: 2 * (count + 4))
                withRows(luma) { luma in
                    withRows(power) { power in
                        level.kernels.skin_weights(
                            luma, power, mask, Int32(radius), slope, least, &sums, &weight, &target, Int32(count))
                    }
                }
                #expect(weight == expected.weight && target == expected.target, "\(level.name)")
            }
        }
    }

    /// Weights, targets and masks that belong together; the first `empty` cells have no skin.
    private func cells(_ count: Int, empty: Int, _ dice: inout SeededGenerator)
        -> (weight: [[UInt16]], target: [[UInt32]], mask: [[UInt16]])
    {
        let mask: [[UInt16]] = (0..<3).map { _ in
            (0..<count).map { $0 < empty ? 0 : UInt16.random(in: 0...255, using: &dice) }
        }
        let weight = mask.map { $0.map { UInt16.random(in: 0...$0 * 16, using: &dice) } }
        let target = weight.map { $0.map { UInt32($0) * UInt32.random(in: 0...1020, using: &dice) } }
        return (weight, target, mask)
    }

    private func maps(
        _ level: KernelLevel, _ rows: (weight: [[UInt16]], target: [[UInt32]], mask: [[UInt16]]), _ strength: Int
    )
        -> SkinKernelReference.Row
    {
        let count = rows.mask[0].count
        let zeros = [Int16](repeating: 7, count: 4 * count)
        var row = SkinKernelReference.Row(
            take: zeros, give: zeros, share: zeros, blocks: [UInt8](repeating: 7, count: (count + 15) / 16))
        var sums = [UInt32](repeating: 0, count: 5 * (count + 4))
        withRows(rows.weight) { weight in
            withRows(rows.target) { target in
                withRows(rows.mask) { mask in
                    level.kernels.skin_maps(
                        weight, target, mask, Int32(strength), &sums, &row.take, &row.give, &row.share, &row.blocks,
                        Int32(count))
                }
            }
        }
        return row
    }

    @Test("What each pixel has of it", arguments: [1, 2, 3, 15, 16, 17, 32, 33, 80, 161], [0, 17])
    func maps(count: Int, empty: Int) {
        var dice = SeededGenerator(seed: UInt64(count))
        let rows = cells(count, empty: empty, &dice)
        for strength in [0, 20000, 58254] {
            let expected = SkinKernelReference.maps(
                weight: rows.weight, target: rows.target, mask: rows.mask, strength: strength)
            for level in KernelLevel.all { #expect(maps(level, rows, strength) == expected, "\(level.name)") }
        }
    }

    @Test("What is done to pixels", arguments: widths, [0, 18])
    func pixels(width: Int, empty: Int) {
        var dice = SeededGenerator(seed: UInt64(width))
        let count = (width + 3) / 4
        let maps = (0..<2).map { _ in
            let rows = cells(count, empty: empty, &dice)
            return SkinKernelReference.maps(weight: rows.weight, target: rows.target, mask: rows.mask, strength: 50000)
        }
        for rows in 1...4 {
            let y: [[UInt8]] = (0..<rows).map { _ in row(width, 0...255, &dice) }
            let u: [[UInt8]] = (0..<min(rows, 2)).map { _ in row((width + 1) / 2, 0...255, &dice) }
            let v: [[UInt8]] = (0..<min(rows, 2)).map { _ in row((width + 1) / 2, 0...255, &dice) }
            for (lift, gain, pale) in [(0, 30, 0), (21405, -261, 261), (32100, 261, 100)] {
                let luma = SkinKernelReference.luma(y, between: maps[0], and: maps[1], lift: lift)
                let blue = SkinKernelReference.chroma(u, cr: v, between: maps[0], and: maps[1], gain: gain, pale: pale)
                let red = SkinKernelReference.chroma(v, cr: v, between: maps[0], and: maps[1], gain: 157, pale: pale)
                for level in KernelLevel.all {
                    let (newY, newU) = (Plane(y), Plane(u))
                    let newV = Plane(v)
                    withMaps(maps) { upper, lower in
                        level.kernels.skin_luma(
                            newY.base, Int32(newY.stride), Int32(rows), Int32(width), upper, lower, Int32(lift))
                        level.kernels.skin_chroma(
                            newU.base, Int32(newU.stride), newV.base, Int32(newV.stride), Int32(u.count),
                            Int32((width + 1) / 2), upper, lower, Int32(gain), 157, Int32(pale))
                    }
                    #expect(newY.rows == luma, "\(level.name)")
                    #expect(newU.rows == blue && newV.rows == red, "\(level.name)")
                }
            }
        }
    }

    /// Rows 5 bytes apart, the last of which ends where memory does.
    private struct Plane {
        private let memory: GuardedBytes
        private let width: Int
        private let count: Int
        let stride: Int
        let base: UnsafeMutablePointer<UInt8>

        init(_ rows: [[UInt8]]) {
            (width, count, stride) = (rows[0].count, rows.count, rows[0].count + 5)
            memory = GuardedBytes(stride * (count - 1) + width)
            base = memory.bytes.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self)
            for (index, row) in rows.enumerated() { (base + index * stride).update(from: row, count: width) }
        }

        /// Nil where something between the rows was written.
        var rows: [[UInt8]]? {
            for index in 0..<count - 1 {
                for byte in width..<stride where base[index * stride + byte] != 0 { return nil }
            }
            return (0..<count).map { Array(UnsafeBufferPointer(start: base + $0 * stride, count: width)) }
        }
    }

    private func withMaps(
        _ rows: [SkinKernelReference.Row],
        _ body: (UnsafePointer<onair_skin_row>, UnsafePointer<onair_skin_row>) -> Void
    ) {
        withRows([rows[0].take, rows[0].give, rows[0].share, rows[1].take, rows[1].give, rows[1].share]) { numbers in
            withRows([rows[0].blocks, rows[1].blocks]) { blocks in
                var upper = onair_skin_row(take: numbers[0], give: numbers[1], share: numbers[2], blocks: blocks[0])
                var lower = onair_skin_row(take: numbers[3], give: numbers[4], share: numbers[5], blocks: blocks[1])
                body(&upper, &lower)
            }
        }
    }
}
