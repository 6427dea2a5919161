import OnAirMedia

/// The sign in the middle of a simulated picture, dark and lit: “ON AIR” in a frame.
///
/// The mean luma of its central half is above 150 when lit and below 70 when dark, so that readers tell them apart after
/// any encoder.
struct SceneSign {
    private let place: PictureRect
    private let dark: PictureBuffer
    private let lit: PictureBuffer

    init(_ layout: SceneLayout, format: PictureFormat) {
        let rim = layout.rim
        place = PictureRect(
            x: layout.flash.x - rim, y: layout.flash.y - rim, width: layout.flash.width + 2 * rim,
            height: layout.flash.height + 2 * rim)
        dark = Self.tile(place, rim, isLit: false, format)
        lit = Self.tile(place, rim, isLit: true, format)
    }

    func draw(isLit: Bool, on canvas: SceneCanvas) {
        canvas.blit(SceneCanvas(isLit ? lit : dark), x: place.x, y: place.y)
    }

    private static func tile(_ place: PictureRect, _ rim: Int, isLit: Bool, _ format: PictureFormat) -> PictureBuffer {
        let surface = PaintSurface(
            x: place.x, y: place.y, width: place.width, height: place.height,
            of: (format.size.width, format.size.height))
        let scale = surface.scale
        let outer = SIMD4(
            SIMD2(Float(place.x), Float(place.y)) * scale, SIMD2(Float(place.maxX), Float(place.maxY)) * scale)
        let edge = SIMD2(Float(rim), Float(rim)) * scale
        let inner = SIMD4(outer.x + edge.x, outer.y + edge.y, outer.z - edge.x, outer.w - edge.y)
        let center = SIMD2((outer.x + outer.z) / 2, (outer.y + outer.w) / 2)
        // The frame, brushed metal; behind it the glass.
        surface.fill(
            outer, { _ in -100 },
            { point in
                let share = (point.y - outer.y) / (outer.w - outer.y)
                return SIMD3(0.34, 0.31, 0.30) * (1.15 - 0.6 * share)
            })
        let (glass, letters): (SIMD3<Float>, SIMD3<Float>) =
            isLit
            ? (SIMD3(1.0, 0.93, 0.80), SIMD3(0.82, 0.06, 0.08)) : (SIMD3(0.11, 0.07, 0.08), SIMD3(0.36, 0.12, 0.12))
        surface.fill(
            inner, { PaintShape.box($0, inner) },
            { point in
                let away = (point - center) / SIMD2(260, 150)
                return glass * (1.0 - 0.16 * (away * away).sum())
            })
        let line = SIMD4(inner.x + 12, inner.y + 12, inner.z - 12, inner.w - 12)
        surface.fill(
            line, opacity: isLit ? 0.9 : 0.7, { abs(PaintShape.box($0, line, 16)) - 2.5 }, { _ in letters })
        PaintFont.print(
            "ON AIR", around: center, height: 62, weight: 0.2, color: letters, on: surface)
        var small = format
        small.size = place.size
        let buffer = PictureBuffer(format: small)
        let matrix = format.color.matrix
        SceneCanvas(buffer).paint(PictureRect(small.size)) { x, y in
            let pixel = surface.pixels[y * place.width + x]
            return SceneColor(pixel.x * 255, pixel.y * 255, pixel.z * 255, matrix)
        }
        return buffer
    }
}
