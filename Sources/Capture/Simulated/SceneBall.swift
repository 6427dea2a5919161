import OnAirMedia

/// The beach ball that bounces through the simulated scene: drawn once, laid over the picture with soft edges.
struct SceneBall {
    /// Pixels across; even.
    let diameter: Int
    /// Per pixel, row by row.
    private let alpha: [UInt8]
    private let luma: [UInt8]
    /// Per pair of pixels and row: the chroma of both. Every second row serves 4:2:0.
    private let cb: [UInt8]
    private let cr: [UInt8]

    init(diameter: Int, matrix: ColorDescription.Matrix) {
        self.diameter = diameter
        let slices = [
            SceneColor(235, 64, 72, matrix), SceneColor(250, 246, 236, matrix), SceneColor(255, 186, 56, matrix),
            SceneColor(250, 246, 236, matrix), SceneColor(44, 132, 226, matrix), SceneColor(250, 246, 236, matrix),
        ]
        let (shadow, light) = (SceneColor(30, 14, 54, matrix), SceneColor(255, 255, 255, matrix))
        let radius = Float(diameter) / 2
        var (alpha, luma, cb, cr) = ([UInt8](), [UInt8](), [UInt8](), [UInt8]())
        for y in 0..<diameter {
            for x in 0..<diameter {
                let (dx, dy) = ((Float(x) + 0.5) / radius - 1, (Float(y) + 0.5) / radius - 1)
                let distance = (dx * dx + dy * dy).squareRoot()
                let depth = max(0, 1 - distance * distance).squareRoot()
                // Slices meet at a pole that leans towards the viewer's upper left.
                let (u, v) = (dx + 0.35 * depth, dy + 0.45 * depth)
                var color = slices[Self.slice(u, v)]
                let lit = max(0, min(1, -0.45 * dx - 0.6 * dy + 0.66 * depth))
                color = color.mixed(with: shadow, 0.75 * (1 - lit))
                color = color.mixed(with: light, max(0, (lit - 0.9) * 5))
                alpha.append(UInt8(max(0, min(1, (1 - distance) * radius + 0.5)) * 255))
                luma.append(color.luma)
                if x % 2 == 0 {
                    cb.append(color.cb)
                    cr.append(color.cr)
                }
            }
        }
        (self.alpha, self.luma, self.cb, self.cr) = (alpha, luma, cb, cr)
    }

    /// Which of six slices around the pole the point is in.
    private static func slice(_ u: Float, _ v: Float) -> Int {
        // Sixths of a turn by the signs of three lines through the pole.
        let (a, b, c) = (v > 0, v - 1.732 * u > 0, v + 1.732 * u > 0)
        switch (a, b, c) {
        case (true, false, true): return 0
        case (true, true, true): return 1
        case (true, true, false): return 2
        case (false, true, false): return 3
        case (false, false, false): return 4
        default: return 5
        }
    }

    /// Draws the ball with its top left corner at an even position.
    func draw(on canvas: SceneCanvas, x: Int, y: Int) {
        let half = diameter / 2
        alpha.withUnsafeBufferPointer { alpha in
            luma.withUnsafeBufferPointer { luma in
                for row in 0..<diameter {
                    let line = row * diameter
                    canvas.lumaRow(y + row, from: x, count: diameter) { index, pixel in
                        pixel.pointee = Self.blend(pixel.pointee, luma[line + index], alpha[line + index])
                    }
                }
            }
            cb.withUnsafeBufferPointer { cb in
                cr.withUnsafeBufferPointer { cr in
                    let shift = canvas.chromaRowShift
                    for row in 0..<diameter >> shift {
                        let (line, dense) = ((row << shift) * half, (row << shift) * diameter)
                        canvas.chromaRow((y >> shift) + row, from: x / 2, count: half) { index, u, v in
                            let weight = alpha[dense + 2 * index]
                            u.pointee = Self.blend(u.pointee, cb[line + index], weight)
                            v.pointee = Self.blend(v.pointee, cr[line + index], weight)
                        }
                    }
                }
            }
        }
    }

    /// `weight` 255 gives `above`.
    @inline(__always)
    static func blend(_ below: UInt8, _ above: UInt8, _ weight: UInt8) -> UInt8 {
        let difference = (Int32(above) &- Int32(below)) &* (Int32(weight) &+ Int32(weight >> 7))
        return UInt8(truncatingIfNeeded: Int32(below) &+ ((difference &+ 128) >> 8))
    }
}
