import Glibc
import OnAirMedia

/// What the front camera sees: the host behind a desk, shelves with products, a lamp over the sign.
enum StudioShow {
    typealias Color = SIMD3<Float>

    /// The colour temperature of its light, in kelvin.
    static let temperature = 3800.0
    /// What a camera focuses on by itself.
    static let subject = 0.45

    private static let wall = 0.95
    private static let shelf = 0.75
    private static let desk = 0.15

    static let marks = [
        StudioMark(point: SensorPoint(x: 0.39, y: 0.33), color: StudioMark.magenta, depth: wall),
        StudioMark(point: SensorPoint(x: 0.70, y: 0.54), color: StudioMark.green, depth: shelf),
        StudioMark(point: SensorPoint(x: 0.04, y: 0.30), color: StudioMark.blue, depth: wall),
        StudioMark(point: SensorPoint(x: 0.30, y: 0.955), color: StudioMark.magenta, depth: desk),
    ]

    static let parts: [StudioPart] = [
        StudioPart(depth: wall, box: nil, paint: { surface, _ in paintWall(surface) }),
        StudioPart(
            depth: shelf, box: SIMD4(1030, 100, 1580, 830), paint: { surface, _ in paintShelves(surface) }),
        StudioPart(
            depth: subject, box: StudioHost.box, motion: .sway, paint: { surface, _ in StudioHost.paint(on: surface) }),
        StudioPart(
            depth: subject, box: StudioHost.eyes, motion: .blink,
            paint: { surface, _ in StudioHost.paintLids(on: surface) }),
        StudioPart(depth: desk, box: SIMD4(0, 640, 1600, 912), paint: { surface, _ in paintDesk(surface) }),
        StudioPart(
            depth: desk, box: SIMD4(996, 596, 1124, 724), motion: .turn, versions: 6,
            paint: { surface, version in
                StudioProducts.pinwheel(
                    SIMD2(1060, 660), radius: 60, turn: Float(version) / 6,
                    colors: (Color(0.98, 0.72, 0.22), Color(0.93, 0.42, 0.20)), on: surface)
            }),
    ]

    private static let lamp = SIMD2<Float>(800, 268)

    private static func paintWall(_ surface: PaintSurface) {
        let all = SIMD4<Float>(0, 0, 1600, 912)
        surface.fill(
            all, { _ in -100 },
            { point in
                // Paint in the lamp's light: warm near it, cool and dark in the corners.
                let away = (point - SIMD2(800, 300)) / SIMD2(1050, 760)
                let light = max(0, 1 - (away * away).sum())
                var color = PaintShape.mix(Color(0.13, 0.24, 0.29), Color(0.42, 0.58, 0.57), light)
                color += Color(0.10, 0.05, -0.01) * light * light
                color += 0.010 * PaintShape.noise(point * 0.09) + 0.008 * PaintShape.noise(point * 0.5)
                // Panelling below.
                if point.y > 640 {
                    let groove = abs((point.x / 80).truncatingRemainder(dividingBy: 1) - 0.5)
                    color *= groove > 0.475 ? 0.72 : 0.90
                }
                if abs(point.y - 640) < 7 { color *= point.y < 638 ? 1.25 : 0.8 }
                return color
            })
        PaintFont.print(
            "THE DAILY SHOP", at: SIMD2(66, 113), height: 40, weight: 0.16, color: Color(0.97, 0.86, 0.62), on: surface)
        // A framed print between the host and the sign.
        frame(SIMD4(478, 190, 580, 330), surface)
        // The lamp: its light on the wall, cord, shade, bulb.
        surface.glow(lamp + SIMD2(0, 40), SIMD2(430, 330), Color(0.34, 0.24, 0.11))
        surface.fill(
            SIMD4(790, 60, 810, 200), { PaintShape.line($0, SIMD2(800, 60), SIMD2(800, 200), 2.2) },
            { _ in Color(0.08, 0.08, 0.09) })
        surface.fill(
            SIMD4(690, 180, 910, 272),
            { max(PaintShape.ellipse($0, SIMD2(800, 268), SIMD2(104, 82)), $0.y - 266) },
            { point in
                let share = (point.x - 800) / 104
                return Color(0.93, 0.66, 0.22) * (0.92 + 0.22 * share - 0.35 * share * share)
            })
        surface.fill(
            SIMD4(784, 176, 816, 200), { PaintShape.box($0, SIMD4(788, 178, 812, 198), 4) },
            { _ in Color(0.30, 0.22, 0.12) })
        surface.fill(
            SIMD4(690, 250, 910, 284), { PaintShape.ellipse($0, SIMD2(800, 267), SIMD2(102, 12)) },
            { _ in Color(1.20, 1.10, 0.82) })
        surface.fill(
            SIMD4(760, 256, 840, 304), { PaintShape.circle($0, SIMD2(800, 276), 22) },
            { _ in Color(1.26, 1.22, 1.08) })
        for mark in marks where mark.depth == wall { mark.paint(on: surface) }
    }

    private static func frame(_ box: SIMD4<Float>, _ surface: PaintSurface) {
        surface.fill(
            box, opacity: 0.4, blur: 16, { PaintShape.box($0 - SIMD2(-6, 8), box, 2) }, { _ in Color(0, 0.02, 0.03) })
        surface.fill(box, { PaintShape.box($0, box, 2) }, { _ in Color(0.86, 0.70, 0.46) })
        let paper = SIMD4(box.x + 7, box.y + 7, box.z - 7, box.w - 7)
        surface.fill(
            paper, { PaintShape.box($0, paper) },
            { point in PaintShape.mix(Color(0.98, 0.80, 0.58), Color(0.93, 0.46, 0.38), (point.y - box.y) / 130) })
        let sun = SIMD2((box.x + box.z) / 2, box.y + 58)
        surface.fill(
            paper, { max(PaintShape.circle($0, sun, 26), PaintShape.box($0, paper)) }, { _ in Color(1.0, 0.94, 0.78) })
        surface.fill(
            paper,
            { max(PaintShape.box($0, paper), box.y + 92 + 12 * sin($0.x * 0.09) - $0.y) },
            { Color(0.20, 0.36, 0.44) * (1.3 - ($0.y - box.y) / 260) })
    }

    private static func paintShelves(_ surface: PaintSurface) {
        let (left, right) = (Float(1044), Float(1566))
        let back = SIMD4(left, 118, right, 806)
        surface.fill(
            back, { PaintShape.box($0, back, 4) },
            { point in
                let depth = Color(0.20, 0.15, 0.13)
                // Strips of light under each board.
                let under = (point.y - 132).truncatingRemainder(dividingBy: 166) / 166
                return depth + Color(0.34, 0.24, 0.13) * max(0, 1 - under * 1.25)
                    + 0.012 * PaintShape.noise(SIMD2(point.x * 0.12, point.y * 0.5))
            })
        let feet: [Float] = [284, 450, 616, 782]
        StudioProducts.bottle(
            SIMD2(1110, feet[0]), width: 58, height: 134, glass: Color(0.20, 0.46, 0.42), cap: Color(0.85, 0.72, 0.42),
            label: "OIL", on: surface)
        StudioProducts.bottle(
            SIMD2(1180, feet[0]), width: 50, height: 118, glass: Color(0.62, 0.28, 0.16), cap: Color(0.16, 0.13, 0.12),
            label: "RUM", on: surface)
        StudioProducts.jar(
            SIMD2(1258, feet[0]), width: 72, height: 92, filling: Color(0.86, 0.56, 0.20), lid: Color(0.85, 0.78, 0.66),
            on: surface)
        StudioProducts.plant(
            SIMD2(1360, feet[0]), height: 132, pot: Color(0.93, 0.90, 0.84), leaf: Color(0.30, 0.55, 0.30), on: surface)
        StudioProducts.carton(
            SIMD2(1480, feet[0]), width: 112, height: 116, color: Color(0.24, 0.40, 0.58),
            band: Color(0.94, 0.76, 0.36),
            lines: ["DARK", "ROAST"], on: surface)
        StudioProducts.carton(
            SIMD2(1118, feet[1]), width: 96, height: 122, color: Color(0.78, 0.30, 0.28), band: Color(0.96, 0.84, 0.60),
            lines: ["GREEN", "TEA"], on: surface)
        StudioProducts.carton(
            SIMD2(1222, feet[1]), width: 96, height: 106, color: Color(0.36, 0.52, 0.36), band: Color(0.95, 0.90, 0.78),
            lines: ["MINT", "TEA"], on: surface)
        StudioProducts.jar(
            SIMD2(1322, feet[1]), width: 76, height: 104, filling: Color(0.66, 0.18, 0.22),
            lid: Color(0.82, 0.66, 0.34),
            on: surface)
        StudioProducts.jar(
            SIMD2(1408, feet[1]), width: 76, height: 104, filling: Color(0.90, 0.70, 0.28),
            lid: Color(0.82, 0.66, 0.34),
            on: surface)
        StudioProducts.bottle(
            SIMD2(1500, feet[1]), width: 70, height: 134, glass: Color(0.36, 0.24, 0.44), cap: Color(0.86, 0.80, 0.72),
            label: "PLUM", on: surface)
        StudioProducts.books(
            SIMD2(1074, feet[2]),
            [
                (24, 118, Color(0.72, 0.26, 0.22)), (30, 126, Color(0.20, 0.36, 0.42)),
                (20, 108, Color(0.88, 0.74, 0.44)),
                (34, 122, Color(0.32, 0.44, 0.30)), (24, 114, Color(0.86, 0.84, 0.78)),
                (28, 128, Color(0.46, 0.22, 0.34)),
            ], on: surface)
        StudioProducts.cup(SIMD2(1300, feet[2]), width: 78, color: Color(0.92, 0.90, 0.86), on: surface)
        StudioProducts.cup(SIMD2(1400, feet[2]), width: 78, color: Color(0.36, 0.60, 0.62), on: surface)
        StudioProducts.cup(SIMD2(1500, feet[2]), width: 78, color: Color(0.90, 0.56, 0.42), on: surface)
        StudioProducts.plant(
            SIMD2(1150, feet[3]), height: 140, pot: Color(0.82, 0.46, 0.30), leaf: Color(0.42, 0.60, 0.34), on: surface)
        StudioProducts.carton(
            SIMD2(1300, feet[3]), width: 150, height: 96, color: Color(0.92, 0.62, 0.28), band: Color(0.98, 0.92, 0.80),
            lines: ["NEW 9.90"], on: surface)
        StudioProducts.bottle(
            SIMD2(1430, feet[3]), width: 56, height: 130, glass: Color(0.60, 0.66, 0.34), cap: Color(0.22, 0.20, 0.18),
            label: "SOAP", on: surface)
        StudioProducts.bottle(
            SIMD2(1506, feet[3]), width: 56, height: 122, glass: Color(0.78, 0.50, 0.52), cap: Color(0.94, 0.90, 0.86),
            label: "ROSE", on: surface)
        for foot in feet {
            let board = SIMD4(left, foot, right, foot + 15)
            surface.fill(board, { PaintShape.box($0, board, 2) }, { wood($0, Color(0.66, 0.44, 0.26)) })
        }
        for (from, to) in [(left - 10, left + 6), (right - 6, right + 10), (left - 10, right + 10)] {
            let post = to - from > 100 ? SIMD4(from, 106, to, 124) : SIMD4(from, 106, to, 812)
            surface.fill(post, { PaintShape.box($0, post, 3) }, { wood($0, Color(0.58, 0.37, 0.21)) })
        }
        for mark in marks where mark.depth == shelf { mark.paint(on: surface) }
    }

    @inline(__always)
    private static func wood(_ point: SIMD2<Float>, _ color: Color) -> Color {
        let ring = PaintShape.noise(SIMD2(point.x * 0.012, point.y * 0.16))
        let fibre = PaintShape.noise(SIMD2(point.x * 0.06, point.y * 0.7))
        return color * (1 + 0.13 * ring + 0.06 * fibre)
    }

    private static func paintDesk(_ surface: PaintSurface) {
        let top = SIMD4<Float>(-20, 806, 1620, 940)
        surface.fill(
            top, { PaintShape.box($0, top) },
            { point in
                let down = (point.y - 806) / 94
                let away = (point.x - 800) / 900
                var color = wood(point, Color(0.58, 0.37, 0.24)) * (1.05 - 0.25 * down - 0.22 * away * away)
                if point.y < 812 { color *= 1.25 }
                return color
            })
        // The pinwheel's stick and pot.
        surface.fill(
            SIMD4(1050, 655, 1072, 830), { PaintShape.line($0, SIMD2(1060, 660), SIMD2(1063, 820), 3.4) },
            { _ in Color(0.93, 0.90, 0.84) })
        StudioProducts.jar(
            SIMD2(1063, 852), width: 84, height: 84, filling: Color(0.78, 0.72, 0.62), lid: Color(0.34, 0.50, 0.52),
            on: surface)
        StudioProducts.carton(
            SIMD2(700, 850), width: 128, height: 152, color: Color(0.16, 0.44, 0.50), band: Color(0.97, 0.80, 0.40),
            lines: ["ON AIR", "COFFEE"], on: surface)
        StudioProducts.cup(SIMD2(838, 856), width: 104, color: Color(0.94, 0.92, 0.88), on: surface)
        StudioProducts.bottle(
            SIMD2(948, 850), width: 66, height: 158, glass: Color(0.74, 0.34, 0.42), cap: Color(0.95, 0.86, 0.58),
            label: "ROSE", on: surface)
        for mark in marks where mark.depth == desk { mark.paint(on: surface) }
    }
}
