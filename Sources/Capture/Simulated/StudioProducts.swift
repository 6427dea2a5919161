import Glibc

/// What stands on the shelves and the table, each painted with its foot at a place.
enum StudioProducts {
    typealias Color = SIMD3<Float>

    /// Light from the upper right on something round: brighter at `share` 0.62 of its width, darker to the sides.
    @inline(__always)
    private static func round(_ share: Float) -> Float {
        let away = share - 0.60
        return 1.12 - 1.5 * away * away - (share < 0.08 ? (0.08 - share) * 2 : 0)
    }

    /// A soft shadow under something that stands at `foot`.
    static func shadow(_ foot: SIMD2<Float>, width: Float, on surface: PaintSurface, opacity: Float = 0.35) {
        let radius = SIMD2(width * 0.62, max(6, width * 0.09))
        surface.fill(
            SIMD4(foot - radius, foot + radius), opacity: opacity, blur: radius.y,
            { PaintShape.ellipse($0, foot, radius * SIMD2(0.85, 0.5)) }, { _ in Color(0.05, 0.03, 0.04) })
    }

    /// A bottle with a neck, cap and label.
    static func bottle(
        _ foot: SIMD2<Float>, width: Float, height: Float, glass: Color, cap: Color, label: String,
        on surface: PaintSurface
    ) {
        shadow(foot, width: width, on: surface)
        let (left, right) = (foot.x - width / 2, foot.x + width / 2)
        let shoulder = foot.y - height * 0.68
        let neck = width * 0.17
        let box = SIMD4(left, foot.y - height, right, foot.y)
        surface.fill(
            box,
            { point in
                let body = PaintShape.box(point, SIMD4(left, shoulder, right, foot.y), width * 0.2)
                let throat = PaintShape.box(
                    point, SIMD4(foot.x - neck, foot.y - height * 0.9, foot.x + neck, shoulder + width * 0.3), 3)
                return min(body, throat)
            },
            { point in
                let share = (point.x - left) / width
                var color = glass * round(share)
                // A window's reflection along the left side, and light through the glass near the foot.
                if share > 0.13, share < 0.2 { color += 0.22 }
                color += Color(0.10, 0.08, 0.05) * max(0, 1 - (foot.y - point.y) / (height * 0.25))
                return color
            })
        surface.fill(
            box,
            {
                PaintShape.box(
                    $0,
                    SIMD4(foot.x - neck * 1.35, foot.y - height, foot.x + neck * 1.35, foot.y - height * 0.86), 4)
            },
            { cap * round(($0.x - foot.x) / (neck * 2.7) + 0.5) })
        let paper = SIMD4(left + width * 0.06, foot.y - height * 0.5, right - width * 0.06, foot.y - height * 0.14)
        surface.fill(
            box, { PaintShape.box($0, paper, 3) },
            { Color(0.97, 0.94, 0.86) * (0.25 + 0.75 * round(($0.x - left) / width)) })
        let text = min(height * 0.11, width * 0.9 / (Float(max(1, label.count)) * 1.0))
        PaintFont.print(
            label, around: SIMD2(foot.x, foot.y - height * 0.36), height: text, color: glass * 0.55, on: surface)
        for line in 0..<2 {
            let y = foot.y - height * (0.25 - 0.05 * Float(line))
            surface.fill(
                box, opacity: 0.6,
                { PaintShape.box($0, SIMD4(left + width * 0.2, y, right - width * 0.2, y + height * 0.014)) },
                { _ in glass * 0.7 })
        }
    }

    /// A printed box with a side in shadow.
    static func carton(
        _ foot: SIMD2<Float>, width: Float, height: Float, color: Color, band: Color, lines: [String],
        on surface: PaintSurface
    ) {
        shadow(foot, width: width, on: surface)
        let (left, right, top) = (foot.x - width / 2, foot.x + width / 2, foot.y - height)
        let box = SIMD4(left, top, right, foot.y)
        let edge = right - width * 0.16
        surface.fill(
            box, { PaintShape.box($0, box, 2) },
            { point in
                let card = 0.02 * PaintShape.noise(point * 0.35)
                let light = 1.06 - 0.16 * (point.y - top) / height + card
                return color * (point.x > edge ? 0.72 * light : light)
            })
        let stripe = SIMD4(left, top + height * 0.62, right, top + height * 0.8)
        surface.fill(
            box, { PaintShape.box($0, stripe) }, { band * ($0.x > edge ? 0.72 : 1) })
        let size = min(height * 0.15, width * 0.72 / (Float(lines.map(\.count).max() ?? 1) * 0.95))
        for (index, line) in lines.enumerated() {
            PaintFont.print(
                line, around: SIMD2((left + edge) / 2, top + height * 0.2 + Float(index) * size * 1.55), height: size,
                weight: 0.17, color: Color(0.99, 0.97, 0.92), on: surface)
        }
    }

    /// A jar with a lid, full of something grainy.
    static func jar(
        _ foot: SIMD2<Float>, width: Float, height: Float, filling: Color, lid: Color, on surface: PaintSurface
    ) {
        shadow(foot, width: width, on: surface)
        let (left, right, top) = (foot.x - width / 2, foot.x + width / 2, foot.y - height)
        let box = SIMD4(left, top, right, foot.y)
        let glass = SIMD4(left, top + height * 0.12, right, foot.y)
        surface.fill(
            box, { PaintShape.box($0, glass, width * 0.16) },
            { point in
                let share = (point.x - left) / width
                let level = top + height * 0.34
                var color =
                    point.y > level
                    ? filling * (1 + 0.22 * PaintShape.noise(point * 0.22)) : Color(0.72, 0.78, 0.78)
                color *= round(share)
                if share > 0.8, share < 0.87 { color += 0.18 }
                return color
            })
        surface.fill(
            box, { PaintShape.box($0, SIMD4(left + width * 0.04, top, right - width * 0.04, top + height * 0.16), 4) },
            { lid * round(($0.x - left) / width) })
    }

    /// Books, seen from their backs.
    static func books(
        _ foot: SIMD2<Float>, _ books: [(width: Float, height: Float, color: Color)], on surface: PaintSurface
    ) {
        var left = foot.x
        for book in books {
            let box = SIMD4(left, foot.y - book.height, left + book.width - 1.5, foot.y)
            surface.fill(
                box, { PaintShape.box($0, box, 2) },
                { point in
                    let share = (point.x - box.x) / book.width
                    let up = (foot.y - point.y) / book.height
                    var color = book.color * (0.75 + 0.35 * sin(.pi * share))
                    if abs(up - 0.82) < 0.02 || abs(up - 0.16) < 0.02 { color = Color(0.92, 0.80, 0.50) }
                    return color
                })
            left += book.width
        }
    }

    /// A plant in a pot.
    static func plant(_ foot: SIMD2<Float>, height: Float, pot: Color, leaf: Color, on surface: PaintSurface) {
        let potHeight = height * 0.36
        shadow(foot, width: potHeight, on: surface)
        for index in 0..<9 {
            let turn = (Float(index) - 4) * 0.27
            let root = foot - SIMD2(0, potHeight * 0.9)
            let reach = height * (0.62 - 0.05 * abs(Float(index) - 4))
            let tip = root + SIMD2(sin(turn), -cos(turn)) * reach
            let middle = (root + tip) / 2 + SIMD2(0, -height * 0.03)
            let along = (tip - root) / reach
            let across = SIMD2(-along.y, along.x)
            let box = SIMD4(
                min(root.x, tip.x) - height * 0.1, tip.y - height * 0.1, max(root.x, tip.x) + height * 0.1, root.y)
            surface.fill(
                box,
                { point in
                    let p = point - middle
                    return PaintShape.ellipse(
                        SIMD2((p * along).sum(), (p * across).sum()), .zero, SIMD2(reach * 0.5, height * 0.06))
                },
                { point in
                    let p = point - middle
                    let across = (p * across).sum()
                    let vein: Float = abs(across) < height * 0.006 ? 0.16 : 0
                    return leaf * (0.85 + 0.08 * Float(index % 3) - across / height * 2) + vein
                })
        }
        let (wide, narrow) = (potHeight * 0.56, potHeight * 0.42)
        let box = SIMD4(foot.x - wide, foot.y - potHeight, foot.x + wide, foot.y)
        surface.fill(
            box,
            { point in
                let down = (point.y - box.y) / potHeight
                let half = wide + (narrow - wide) * down
                return max(abs(point.x - foot.x) - half, max(box.y - point.y, point.y - foot.y))
            },
            { point in
                let share = (point.x - box.x) / (2 * wide)
                return pot * round(share) * (point.y < box.y + potHeight * 0.18 ? 1.12 : 1)
            })
    }

    /// A cup with a handle and a rim.
    static func cup(_ foot: SIMD2<Float>, width: Float, color: Color, on surface: PaintSurface) {
        let height = width * 0.82
        shadow(foot, width: width * 1.1, on: surface)
        let (left, right, top) = (foot.x - width / 2, foot.x + width / 2, foot.y - height)
        let ear = SIMD2(right + width * 0.02, top + height * 0.48)
        surface.fill(
            SIMD4(ear - width * 0.3, ear + width * 0.3),
            { abs(PaintShape.ellipse($0, ear, SIMD2(width * 0.2, width * 0.23))) - width * 0.045 },
            { color * (0.8 + 0.3 * ($0.x - ear.x) / width) })
        surface.fill(
            SIMD4(left, top, right, foot.y),
            { point in
                let down = (point.y - top) / height
                let half = width / 2 * (1 - 0.28 * down * down)
                return max(abs(point.x - foot.x) - half, max(top - point.y, point.y - foot.y))
            },
            { point in
                let share = (point.x - left) / width
                let band = abs((point.y - top) / height - 0.5) < 0.08 ? Color(0.95, 0.88, 0.72) : color
                return band * round(share)
            })
        let rim = SIMD2(foot.x, top)
        let radius = SIMD2(width / 2, width * 0.11)
        surface.fill(SIMD4(rim - radius, rim + radius), { PaintShape.ellipse($0, rim, radius) }, { _ in color * 1.15 })
        surface.fill(
            SIMD4(rim - radius, rim + radius), { PaintShape.ellipse($0, rim, radius * SIMD2(0.9, 0.8)) },
            { Color(0.24, 0.13, 0.08) * (1 + 0.5 * ($0.x - left) / width) })
    }

    /// A pinwheel of four sails, turned by `turn` quarters, at `hub`.
    static func pinwheel(
        _ hub: SIMD2<Float>, radius: Float, turn: Float, colors: (Color, Color), on surface: PaintSurface
    ) {
        let box = SIMD4(hub - radius - 2, hub + radius + 2)
        for sail in 0..<4 {
            let angle = (Float(sail) + turn) * .pi / 2
            let (along, across) = (SIMD2(cos(angle), sin(angle)), SIMD2(-sin(angle), cos(angle)))
            let tip = hub + along * radius
            let fold = hub + along * radius * 0.62 + across * radius * 0.52
            surface.fill(
                box, { PaintShape.triangle($0, hub, tip, fold) },
                { point in
                    colors.0 * (0.82 + 0.3 * PaintShape.length(point - hub) / radius)
                })
            let middle = hub + along * radius * 0.5
            surface.fill(box, { PaintShape.triangle($0, hub, middle, fold) }, { _ in colors.1 })
        }
        surface.fill(box, { PaintShape.circle($0, hub, radius * 0.1) }, { _ in Color(0.98, 0.86, 0.45) })
    }
}
