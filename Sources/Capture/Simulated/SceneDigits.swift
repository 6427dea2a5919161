import OnAirMedia

/// Digits and colon of the time code as small pictures, made once: seven rounded segments, lit or ghosted.
///
/// The tiles keep their memory alive for as long as this value lives.
struct SceneDigits {
    /// The colour around the segments, for the panel.
    let paper: SceneColor
    private let tiles: [PictureBuffer]

    /// Which of the segments a (top), b, c, d (bottom), e, f, g (middle) are lit, clockwise, bit 0 = a.
    private static let lit: [UInt8] = [0x3F, 0x06, 0x5B, 0x4F, 0x66, 0x6D, 0x7D, 0x07, 0x7F, 0x6F]

    /// Digits of `size`; the colon is half as wide.
    init(size: PictureSize, format: PictureFormat) {
        let matrix = format.color.matrix
        paper = SceneColor(10, 12, 26, matrix)
        let (ghost, glow) = (SceneColor(26, 32, 56, matrix), SceneColor(120, 232, 255, matrix))
        let (width, height) = (Float(size.width), Float(size.height))
        let (left, right) = (width * 0.17, width * 0.83)
        let (top, middle, bottom) = (height * 0.09, height * 0.5, height * 0.91)
        let thickness = height * 0.062
        let gap = thickness * 1.1
        // From, to.
        let segments: [(SIMD2<Float>, SIMD2<Float>)] = [
            (SIMD2(left + gap, top), SIMD2(right - gap, top)),
            (SIMD2(right, top + gap), SIMD2(right, middle - gap)),
            (SIMD2(right, middle + gap), SIMD2(right, bottom - gap)),
            (SIMD2(left + gap, bottom), SIMD2(right - gap, bottom)),
            (SIMD2(left, middle + gap), SIMD2(left, bottom - gap)),
            (SIMD2(left, top + gap), SIMD2(left, middle - gap)),
            (SIMD2(left + gap, middle), SIMD2(right - gap, middle)),
        ]
        func tile(_ width: Int, _ color: (SIMD2<Float>) -> SceneColor) -> PictureBuffer {
            var small = format
            small.size = PictureSize(width: width, height: size.height)
            let buffer = PictureBuffer(format: small)
            SceneCanvas(buffer).paint(PictureRect(small.size)) { color(SIMD2(Float($0) + 0.5, Float($1) + 0.5)) }
            return buffer
        }
        let ink = paper
        var tiles = Self.lit.map { pattern in
            tile(size.width) { point in
                var color = ink
                for (index, segment) in segments.enumerated() {
                    let isLit = pattern >> UInt8(index) & 1 == 1
                    let edge = thickness - Self.distance(point, segment.0, segment.1)
                    color = color.mixed(with: isLit ? glow : ghost, max(0, min(1, edge + 0.5)))
                }
                return color
            }
        }
        let half = size.width / 2 & ~1
        tiles.append(
            tile(half) { point in
                let center = Float(half) / 2
                let upper = Self.distance(point, SIMD2(center, height * 0.33), SIMD2(center, height * 0.33))
                let lower = Self.distance(point, SIMD2(center, height * 0.67), SIMD2(center, height * 0.67))
                return ink.mixed(with: glow, max(0, min(1, thickness * 1.15 - min(upper, lower) + 0.5)))
            })
        self.tiles = tiles
    }

    /// Draws `hh:mm:ss:ff` with its top left corner at an even position.
    func draw(seconds: Int64, frames: Int64, on canvas: SceneCanvas, x: Int, y: Int) {
        var x = x
        func put(_ tile: Int) {
            let picture = SceneCanvas(tiles[tile])
            canvas.blit(picture, x: x, y: y)
            x += picture.width
        }
        let groups = (seconds / 3600 % 100, seconds / 60 % 60, seconds % 60, frames % 100)
        func put(_ group: Int64) {
            put(Int(group / 10))
            put(Int(group % 10))
        }
        put(groups.0)
        put(10)
        put(groups.1)
        put(10)
        put(groups.2)
        put(10)
        put(groups.3)
    }

    /// From `point` to the line between two others.
    private static func distance(_ point: SIMD2<Float>, _ from: SIMD2<Float>, _ to: SIMD2<Float>) -> Float {
        let (along, reach) = (to - from, point - from)
        let length = (along * along).sum()
        let share = length > 0 ? max(0, min(1, (along * reach).sum() / length)) : 0
        let gap = reach - along * share
        return (gap * gap).sum().squareRoot()
    }
}
