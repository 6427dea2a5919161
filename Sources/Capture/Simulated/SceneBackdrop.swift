import Glibc
import OnAirMedia

/// The still part of the simulated scene: a mountain range at dusk that joins itself at the sides, so that it can be
/// turned past for ever.
struct SceneBackdrop {
    private let size: PictureSize
    private let matrix: ColorDescription.Matrix
    /// Height of the skyline of each range above the bottom, per column, in pixels.
    private let skylines: [[Float]]
    private let sky: [SceneColor]

    init(size: PictureSize, matrix: ColorDescription.Matrix) {
        (self.size, self.matrix) = (size, matrix)
        // Each range is a sum of waves with a whole number of periods in the width: (periods, height, phase).
        let ranges: [(base: Float, waves: [(Float, Float, Float)])] = [
            (0.42, [(2, 0.050, 0.3), (5, 0.035, 1.7), (11, 0.016, 0.4), (29, 0.005, 2.2), (67, 0.002, 0.9)]),
            (0.31, [(1, 0.040, 2.1), (4, 0.040, 0.2), (9, 0.020, 3.0), (23, 0.007, 1.1), (71, 0.003, 0.1)]),
            (0.18, [(3, 0.030, 4.0), (7, 0.025, 5.1), (17, 0.010, 0.7), (53, 0.006, 2.7), (131, 0.004, 1.9)]),
        ]
        skylines = ranges.map { range in
            (0..<size.width).map { x in
                var level = range.base
                for (periods, height, phase) in range.waves {
                    level += height * sin(2 * .pi * periods * Float(x) / Float(size.width) + phase)
                }
                return level * Float(size.height)
            }
        }
        let stops: [(Float, SceneColor)] = [
            (0.10, SceneColor(9, 13, 40, matrix)), (0.35, SceneColor(43, 33, 92, matrix)),
            (0.52, SceneColor(134, 63, 126, matrix)), (0.66, SceneColor(246, 138, 92, matrix)),
            (0.80, SceneColor(255, 205, 128, matrix)),
        ]
        sky = (0..<size.height).map { y in
            let at = Float(y) / Float(size.height)
            guard let above = stops.lastIndex(where: { $0.0 <= at }) else { return stops[0].1 }
            guard above + 1 < stops.count else { return stops[above].1 }
            let (from, to) = (stops[above], stops[above + 1])
            return from.1.mixed(with: to.1, (at - from.0) / (to.0 - from.0))
        }
    }

    /// Paints all of `canvas`.
    func paint(on canvas: SceneCanvas) {
        let (width, height) = (Float(size.width), Float(size.height))
        let ranges: [(top: SceneColor, foot: SceneColor)] = [
            (SceneColor(126, 72, 128, matrix), SceneColor(188, 112, 124, matrix)),
            (SceneColor(62, 44, 102, matrix), SceneColor(112, 70, 120, matrix)),
            (SceneColor(14, 18, 46, matrix), SceneColor(40, 34, 84, matrix)),
        ]
        let (sun, star) = (SceneColor(255, 236, 190, matrix), SceneColor(luma: 225))
        // The glow, five times as wide, must not reach round to the other side.
        let (sunX, sunY, sunRadius) = (width * 0.64, height * 0.46, min(height * 0.085, width * 0.1))
        canvas.paint(PictureRect(size)) { x, y in
            let grain = Self.noise(x, y)
            let above = height - Float(y)
            // The nearest range that reaches this high hides the others and the sky.
            for index in stride(from: 2, through: 0, by: -1) where above <= skylines[index][x] + 0.5 {
                let depth = (skylines[index][x] - above) / (height * 0.2)
                var color = ranges[index].top.mixed(with: ranges[index].foot, max(0, min(1, depth)))
                // Rock: rougher the nearer.
                color.codes.x += (grain - 0.5) * Float(4 + 3 * index)
                return color
            }
            var color = sky[y]
            let (away, dy) = (abs(Float(x) - sunX), Float(y) - sunY)
            let dx = min(away, width - away)
            let distance = (dx * dx + dy * dy).squareRoot() / sunRadius
            if distance < 5 {
                color = color.mixed(with: sun, 0.35 * (1 - distance / 5) * (1 - distance / 5))
                color = color.mixed(with: sun, max(0, min(1, (1 - distance) * sunRadius + 0.5)))
            }
            if grain > 0.9985, above > height * 0.5 { color = color.mixed(with: star, above / height) }
            // A little grain keeps the gradient from banding.
            color.codes.x += grain - 0.5
            return color
        }
    }

    /// The same pseudo-random number, 0 to 1, for the same position in every run.
    private static func noise(_ x: Int, _ y: Int) -> Float {
        var hash = UInt32(truncatingIfNeeded: x &* 0x9E37_79B1 ^ y &* 0x85EB_CA77)
        hash = (hash ^ hash >> 15) &* 0x2C1B_3C6D
        hash = (hash ^ hash >> 12) &* 0x297A_2D39
        return Float(hash >> 8) / Float(1 << 24)
    }
}
