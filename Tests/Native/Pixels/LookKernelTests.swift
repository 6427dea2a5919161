import COnAirKernelLevels
import COnAirPixelKernels
import OnAirPixels
import OnAirTestKit
import Testing

/// Colour by table: every version of the kernels gives what plain Swift gives.
struct LookKernelTests {
    private static let widths = [1, 2, 3, 7, 31, 32, 33, 64, 65, 257, 258, 640, 1279]

    private func bytes(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    @Test("Rows are looked up as plain Swift does it, and nothing beside them is touched", arguments: widths)
    func rows(width: Int) {
        var generator = SeededGenerator(seed: UInt64(width))
        let entries = 32 * 32 * 256
        let table = LookKernelReference.Table(
            luma: (0..<entries).map { _ in UInt32.random(in: 0 ... .max, using: &generator) },
            chroma: (0..<2 * entries).map { _ in UInt32.random(in: 0 ... .max, using: &generator) })
        let blocks = (width + 1) / 2
        let rows = LookKernelReference.Rows(
            y: [bytes(width, &generator), bytes(width, &generator)], u: bytes(blocks, &generator),
            v: bytes(blocks, &generator))
        let expected = LookKernelReference.rows(rows, through: table)
        let single = LookKernelReference.rows(.init(y: [rows.y[0]], u: rows.u, v: rows.v), through: table)
        table.luma.withUnsafeBufferPointer { luma in
            table.chroma.withUnsafeBufferPointer { chroma in
                var pointers = onair_look_table(luma: luma.baseAddress, chroma: chroma.baseAddress)
                for level in KernelLevel.all {
                    let guardBytes = [UInt8](repeating: 0xA5, count: 70)
                    func done(_ single: Bool) -> LookKernelReference.Rows? {
                        var (y0, y1) = (rows.y[0] + guardBytes, rows.y[1] + guardBytes)
                        var (u, v) = (rows.u + guardBytes, rows.v + guardBytes)
                        y1.withUnsafeMutableBufferPointer { y1 in
                            level.kernels.look_rows(
                                &pointers, &y0, single ? nil : y1.baseAddress, &u, &v, Int32(width))
                        }
                        guard [y0, y1, u, v].allSatisfy({ $0.suffix(70).elementsEqual(guardBytes) }) else { return nil }
                        return LookKernelReference.Rows(
                            y: single ? [Array(y0.prefix(width))] : [Array(y0.prefix(width)), Array(y1.prefix(width))],
                            u: Array(u.prefix(blocks)), v: Array(v.prefix(blocks)))
                    }
                    #expect(done(false) == expected, "\(level.name)")
                    #expect(done(true) == single, "\(level.name), one row")
                }
            }
        }
    }

    @Test("Columns and corners of a table are made as plain Swift does it")
    func making() {
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<20 {
            let nodes = (0..<33).map { _ in Int16.random(in: -16384...32000, using: &generator) }
            let expected = LookKernelReference.column(nodes, in: 16...240)
            let columns = (0..<4).map { _ in bytes(256, &generator) }
            let memory = bytes(2052, &generator)
            for level in KernelLevel.all {
                var column = [UInt8](repeating: 0, count: 256)
                level.kernels.look_column(nodes, 16, 240, &column)
                #expect(column == expected, "\(level.name)")
                for step in [4, 8] {
                    var out = memory
                    level.kernels.look_corners(
                        columns[0], columns[1], columns[2], columns[3], &out, Int32(step), 256)
                    #expect(
                        out == LookKernelReference.corners(columns, step: step, into: memory), "\(level.name), \(step)")
                }
            }
        }
    }
}
