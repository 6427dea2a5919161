import Glibc
import OnAirMedia

/// What the back camera sees: products close up on a marble table, a window behind.
enum StudioTable {
    typealias Color = SIMD3<Float>

    /// The colour temperature of its light, in kelvin.
    static let temperature = 5200.0
    /// What a camera focuses on by itself.
    static let subject = 0.45

    private static let wall = 0.95
    private static let table = 0.62
    private static let near = 0.15

    static let marks = [
        StudioMark(point: SensorPoint(x: 0.055, y: 0.42), color: StudioMark.magenta, depth: wall),
        StudioMark(point: SensorPoint(x: 0.653, y: 0.68), color: StudioMark.blue, depth: table),
        StudioMark(point: SensorPoint(x: 0.80, y: 0.82), color: StudioMark.green, depth: subject),
        StudioMark(point: SensorPoint(x: 0.36, y: 0.93), color: StudioMark.magenta, depth: near),
    ]

    static let parts: [StudioPart] = [
        StudioPart(depth: wall, box: nil, paint: { surface, _ in paintRoom(surface) }),
        StudioPart(depth: table, box: SIMD4(0, 250, 1600, 912), paint: { surface, _ in paintTable(surface) }),
        StudioPart(
            depth: table, box: SIMD4(440, 236, 592, 388), motion: .turn, versions: 6,
            paint: { surface, version in
                StudioProducts.pinwheel(
                    SIMD2(516, 312), radius: 72, turn: Float(version) / 6,
                    colors: (Color(0.36, 0.66, 0.72), Color(0.20, 0.44, 0.58)), on: surface)
            }),
        StudioPart(depth: subject, box: SIMD4(90, 180, 1420, 880), paint: { surface, _ in paintSubject(surface) }),
        StudioPart(depth: near, box: SIMD4(380, 600, 1600, 912), paint: { surface, _ in paintNear(surface) }),
    ]

    private static func paintRoom(_ surface: PaintSurface) {
        surface.fill(
            SIMD4(0, 0, 1600, 912), { _ in -100 },
            { point in
                let light = max(0, 1 - PaintShape.length((point - SIMD2(1150, 250)) / SIMD2(1300, 800)))
                return PaintShape.mix(Color(0.36, 0.22, 0.30), Color(0.92, 0.72, 0.60), light)
                    + 0.010 * PaintShape.noise(point * 0.08)
            })
        // A window with a bright sky and hills.
        let pane = SIMD4<Float>(1040, 104, 1540, 520)
        surface.glow(SIMD2(1290, 320), SIMD2(560, 420), Color(0.16, 0.13, 0.08))
        surface.fill(
            pane, { PaintShape.box($0, SIMD4(pane.x - 16, pane.y - 16, pane.z + 16, pane.w + 16), 4) },
            { _ in Color(0.97, 0.93, 0.87) })
        surface.fill(
            pane, { PaintShape.box($0, pane) },
            { point in
                let down = (point.y - pane.y) / (pane.w - pane.y)
                var color = PaintShape.mix(Color(0.62, 0.82, 1.02), Color(1.12, 1.06, 0.94), down * 1.3)
                let cloud = PaintShape.noise(point * SIMD2(0.010, 0.024)) + 0.5 * PaintShape.noise(point * 0.04)
                color += 0.12 * max(0, cloud) * (1 - down)
                let hill = pane.w - 96 - 40 * sin(point.x * 0.011) - 16 * sin(point.x * 0.031 + 1)
                if point.y > hill { color = Color(0.42, 0.58, 0.44) * (1.25 - 0.4 * (point.y - hill) / 120) }
                return color
            })
        for bar in [SIMD4<Float>(1284, 104, 1296, 520), SIMD4<Float>(1040, 296, 1540, 308)] {
            surface.fill(bar, { PaintShape.box($0, bar) }, { _ in Color(0.97, 0.93, 0.87) })
        }
        // Lettering, and a string of small lights.
        PaintFont.print(
            "FRESH FROM THE STUDIO", at: SIMD2(90, 116), height: 32, weight: 0.16, color: Color(1.0, 0.90, 0.74),
            on: surface)
        for index in 0..<9 {
            let share = Float(index) / 8
            let place = SIMD2(60 + 900 * share, 206 + 58 * 4 * share * (1 - share))
            surface.glow(place, SIMD2(46, 46), Color(0.36, 0.26, 0.12))
            surface.fill(
                SIMD4(place - 14, place + 14), { PaintShape.circle($0, place, 9) }, { _ in Color(1.25, 1.12, 0.80) })
        }
        for mark in marks where mark.depth == wall { mark.paint(on: surface) }
    }

    private static func paintTable(_ surface: PaintSurface) {
        // Marble, brighter towards the window.
        surface.fill(
            SIMD4(0, 560, 1600, 912), { 566 - $0.y },
            { point in
                let down = (point.y - 566) / 340
                let flow = PaintShape.noise(SIMD2(point.x * 0.006, point.y * 0.012)) * 2
                let vein = abs(sin(point.x * 0.006 + point.y * 0.022 + flow * 2.2))
                let light = 0.74 + 0.16 * (point.x / 1600) - 0.10 * down
                var color = Color(0.96, 0.94, 0.92) * light
                if vein < 0.05 { color -= Color(0.12, 0.10, 0.08) * (1 - vein / 0.05) }
                color += 0.012 * PaintShape.noise(point * 0.4)
                if point.y < 572 { color += 0.12 }
                return color
            })
        surface.fill(
            SIMD4(506, 306, 530, 560), { PaintShape.line($0, SIMD2(516, 312), SIMD2(518, 540), 4) },
            { _ in Color(0.95, 0.93, 0.90) })
        StudioProducts.plant(
            SIMD2(518, 640), height: 210, pot: Color(0.90, 0.86, 0.80), leaf: Color(0.34, 0.56, 0.36), on: surface)
        for mark in marks where mark.depth == table { mark.paint(on: surface) }
    }

    private static func paintSubject(_ surface: PaintSurface) {
        StudioProducts.bottle(
            SIMD2(268, 812), width: 250, height: 610, glass: Color(0.84, 0.50, 0.34), cap: Color(0.93, 0.82, 0.56),
            label: "AURORA", on: surface)
        PaintFont.print(
            "EAU DE STUDIO", around: SIMD2(268, 640), height: 15, weight: 0.14, color: Color(0.46, 0.26, 0.18),
            on: surface)
        StudioProducts.carton(
            SIMD2(1210, 800), width: 280, height: 470, color: Color(0.22, 0.36, 0.46), band: Color(0.96, 0.74, 0.40),
            lines: ["ON AIR", "COFFEE", "250 G"], on: surface)
        PaintFont.print(
            "WHOLE BEANS", around: SIMD2(1188, 664), height: 20, weight: 0.15, color: Color(0.30, 0.20, 0.12),
            on: surface)
        for mark in marks where mark.depth == subject { mark.paint(on: surface) }
    }

    private static func paintNear(_ surface: PaintSurface) {
        StudioProducts.cup(SIMD2(1464, 880), width: 230, color: Color(0.40, 0.62, 0.60), on: surface)
        let colors = [
            Color(0.94, 0.62, 0.66), Color(0.72, 0.80, 0.54), Color(0.95, 0.80, 0.50), Color(0.68, 0.52, 0.70),
        ]
        for (index, color) in colors.enumerated() {
            macaron(SIMD2(650 + 112 * Float(index), 842 - 18 * Float(index % 2)), color, surface)
        }
        for mark in marks where mark.depth == near { mark.paint(on: surface) }
    }

    private static func macaron(_ center: SIMD2<Float>, _ color: Color, _ surface: PaintSurface) {
        StudioProducts.shadow(center + SIMD2(0, 34), width: 110, on: surface)
        let box = SIMD4(center - 62, center + 62)
        let shell = { (point: SIMD2<Float>) -> Color in
            let away = (point - center) / SIMD2(54, 44)
            return color * (1.02 + 0.16 * away.x - 0.30 * away.y + 0.05 * PaintShape.noise(point * 0.35))
        }
        surface.fill(
            box, { PaintShape.box($0, SIMD4(center.x - 52, center.y + 4, center.x + 52, center.y + 36), 18) },
            { shell($0) * 0.86 })
        surface.fill(
            box, { PaintShape.box($0, SIMD4(center.x - 48, center.y - 4, center.x + 48, center.y + 12), 6) },
            { _ in Color(0.98, 0.94, 0.88) })
        surface.fill(
            box,
            { point in
                max(PaintShape.ellipse(point, center + SIMD2(0, -2), SIMD2(54, 40)), point.y - center.y + 2)
            }, shell)
    }
}
