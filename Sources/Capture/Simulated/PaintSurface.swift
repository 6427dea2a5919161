import Glibc

/// A part of the scene that is being painted: red, green, blue and opacity per pixel, premultiplied, in codes 0…1
/// (a little above 1 for what shines).
///
/// Shapes are given in the scene's own units, 1600 x 900 for all of the picture whatever its size, by their signed
/// distance: negative inside. What is painted is painted once; drawing it into frames is somebody else's work.
final class PaintSurface {
    /// The size of a picture in the scene's units.
    static let units = SIMD2<Float>(1600, 900)

    let x: Int
    let y: Int
    let width: Int
    let height: Int
    /// Units per pixel.
    let scale: SIMD2<Float>
    private(set) var pixels: [SIMD4<Float>]
    private let softness: Float

    /// The part `x…`, `y…` of a picture of `picture` pixels.
    init(x: Int, y: Int, width: Int, height: Int, of picture: (width: Int, height: Int)) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
        scale = Self.units / SIMD2(Float(picture.width), Float(picture.height))
        softness = 1 / max(scale.x, scale.y)
        pixels = Array(repeating: .zero, count: width * height)
    }

    /// Paints the inside of `shape`, which lies in `box` (left, top, right, bottom in units), with `color`.
    @inline(__always)
    func fill(
        _ box: SIMD4<Float>, opacity: Float = 1, blur: Float = 0, _ shape: (SIMD2<Float>) -> Float,
        _ color: (SIMD2<Float>) -> SIMD3<Float>
    ) {
        let soft = blur > 0 ? 1 / max(blur, scale.x) : softness
        let left = max(0, Int(((box.x - blur) / scale.x).rounded(.down)) - x - 1)
        let right = min(width, Int(((box.z + blur) / scale.x).rounded(.up)) - x + 1)
        let top = max(0, Int(((box.y - blur) / scale.y).rounded(.down)) - y - 1)
        let bottom = min(height, Int(((box.w + blur) / scale.y).rounded(.up)) - y + 1)
        guard left < right, top < bottom else { return }
        pixels.withUnsafeMutableBufferPointer { pixels in
            for row in top..<bottom {
                for column in left..<right {
                    let point = SIMD2(Float(column + x) + 0.5, Float(row + y) + 0.5) * scale
                    let cover = min(1, 0.5 - shape(point) * soft) * opacity
                    guard cover > 0 else { continue }
                    let paint = color(point)
                    let at = row * width + column
                    pixels[at] = pixels[at] * (1 - cover) + SIMD4(paint, 1) * cover
                }
            }
        }
    }

    /// Adds light inside `shape`, falling off over `blur` units around it; what is transparent stays so.
    @inline(__always)
    func glow(_ center: SIMD2<Float>, _ radius: SIMD2<Float>, _ color: SIMD3<Float>) {
        let left = max(0, Int((center.x - radius.x) / scale.x) - x)
        let right = min(width, Int((center.x + radius.x) / scale.x) - x + 1)
        let top = max(0, Int((center.y - radius.y) / scale.y) - y)
        let bottom = min(height, Int((center.y + radius.y) / scale.y) - y + 1)
        guard left < right, top < bottom else { return }
        pixels.withUnsafeMutableBufferPointer { pixels in
            for row in top..<bottom {
                for column in left..<right {
                    let point = SIMD2(Float(column + x) + 0.5, Float(row + y) + 0.5) * scale
                    let away = (point - center) / radius
                    let near = max(0, 1 - (away * away).sum())
                    let at = row * width + column
                    pixels[at] += SIMD4(color * (near * near), 0) * pixels[at].w
                }
            }
        }
    }
}

/// Shapes by their signed distance, and textures.
enum PaintShape {
    @inline(__always)
    static func circle(_ point: SIMD2<Float>, _ center: SIMD2<Float>, _ radius: Float) -> Float {
        length(point - center) - radius
    }

    /// Near enough for edges; not a true distance far away.
    @inline(__always)
    static func ellipse(_ point: SIMD2<Float>, _ center: SIMD2<Float>, _ radius: SIMD2<Float>) -> Float {
        let p = point - center
        let (k, k2) = (length(p / radius), length(p / (radius * radius)))
        return k2 > 0 ? k * (k - 1) / k2 : -min(radius.x, radius.y)
    }

    /// A box (left, top, right, bottom) with round corners.
    @inline(__always)
    static func box(_ point: SIMD2<Float>, _ box: SIMD4<Float>, _ round: Float = 0) -> Float {
        let half = SIMD2((box.z - box.x) / 2, (box.w - box.y) / 2)
        let center = SIMD2((box.x + box.z) / 2, (box.y + box.w) / 2)
        let p = point - center
        let q = SIMD2(abs(p.x), abs(p.y)) - half + round
        return length(SIMD2(max(q.x, 0), max(q.y, 0))) + min(max(q.x, q.y), 0) - round
    }

    /// A line with round ends.
    @inline(__always)
    static func line(_ point: SIMD2<Float>, _ from: SIMD2<Float>, _ to: SIMD2<Float>, _ radius: Float) -> Float {
        let (along, reach) = (to - from, point - from)
        let square = (along * along).sum()
        let share = square > 0 ? max(0, min(1, (along * reach).sum() / square)) : 0
        return length(reach - along * share) - radius
    }

    /// The triangle a, b, c, its corners clockwise on the screen.
    @inline(__always)
    static func triangle(_ point: SIMD2<Float>, _ a: SIMD2<Float>, _ b: SIMD2<Float>, _ c: SIMD2<Float>) -> Float {
        max(side(point, a, b), side(point, b, c), side(point, c, a))
    }

    /// Distance to the line from a to b: negative to its right as it goes on the screen.
    @inline(__always)
    static func side(_ point: SIMD2<Float>, _ a: SIMD2<Float>, _ b: SIMD2<Float>) -> Float {
        let (along, reach) = (b - a, point - a)
        return (along.y * reach.x - along.x * reach.y) / length(along)
    }

    @inline(__always)
    static func length(_ vector: SIMD2<Float>) -> Float { (vector * vector).sum().squareRoot() }

    /// The same pseudo-random number, 0 to 1, for the same place in every run.
    @inline(__always)
    static func grain(_ x: Int32, _ y: Int32) -> Float {
        var hash = UInt32(bitPattern: x &* 0x1E37_79B1 ^ y &* 0x05EB_CA77)
        hash = (hash ^ hash >> 15) &* 0x2C1B_3C6D
        hash = (hash ^ hash >> 12) &* 0x297A_2D39
        return Float(hash >> 8) / Float(1 << 24)
    }

    /// Smooth noise, −1 to 1, with features of one unit of `point`.
    @inline(__always)
    static func noise(_ point: SIMD2<Float>) -> Float {
        let floor = point.rounded(.down)
        let (x, y) = (Int32(floor.x), Int32(floor.y))
        var part = point - floor
        part = part * part * (3 - 2 * part)
        let top = grain(x, y) + (grain(x + 1, y) - grain(x, y)) * part.x
        let bottom = grain(x, y + 1) + (grain(x + 1, y + 1) - grain(x, y + 1)) * part.x
        return (top + (bottom - top) * part.y) * 2 - 1
    }

    @inline(__always)
    static func mix(_ a: SIMD3<Float>, _ b: SIMD3<Float>, _ share: Float) -> SIMD3<Float> {
        a + (b - a) * max(0, min(1, share))
    }
}
