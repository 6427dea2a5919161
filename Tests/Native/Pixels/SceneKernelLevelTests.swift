import COnAirKernelLevels
import COnAirPixelKernels
import OnAirTestKit
import Testing

/// The simulated camera's kernels give the same in every version. `SceneKernelTests` hold the one the loader picks to plain
/// Swift.
struct SceneKernelLevelTests {
    private func bytes(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    private func samples(_ count: Int, _ range: ClosedRange<Int16>, _ generator: inout SeededGenerator) -> [Int16] {
        (0..<count).map { _ in Int16.random(in: range, using: &generator) }
    }

    @Test("Layers of a scene", arguments: [1, 2, 31, 33, 159, 640], [(0, 1), (0, 2), (112, 1), (240, 2)])
    func layers(count: Int, variant: (mix: Int, step: Int)) {
        let (mix, step) = variant
        var generator = SeededGenerator(seed: UInt64(count))
        let (first, second) = (bytes(2 * count, &generator), bytes(2 * count, &generator))
        let (alpha, other) = (bytes(2 * count, &generator), bytes(2 * count, &generator))
        let below = samples(count, -8000...8000, &generator)
        first.withUnsafeBufferPointer { first in
            second.withUnsafeBufferPointer { second in
                var row = onair_layer_row(
                    first: first.baseAddress, second: second.baseAddress, mix: Int32(mix), step: Int32(step), bias: 128,
                    gain: 200)
                var results: [[Int16]] = []
                for level in KernelLevel.all {
                    var (put, over) = ([Int16](repeating: 0, count: count), below)
                    level.kernels.layer_put(&row, &put, Int32(count))
                    level.kernels.layer_over(&row, alpha, other, &over, Int32(count))
                    results.append(put + over)
                }
                #expect(Set(results).count == 1)
            }
        }
    }

    @Test("The sensor's answer, packing and blurring", arguments: [1, 2, 16, 17, 80, 320])
    func rows(pairs: Int) {
        var generator = SeededGenerator(seed: UInt64(pairs))
        let (y0, y1) = (samples(2 * pairs, 0...8160, &generator), samples(2 * pairs, 0...8160, &generator))
        let (u, v) = (samples(pairs, -4096...4064, &generator), samples(pairs, -4096...4064, &generator))
        let noise = (0..<2 * pairs).map { _ in Int8.random(in: -128...127, using: &generator) }
        var matrix = onair_sensor_matrix(
            y_y: 2242, y_u: 41, y_v: -77, u_y: 35, u_u: 2300, u_v: 12, v_y: -90, v_u: 30, v_v: 2200)
        let rows = (0..<4).map { _ in bytes(2 * pairs, &generator) }
        let start = (0..<2 * pairs).map { _ in UInt32.random(in: 255...5000, using: &generator) }
        var results: [[UInt8]] = []
        for level in KernelLevel.all {
            func row(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
            for gain in [Int32(0), 45] {
                var (a, b, c, d) = (row(2 * pairs), row(2 * pairs), row(pairs), row(pairs))
                level.kernels.sensor_rows(
                    y0, y1, u, v, noise, noise, gain, &a, &b, &c, &d, Int32(2 * pairs), &matrix)
                results.append([UInt8(gain)] + a + b + c + d)
            }
            var (both, packed, boxed) = (row(2 * pairs), row(4 * pairs), row(2 * pairs))
            level.kernels.interleave(rows[0], rows[1], &both, Int32(pairs))
            level.kernels.pack_yuyv(rows[0], rows[1], rows[2], &packed, Int32(pairs))
            var sums = start
            level.kernels.box_rows(
                &sums, rows[0], rows[1], rows[2], rows[3], 77, 3100, &boxed, Int32(2 * pairs))
            results.append([1] + both + packed + boxed)
        }
        // Three kinds of results, each the same in all versions.
        #expect(Set(results).count == 3)
    }
}
