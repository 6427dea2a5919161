import COnAirPixelKernels
import OnAirPixels
import Testing

@Suite("Scene kernels are their plain Swift twins")
struct SceneKernelTests {
    private struct Dice {
        var state: UInt64
        mutating func next(_ range: ClosedRange<Int>) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return range.lowerBound + Int(state >> 33) % (range.upperBound - range.lowerBound + 1)
        }
        mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(next(0...255)) } }
        mutating func samples(_ count: Int, _ range: ClosedRange<Int>) -> [Int16] {
            (0..<count).map { _ in Int16(next(range)) }
        }
    }

    private static let counts = [1, 2, 7, 31, 32, 33, 64, 159, 640]

    @Test("Layers are put and laid over each other", arguments: counts, [(0, 1), (0, 2), (112, 1), (240, 2)])
    func layers(count: Int, variant: (mix: Int, step: Int)) {
        var dice = Dice(state: UInt64(count * 1000 + variant.mix))
        for (bias, gain) in [(0, 256), (128, 256), (0, 131), (128, 77)] {
            let row = SceneKernelReference.Row(
                first: dice.bytes(count * 2), second: dice.bytes(count * 2), mix: variant.mix, step: variant.step,
                bias: bias, gain: gain)
            let alpha = SceneKernelReference.Row(
                first: dice.bytes(count * 2).map { $0 > 200 ? 255 : $0 < 50 ? 0 : $0 }, second: dice.bytes(count * 2),
                mix: variant.mix, step: variant.step, bias: 0, gain: 256)
            let below = dice.samples(count, -8000...8000)
            row.first.withUnsafeBufferPointer { first in
                row.second.withUnsafeBufferPointer { second in
                    var kernel = onair_layer_row(
                        first: first.baseAddress, second: second.baseAddress, mix: Int32(variant.mix),
                        step: Int32(variant.step), bias: Int32(bias), gain: Int32(gain))
                    var out = [Int16](repeating: 0, count: count)
                    onair_layer_put(&kernel, &out, Int32(count))
                    #expect(out == SceneKernelReference.put(row, count: count))
                    out = below
                    onair_layer_over(&kernel, alpha.first, alpha.second, &out, Int32(count))
                    #expect(out == SceneKernelReference.over(row, alpha: alpha, below: below))
                }
            }
        }
    }

    @Test("The sensor's answer", arguments: [1, 3, 16, 17, 80, 320], [0, 8, 45])
    func sensor(pairs: Int, noiseGain: Int) {
        var dice = Dice(state: UInt64(pairs * 64 + noiseGain))
        for level in [200, 2242, 9000, 40000] {
            var matrix = onair_sensor_matrix(
                y_y: Int32(level), y_u: 41, y_v: -77, u_y: 35, u_u: Int32(level + 60), u_v: 12, v_y: -90, v_u: 30,
                v_v: Int32(level - 40))
            let (y0, y1) = (dice.samples(2 * pairs, 0...8160), dice.samples(2 * pairs, 0...8160))
            let (u, v) = (dice.samples(pairs, -4096...4064), dice.samples(pairs, -4096...4064))
            let noise = (
                dice.bytes(2 * pairs).map { Int8(bitPattern: $0) }, dice.bytes(2 * pairs).map { Int8(bitPattern: $0) }
            )
            let expected = SceneKernelReference.sensor((y0, y1), u, v, noise: noise, noiseGain: noiseGain, matrix)
            var (a, b) = ([UInt8](repeating: 0, count: 2 * pairs), [UInt8](repeating: 0, count: 2 * pairs))
            var (c, d) = ([UInt8](repeating: 0, count: pairs), [UInt8](repeating: 0, count: pairs))
            onair_sensor_rows(
                y0, y1, u, v, noise.0, noise.1, Int32(noiseGain), &a, &b, &c, &d, Int32(2 * pairs), &matrix)
            #expect(a == expected.y0 && b == expected.y1)
            #expect(c == expected.u && d == expected.v)
        }
    }

    @Test(
        "Box blurs, along a row and down the columns", arguments: [1, 2, 5, 40, 131],
        [(0, 77), (1, 0), (3, 200), (9, 13)])
    func boxes(count: Int, size: (radius: Int, edge: Int)) {
        var dice = Dice(state: UInt64(count * 100 + size.radius))
        let weight = UInt32(2 * size.radius + 1) << 8 + 2 * UInt32(size.edge)
        let scale = (1 << 24 + weight / 2) / weight
        let line = dice.bytes(count)
        var out = [UInt8](repeating: 0, count: count)
        onair_box_row(line, Int32(size.radius), Int32(size.edge), scale, &out, Int32(count))
        #expect(out == SceneKernelReference.box(line, radius: size.radius, edge: size.edge, scale: scale))
        // Twelve rows of `count` columns.
        let rows = (0..<12).map { _ in dice.bytes(count) }
        func row(_ index: Int) -> [UInt8] { rows[max(0, min(11, index))] }
        var sums = (0..<count).map { column in
            (-size.radius - 1...size.radius - 1).reduce(UInt32(0)) { $0 + UInt32(row($1)[column]) }
        }
        for index in 0..<12 {
            onair_box_rows(
                &sums, row(index + size.radius), row(index - size.radius - 1), row(index - size.radius - 1),
                row(index + size.radius + 1), Int32(size.edge), scale, &out, Int32(count))
            for column in 0..<count {
                let expected = SceneKernelReference.box(
                    rows.map { $0[column] }, radius: size.radius, edge: size.edge, scale: scale)
                #expect(out[column] == expected[index])
            }
        }
    }

    @Test("Bytes are interleaved and packed", arguments: counts)
    func packing(count: Int) {
        var dice = Dice(state: UInt64(count))
        let (y, u, v) = (dice.bytes(2 * count), dice.bytes(count), dice.bytes(count))
        var both = [UInt8](repeating: 0, count: 2 * count)
        onair_interleave(u, v, &both, Int32(count))
        for index in 0..<count { #expect(both[2 * index] == u[index] && both[2 * index + 1] == v[index]) }
        var packed = [UInt8](repeating: 0, count: 4 * count)
        onair_pack_yuyv(y, u, v, &packed, Int32(count))
        for pair in 0..<count {
            let expected: [UInt8] = [y[2 * pair], u[pair], y[2 * pair + 1], v[pair]]
            #expect(Array(packed[4 * pair..<4 * pair + 4]) == expected)
        }
    }
}
