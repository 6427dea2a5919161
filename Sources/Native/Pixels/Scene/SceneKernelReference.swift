/// The scene kernels, which `LayerRow`, `SceneRows` and `BoxBlur` call, in plain Swift: what they mean, and what tests hold them to, number for
/// number.
package enum SceneKernelReference {
    /// Two versions of a row of bytes, and how much of the second goes into the first.
    package struct Row {
        package var first: [UInt8]
        package var second: [UInt8]
        package var mix: Int
        package var step: Int
        package var bias: Int
        package var gain: Int

        package init(first: [UInt8], second: [UInt8], mix: Int, step: Int, bias: Int, gain: Int) {
            (self.first, self.second, self.mix, self.step, self.bias, self.gain) = (
                first, second, mix, step, bias, gain
            )
        }

        /// Sample `index` with 8 fraction bits.
        func mixed(_ index: Int) -> Int {
            Int(first[index * step]) * 256 + (Int(second[index * step]) - Int(first[index * step])) * mix
        }

        /// Sample `index` with 5 fraction bits, without bias, times gain.
        func sample(_ index: Int) -> Int { (((mixed(index) - bias * 256) >> 3) * gain) >> 8 }
    }

    /// `onair_layer_put`.
    package static func put(_ row: Row, count: Int) -> [Int16] { (0..<count).map { Int16(row.sample($0)) } }

    /// `onair_layer_over`; `alpha` has the row's mix and step.
    package static func over(_ row: Row, alpha: Row, below: [Int16]) -> [Int16] {
        below.indices.map { index in
            let share = alpha.mixed(index) + alpha.mixed(index) >> 8
            return Int16(row.sample(index) + (Int(below[index]) * (65536 - share)) >> 16)
        }
    }

    /// `onair_sensor_rows`.
    package static func sensor(
        _ luma: ([Int16], [Int16]), _ cb: [Int16], _ cr: [Int16], noise: ([Int8], [Int8]), noiseGain: Int,
        _ m: SensorMatrix
    ) -> (y0: [UInt8], y1: [UInt8], u: [UInt8], v: [UInt8]) {
        let half = 0x8000
        func tint(_ pair: Int) -> Int { Int(m.luma.y) * Int(cb[pair]) + Int(m.luma.z) * Int(cr[pair]) + half }
        func code(_ row: [Int16], _ noise: [Int8], _ x: Int) -> UInt8 {
            let value = (Int(m.luma.x) * Int(row[x]) + tint(x / 2)) >> 16 + (Int(noise[x]) * noiseGain + 128) >> 8
            return UInt8(16 + max(0, min(219, value)))
        }
        func chroma(_ pair: Int, _ weights: SIMD3<Int32>, _ noise: [Int8]) -> UInt8 {
            let x = 2 * pair
            let mean = (Int(luma.0[x]) + Int(luma.0[x + 1]) + Int(luma.1[x]) + Int(luma.1[x + 1])) >> 2
            let bright = (Int(m.luma.x) * mean + tint(pair)) >> 16
            let keep = max(0, min(256, 256 - (bright - 219) * 4))
            let raw = Int(weights.x) * mean + Int(weights.y) * Int(cb[pair]) + Int(weights.z) * Int(cr[pair])
            let value = (raw + half) >> 16 + (Int(noise[pair]) * noiseGain + 256) >> 9
            return UInt8(128 + max(-112, min(112, (max(-2000, min(2000, value)) * keep) >> 8)))
        }
        return (
            luma.0.indices.map { code(luma.0, noise.0, $0) }, luma.1.indices.map { code(luma.1, noise.1, $0) },
            cb.indices.map { chroma($0, m.cb, noise.1) },
            cb.indices.map { chroma($0, m.cr, noise.0) }
        )
    }

    /// `onair_box_row`, and a column of `onair_box_rows`: the mean of a sample's neighbours up to `radius` away and
    /// `edge` 256ths of the next ones, ends repeated.
    package static func box(_ samples: [UInt8], radius: Int, edge: Int, scale: UInt32) -> [UInt8] {
        func sample(_ index: Int) -> Int { Int(samples[max(0, min(samples.count - 1, index))]) }
        return samples.indices.map { index in
            let inner = (index - radius...index + radius).reduce(0) { $0 + sample($1) }
            let total = inner * 256 + edge * (sample(index - radius - 1) + sample(index + radius + 1))
            return UInt8((total * Int(scale) + 1 << 23) >> 24)
        }
    }
}
