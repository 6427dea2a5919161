import Glibc
import OnAirMedia

/// The radar dial of the simulated scene, whose hand goes round once a second and leaves a fading trail.
struct SceneDial {
    private let rect: PictureRect
    private let color: SceneColor
    /// Per pixel, row by row: the direction from the centre, in 256ths of a turn, clockwise from the top.
    private let angles: [UInt8]
    /// Per pixel: how much of the trail shows (inside the rim), and how much of the rim.
    private let faces: [UInt8]
    private let rims: [UInt8]
    /// Opacity by the angle behind the hand.
    private let trail: [UInt8]

    init(_ rect: PictureRect, matrix: ColorDescription.Matrix) {
        self.rect = rect
        color = SceneColor(120, 232, 255, matrix)
        let radius = Float(min(rect.width, rect.height)) / 2
        let thickness = max(1, radius * 0.035)
        var (angles, faces, rims) = ([UInt8](), [UInt8](), [UInt8]())
        for y in 0..<rect.height {
            for x in 0..<rect.width {
                let (dx, dy) = (Float(x) + 0.5 - Float(rect.width) / 2, Float(y) + 0.5 - Float(rect.height) / 2)
                let distance = (dx * dx + dy * dy).squareRoot()
                let turn = atan2(dx, -dy) / (2 * .pi)
                angles.append(UInt8(truncatingIfNeeded: Int((turn < 0 ? turn + 1 : turn) * 256)))
                faces.append(distance < radius - thickness ? 255 : 0)
                // The rim, and two rings inside it.
                let ring = min(
                    abs(distance - radius + thickness), abs(distance - radius * 0.62) + thickness * 0.5,
                    abs(distance - radius * 0.3) + thickness * 0.5)
                rims.append(UInt8(max(0, min(1, thickness - ring + 0.5)) * 220))
            }
        }
        (self.angles, self.faces, self.rims) = (angles, faces, rims)
        trail = (0..<256).map { behind in
            let age = Float(behind) / 256
            return UInt8(40 + 190 * (1 - age) * (1 - age) * (1 - age))
        }
    }

    /// Draws the dial with its hand `turn` 256ths of a turn clockwise from the top.
    func draw(on canvas: SceneCanvas, turn: UInt8) {
        let (y, u, v) = (color.luma, color.cb, color.cr)
        angles.withUnsafeBufferPointer { angles in
            trail.withUnsafeBufferPointer { trail in
                faces.withUnsafeBufferPointer { faces in
                    rims.withUnsafeBufferPointer { rims in
                        func weight(_ at: Int) -> UInt8 {
                            max(rims[at], trail[Int(turn &- angles[at])] & faces[at])
                        }
                        for row in 0..<rect.height {
                            let line = row * rect.width
                            canvas.lumaRow(rect.y + row, from: rect.x, count: rect.width) { index, pixel in
                                pixel.pointee = SceneBall.blend(pixel.pointee, y, weight(line + index))
                            }
                        }
                        let shift = canvas.chromaRowShift
                        for row in 0..<rect.height >> shift {
                            let line = (row << shift) * rect.width
                            canvas.chromaRow((rect.y >> shift) + row, from: rect.x / 2, count: rect.width / 2) {
                                let weight = weight(line + 2 * $0)
                                $1.pointee = SceneBall.blend($1.pointee, u, weight)
                                $2.pointee = SceneBall.blend($2.pointee, v, weight)
                            }
                        }
                    }
                }
            }
        }
    }
}
