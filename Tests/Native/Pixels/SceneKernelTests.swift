import OnAirMedia
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
                    guard let first = first.baseAddress, let second = second.baseAddress else { return }
                    let kernel = LayerRow(
                        first: first, second: second, mix: variant.mix, step: variant.step, bias: bias, gain: gain)
                    var out = [Int16](repeating: 0, count: count)
                    kernel.put(into: &out, count: count)
                    #expect(out == SceneKernelReference.put(row, count: count))
                    out = below
                    kernel.lay(over: &out, firstAlpha: alpha.first, secondAlpha: alpha.second, count: count)
                    #expect(out == SceneKernelReference.over(row, alpha: alpha, below: below))
                }
            }
        }
    }

    @Test("The sensor's answer", arguments: [1, 3, 16, 17, 80, 320], [0, 8, 45])
    func sensor(pairs: Int, noiseGain: Int) {
        var dice = Dice(state: UInt64(pairs * 64 + noiseGain))
        for level in [200, 2242, 9000, 40000] {
            let matrix = SensorMatrix(
                luma: SIMD3(Int32(level), 41, -77), cb: SIMD3(35, Int32(level + 60), 12),
                cr: SIMD3(-90, 30, Int32(level - 40)))
            var (y0, y1) = (dice.samples(2 * pairs, 0...8160), dice.samples(2 * pairs, 0...8160))
            var (u, v) = (dice.samples(pairs, -4096...4064), dice.samples(pairs, -4096...4064))
            let noise = (
                dice.bytes(2 * pairs).map { Int8(bitPattern: $0) }, dice.bytes(2 * pairs).map { Int8(bitPattern: $0) }
            )
            let expected = SceneKernelReference.sensor((y0, y1), u, v, noise: noise, noiseGain: noiseGain, matrix)
            var (a, b) = ([UInt8](repeating: 0, count: 2 * pairs), [UInt8](repeating: 0, count: 2 * pairs))
            var (c, d) = ([UInt8](repeating: 0, count: pairs), [UInt8](repeating: 0, count: pairs))
            // From its middle on, too: what lies left of that is left alone.
            for left in [0, pairs & ~1] {
                Self.sense(
                    &y0, &y1, &u, &v, from: left, to: 2 * pairs, noise.0, noise.1, noiseGain, matrix, &a, &b, &c, &d)
                if left == 0 { #expect(c == expected.u && d == expected.v) }
            }
            #expect(a == expected.y0 && b == expected.y1)
        }
    }

    /// Arrays as rows, for one call.
    private static func sense(
        _ y0: UnsafeMutablePointer<Int16>, _ y1: UnsafeMutablePointer<Int16>, _ u: UnsafeMutablePointer<Int16>,
        _ v: UnsafeMutablePointer<Int16>, from left: Int, to right: Int, _ noise0: UnsafePointer<Int8>,
        _ noise1: UnsafePointer<Int8>, _ gain: Int, _ matrix: SensorMatrix, _ a: UnsafeMutablePointer<UInt8>,
        _ b: UnsafeMutablePointer<UInt8>, _ c: UnsafeMutablePointer<UInt8>, _ d: UnsafeMutablePointer<UInt8>
    ) {
        SceneRows(top: y0, bottom: y1, cb: u, cr: v).sense(
            from: left, to: right, noise: (noise0, noise1), gain: gain, matrix,
            into: CodeRows(top: a, bottom: b, cb: c, cr: d))
    }

    @Test(
        "A plane is blurred by two boxes along its rows and two down its columns", arguments: [1, 2, 5, 40, 131],
        [(0, 77), (1, 0), (3, 200), (9, 13)])
    func boxes(width: Int, size: (radius: Int, edge: Int)) {
        var dice = Dice(state: UInt64(width * 100 + size.radius))
        let weight = UInt32(2 * size.radius + 1) << 8 + 2 * UInt32(size.edge)
        let scale = (1 << 24 + weight / 2) / weight
        func box(_ line: [UInt8]) -> [UInt8] {
            SceneKernelReference.box(line, radius: size.radius, edge: size.edge, scale: scale)
        }
        let height = 12
        let plane = dice.bytes(width * height)
        var out = [UInt8](repeating: 0, count: width * height)
        BoxBlur.blur(plane, &out, width, height, radius: Double(size.radius) + Double(size.edge) / 256)
        let rows = (0..<height).map { box(box(Array(plane[$0 * width..<($0 + 1) * width]))) }
        let columns = (0..<width).map { column in box(box(rows.map { $0[column] })) }
        for row in 0..<height {
            #expect(Array(out[row * width..<(row + 1) * width]) == columns.map { $0[row] }, "row \(row)")
        }
    }

    @Test("Bytes are interleaved and packed", arguments: counts)
    func packing(count: Int) {
        var dice = Dice(state: UInt64(count))
        var (top, bottom) = (dice.bytes(2 * count), dice.bytes(2 * count))
        var (u, v) = (dice.bytes(count), dice.bytes(count))
        var both = [UInt8](repeating: 0, count: 2 * count)
        var (first, second) = ([UInt8](repeating: 0, count: 4 * count), [UInt8](repeating: 0, count: 4 * count))
        Self.pack(&top, &bottom, &u, &v, count, &both, &first, &second)
        for pair in 0..<count {
            #expect(both[2 * pair] == u[pair] && both[2 * pair + 1] == v[pair])
            for (row, packed) in [(top, first), (bottom, second)] {
                let expected: [UInt8] = [row[2 * pair], u[pair], row[2 * pair + 1], v[pair]]
                #expect(Array(packed[4 * pair..<4 * pair + 4]) == expected)
            }
        }
    }

    private static func pack(
        _ top: UnsafeMutablePointer<UInt8>, _ bottom: UnsafeMutablePointer<UInt8>, _ u: UnsafeMutablePointer<UInt8>,
        _ v: UnsafeMutablePointer<UInt8>, _ pairs: Int, _ both: UnsafeMutablePointer<UInt8>,
        _ first: UnsafeMutablePointer<UInt8>, _ second: UnsafeMutablePointer<UInt8>
    ) {
        let codes = CodeRows(top: top, bottom: bottom, cb: u, cr: v)
        codes.interleaveChroma(into: both, pairs: pairs)
        codes.packTop(into: first, pairs: pairs)
        codes.packBottom(into: second, pairs: pairs)
    }

    @Test(
        "A window shows its part of a plane, bilinear", arguments: [(1.0, 0.0), (1.7, 0.0), (3.0, 0.04), (1.0, -0.1)])
    func window(zoom: Double, shift: Double) {
        var dice = Dice(state: 5)
        let (width, height) = (67, 41)
        let plane = dice.bytes(width * height)
        let window = SensorWindow(size: PictureSize(width: width, height: height))
        window.set(zoom: zoom, shift: SIMD2(shift, -shift))
        #expect(window.columns.lowerBound >= 0 && window.columns.upperBound <= width)
        #expect(window.rows.lowerBound >= 0 && window.rows.upperBound <= height)
        func place(_ index: Int, _ count: Int, _ shift: Double) -> Double {
            let middle = (Double(index) + 0.5) / Double(count)
            return max(0, min(Double(count - 1), (0.5 + (middle - 0.5) / zoom + shift) * Double(count) - 0.5))
        }
        for row in 0..<height {
            var out = [UInt8](repeating: 0, count: width)
            window.resample(plane, stride: width, row: row, into: &out)
            let y = place(row, height, -shift)
            let lines = (Int(y), min(Int(y) + 1, height - 1))
            for column in 0..<width {
                let x = place(column, width, shift)
                func along(_ line: Int) -> Double {
                    let (a, b) = (plane[line * width + Int(x)], plane[line * width + min(Int(x) + 1, width - 1)])
                    return Double(a) + (Double(b) - Double(a)) * (x - x.rounded(.down))
                }
                let expected = along(lines.0) + (along(lines.1) - along(lines.0)) * (y - y.rounded(.down))
                // Weights are 256ths each way.
                #expect(abs(Double(out[column]) - expected) < 2.5)
            }
        }
    }
}
