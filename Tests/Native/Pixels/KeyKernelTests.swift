import COnAirKernelLevels
import COnAirPixelKernels
import OnAirMedia
import OnAirPixels
import OnAirTestKit
import Testing

/// The kernels that take a screen's colour away give the bytes of their plain Swift twins, on random input and awkward
/// lengths, in every version, and touch nothing past the row.
struct KeyKernelTests {
    static let widths = [1, 2, 3, 15, 16, 31, 33, 64, 127, 1023, 1024, 1025, 1279, 2050]

    private func bytes(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    private func axis(_ count: Int, _ generator: inout SeededGenerator) -> [Int16] {
        let limit: Int16 = Bool.random(using: &generator) ? 8191 : 1500
        return (0..<count).map { _ in Int16.random(in: -limit...limit, using: &generator) }
    }

    /// What `body` makes of `bytes`, which end where nothing may be touched.
    private func changed(_ bytes: [UInt8], _ body: (UnsafeMutablePointer<UInt8>) -> Void) -> [UInt8] {
        let memory = GuardedBytes(bytes.count)
        memory.bytes.copyBytes(from: bytes)
        if let base = memory.bytes.baseAddress { body(base.assumingMemoryBound(to: UInt8.self)) }
        return Array(memory.bytes)
    }

    private func rule(_ generator: inout SeededGenerator) -> onair_key {
        let screens = [
            PictureColor(red: 0, green: 177, blue: 64), PictureColor(red: 0, green: 71, blue: 187),
            PictureColor(red: 90, green: 160, blue: 100), PictureColor(red: 255, green: 0, blue: 255),
        ]
        let color = PixelKernelTests.colors.randomElement(using: &generator) ?? .jpeg
        return KeyRule(
            screen: screens.randomElement(using: &generator) ?? .black, in: color,
            similarity: Double.random(in: 0...1, using: &generator),
            smoothness: Double.random(in: 0...1, using: &generator) * Double.random(in: 0...1, using: &generator),
            spill: Double.random(in: 0...1, using: &generator)
        ).numbers
    }

    @Test("Chroma is looked at along the screen's colour and across it", arguments: widths)
    func axes(count: Int) {
        var generator = SeededGenerator(seed: UInt64(count))
        for level in KernelLevel.all {
            var key = rule(&generator)
            let (u, v) = (bytes(count, &generator), bytes(count, &generator))
            var (x, z) = ([Int16](repeating: 77, count: count + 1), [Int16](repeating: 77, count: count + 1))
            level.kernels.key_axes(u, v, Int32(count), &key, &x, &z)
            let expected = KeyKernelReference.axes(u, v, key)
            #expect(x == expected.x + [77] && z == expected.z + [77], "\(level.name)")
        }
    }

    @Test("Distances become opacities", arguments: widths)
    func alpha(width: Int) {
        var generator = SeededGenerator(seed: UInt64(width))
        for level in KernelLevel.all {
            for _ in 0..<4 {
                var key = rule(&generator)
                let count = (width + 1) / 2
                let x = (near: axis(count, &generator), far: axis(count, &generator))
                let z = (near: axis(count, &generator), far: axis(count, &generator))
                let y = bytes(width, &generator)
                let made = changed([UInt8](repeating: 0, count: width)) {
                    level.kernels.key_alpha(y, x.near, x.far, z.near, z.far, Int32(width), &key, $0)
                }
                #expect(made == KeyKernelReference.alpha(y, x: x, z: z, key), "\(level.name)")
            }
        }
    }

    @Test("The screen's light is taken off", arguments: widths)
    func spill(count: Int) {
        var generator = SeededGenerator(seed: UInt64(count))
        for level in KernelLevel.all {
            var key = rule(&generator)
            let (u, v) = (bytes(count, &generator), bytes(count, &generator))
            let (x, z) = (axis(count, &generator), axis(count, &generator))
            var second: [UInt8] = []
            let first = changed(u) { first in
                second = changed(v) { level.kernels.key_spill(first, $0, x, z, Int32(count), &key) }
            }
            let expected = KeyKernelReference.spilled(u, v, x: x, z: z, key)
            #expect(first == expected.u && second == expected.v, "\(level.name)")
        }
    }

    @Test("Rows are mixed by their opacity, and multiplied with it", arguments: widths)
    func mixed(count: Int) {
        var generator = SeededGenerator(seed: UInt64(count))
        for level in KernelLevel.all {
            let (row, background) = (bytes(count, &generator), bytes(count, &generator))
            let alpha = bytes(count, &generator).map { $0 < 60 ? 0 : $0 > 200 ? 255 : $0 }
            let length = Int32(count)
            let rows = changed(row) { level.kernels.key_mix_rows($0, background, alpha, length) }
            #expect(rows == KeyKernelReference.mixed(row, background, alpha: alpha), "\(level.name)")
            let flat = [UInt8](repeating: background[0], count: count)
            let value = changed(row) { level.kernels.key_mix_value($0, Int32(background[0]), alpha, length) }
            #expect(value == KeyKernelReference.mixed(row, flat, alpha: alpha), "\(level.name)")
            let multiplied = changed(row) { level.kernels.premultiply($0, alpha, length) }
            #expect(multiplied == KeyKernelReference.premultiplied(row, alpha: alpha), "\(level.name)")
            let pixels = bytes(4 * count, &generator)
            let colors = changed(pixels) { level.kernels.premultiply_bgra($0, alpha, length) }
            #expect(colors == KeyKernelReference.premultiplied(bgra: pixels, alpha: alpha), "\(level.name)")
        }
    }
}
