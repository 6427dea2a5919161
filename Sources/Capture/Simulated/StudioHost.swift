import Glibc

/// The host of the show: head, hair and shoulders, behind the desk.
enum StudioHost {
    typealias Color = SIMD3<Float>

    /// Left, top, right and bottom; it goes on below the picture, for the sway.
    static let box = SIMD4<Float>(70, 170, 600, 912)
    /// Where the eyes are, for the lids.
    static let eyes = SIMD4<Float>(258, 330, 402, 392)

    private static let middle: Float = 330
    private static let skin = Color(0.93, 0.72, 0.59)
    private static let hair = Color(0.27, 0.15, 0.11)
    private static let jacket = Color(0.84, 0.36, 0.30)

    /// Light from the lamp, at the upper right; pores and freckles.
    @inline(__always)
    private static func lit(_ point: SIMD2<Float>) -> Color {
        let center = SIMD2<Float>(middle, 378)
        let away = (point - center) / SIMD2(112, 150)
        let front = max(0.05, 1 - (away * away).sum()).squareRoot()
        let light = 0.45 * away.x - 0.38 * away.y + 0.8 * front
        var color = skin * (0.62 + 0.46 * max(0, light))
        // Warmer in the shade.
        color.x += 0.04 * (1 - front)
        let pores = PaintShape.noise(point * 0.55) * 0.018 + PaintShape.noise(point * 0.17) * 0.012
        color += pores
        for side: Float in [-1, 1] {
            let cheek = (point - SIMD2(middle + side * 52, 410)) / SIMD2(36, 26)
            let blush = max(0, 1 - (cheek * cheek).sum())
            color += Color(0.05, -0.05, -0.04) * blush
            if blush > 0, PaintShape.grain(Int32(point.x / 4), Int32(point.y / 4)) > 0.9 { color -= 0.05 * blush }
        }
        return color
    }

    static func paint(on surface: PaintSurface) {
        backHair(surface)
        body(surface)
        neck(surface)
        head(surface)
        face(surface)
        frontHair(surface)
    }

    private static func strands(_ point: SIMD2<Float>) -> Color {
        let bend = (point.x - middle) * 0.12 + (point.y - 200) * (point.x > middle ? 0.02 : -0.02)
        let strand = PaintShape.noise(SIMD2(bend * 2.4, point.y * 0.012))
        let fine = PaintShape.noise(SIMD2(bend * 7, point.y * 0.02))
        let shine = max(0, 1 - abs((point.y - 262) / 46)) * max(0, 1 - abs((point.x - 372) / 90))
        return hair * (1 + 0.30 * strand + 0.20 * fine) + Color(0.20, 0.13, 0.09) * shine
    }

    private static func backHair(_ surface: PaintSurface) {
        surface.fill(
            SIMD4(190, 190, 470, 620),
            { point in
                let crown = PaintShape.ellipse(point, SIMD2(middle, 336), SIMD2(128, 146))
                let fall = PaintShape.box(point, SIMD4(206, 330, 454, 596), 60)
                return min(crown, fall)
            }, { strands($0) * 0.8 })
    }

    private static func body(_ surface: PaintSurface) {
        surface.fill(
            SIMD4(70, 540, 600, 912),
            { point in
                let shoulders = PaintShape.ellipse(point, SIMD2(middle, 800), SIMD2(244, 222))
                let trapeze = PaintShape.ellipse(point, SIMD2(middle, 640), SIMD2(118, 96))
                return min(shoulders, trapeze)
            },
            { point in
                let away = (point.x - middle) / 232
                let weave = 0.035 * PaintShape.noise(point * 0.6) + 0.02 * sin(point.x * 0.9) * sin(point.y * 0.9)
                let fold = 0.05 * PaintShape.noise(SIMD2(point.x * 0.03, point.y * 0.008))
                return jacket * (0.92 + 0.18 * away - 0.35 * away * away + weave + fold)
            })
        // A blouse in the neckline, and lapels.
        surface.fill(
            SIMD4(262, 560, 398, 800),
            { PaintShape.triangle($0, SIMD2(262, 548), SIMD2(398, 548), SIMD2(middle, 792)) },
            { Color(0.96, 0.94, 0.90) * (0.88 + 0.04 * PaintShape.noise($0 * 0.08)) })
        for side: Float in [-1, 1] {
            let (a, b, c) = (
                SIMD2(middle + side * 70, 556), SIMD2(middle + side * 128, 640), SIMD2(middle + side * 2, 800)
            )
            surface.fill(
                SIMD4(180, 550, 480, 810),
                { side > 0 ? PaintShape.triangle($0, a, b, c) : PaintShape.triangle($0, a, c, b) },
                { jacket * (side > 0 ? 1.10 : 0.86) + 0.03 * PaintShape.noise($0 * 0.6) })
        }
        // A microphone on the lapel.
        surface.fill(
            SIMD4(380, 650, 420, 720), { PaintShape.line($0, SIMD2(392, 668), SIMD2(396, 690), 8) },
            { Color(0.10, 0.10, 0.12) + 0.25 * max(0, ($0.x - 394) / 8) })
    }

    private static func neck(_ surface: PaintSurface) {
        surface.fill(
            SIMD4(278, 440, 382, 640),
            { point in
                let column = PaintShape.box(point, SIMD4(288, 430, 372, 590), 20)
                let chest = PaintShape.triangle(point, SIMD2(272, 560), SIMD2(388, 560), SIMD2(middle, 650))
                return min(column, chest)
            },
            { point in
                // The chin's shadow.
                let shadow = max(0, 1 - (point.y - 478) / 80) * 0.30
                let side = (point.x - middle) / 60
                return skin * (0.86 + 0.12 * side - shadow) + 0.012 * PaintShape.noise(point * 0.5)
            })
    }

    private static func head(_ surface: PaintSurface) {
        for side: Float in [-1, 1] {
            let ear = SIMD2(middle + side * 96, 388)
            surface.fill(
                SIMD4(ear - 40, ear + 40), { PaintShape.ellipse($0, ear, SIMD2(15, 27)) },
                { lit($0) * (side > 0 ? 0.98 : 0.85) })
            let ring = SIMD2(middle + side * 98, 424)
            surface.fill(
                SIMD4(ring - 16, ring + 16), { PaintShape.circle($0, ring, 8) },
                { Color(0.95, 0.78, 0.36) * (0.85 + 0.02 * ($0.x - ring.x)) })
        }
        surface.fill(
            SIMD4(220, 240, 440, 510),
            { point in
                let skull = PaintShape.ellipse(point, SIMD2(middle, 358), SIMD2(98, 112))
                let jaw = PaintShape.ellipse(point, SIMD2(middle, 408), SIMD2(78, 92))
                return min(skull, jaw)
            }, { lit($0) })
    }

    private static func face(_ surface: PaintSurface) {
        for side: Float in [-1, 1] {
            let eye = SIMD2(middle + side * 40, 364)
            let box = SIMD4(eye - 34, eye + 34)
            // The socket, white, iris, pupil, light in the eye, and lashes.
            surface.fill(
                box, opacity: 0.22, blur: 12, { PaintShape.ellipse($0, eye - SIMD2(0, 6), SIMD2(22, 14)) },
                { _ in Color(0.45, 0.22, 0.16) })
            let white = { (point: SIMD2<Float>) in
                max(
                    PaintShape.circle(point, eye + SIMD2(0, 12), 25),
                    PaintShape.circle(point, eye - SIMD2(0, 13), 25))
            }
            surface.fill(box, white, { Color(0.97, 0.96, 0.94) * (0.86 + 0.008 * ($0.y - eye.y + 8)) })
            let iris = eye + SIMD2(2, 0)
            surface.fill(
                box, { max(white($0), PaintShape.circle($0, iris, 10.5)) },
                { point in
                    let away = PaintShape.length(point - iris) / 10.5
                    let ray = 0.15 * PaintShape.noise((point - iris) * 0.9)
                    return Color(0.28, 0.42, 0.30) * (1.25 - 0.7 * away * away + ray)
                })
            surface.fill(
                box, { max(white($0), PaintShape.circle($0, iris, 5)) }, { _ in Color(0.05, 0.04, 0.04) })
            surface.fill(
                box, { PaintShape.circle($0, iris + SIMD2(4, -4), 2.8) }, { _ in Color(1, 1, 1) })
            surface.fill(
                box,
                { point in
                    max(
                        abs(PaintShape.circle(point, eye + SIMD2(0, 12), 26)) - 2.4,
                        point.y - eye.y + 0.5)
                }, { _ in Color(0.13, 0.07, 0.06) })
            let brow = SIMD2(middle + side * 41, 362)
            surface.fill(
                SIMD4(brow - 46, brow + 46),
                { point in
                    let arc =
                        abs(PaintShape.circle(point, brow + SIMD2(0, 10), 43)) - 4.2 + abs(point.x - brow.x) * 0.05
                    return max(arc, max(abs(point.x - brow.x) - 30, point.y - brow.y))
                }, { hair * (0.95 + 0.2 * PaintShape.noise($0 * 0.5)) })
        }
        // The nose: a shadow at its left, its underside, light on the tip.
        surface.fill(
            SIMD4(300, 370, 345, 436), opacity: 0.16, blur: 9,
            { PaintShape.line($0, SIMD2(322, 372), SIMD2(314, 420), 4) }, { _ in Color(0.5, 0.22, 0.16) })
        surface.fill(
            SIMD4(304, 412, 356, 440), opacity: 0.5, blur: 5,
            { PaintShape.ellipse($0, SIMD2(middle, 428), SIMD2(17, 5)) }, { _ in Color(0.66, 0.36, 0.28) })
        surface.glow(SIMD2(335, 412), SIMD2(12, 16), Color(0.16, 0.14, 0.12))
        surface.glow(SIMD2(372, 300), SIMD2(60, 40), Color(0.06, 0.05, 0.04))
        mouth(surface)
    }

    private static func mouth(_ surface: PaintSurface) {
        let box = SIMD4<Float>(280, 432, 380, 486)
        // A smile: between two bows that meet in the corners.
        let smile = { (point: SIMD2<Float>, upper: Float, lower: Float) in
            let across = (point.x - middle) / 38
            let (top, bottom) = (448 + upper * (1 - across * across), 448 + lower * (1 - across * across))
            return max(max(top - point.y, point.y - bottom) * 0.9, abs(point.x - middle) - 38)
        }
        surface.fill(
            box, { smile($0, -1, 26) },
            { Color(0.76, 0.26, 0.28) * (1 + 0.12 * PaintShape.noise(SIMD2($0.x * 0.3, $0.y * 0.1))) })
        surface.fill(box, { smile($0, 4, 19) }, { _ in Color(0.42, 0.10, 0.12) })
        surface.fill(
            box, { smile($0, 4, 14) },
            { point in
                let tooth = abs((point.x / 8).truncatingRemainder(dividingBy: 1) - 0.5)
                return Color(0.98, 0.97, 0.94) * (tooth > 0.46 ? 0.9 : 1)
            })
        surface.glow(SIMD2(338, 470), SIMD2(16, 5), Color(0.16, 0.12, 0.12))
    }

    private static func frontHair(_ surface: PaintSurface) {
        surface.fill(
            SIMD4(204, 190, 456, 420),
            { point in
                let crown = PaintShape.ellipse(point, SIMD2(middle, 318), SIMD2(122, 122))
                let brow = PaintShape.ellipse(point, SIMD2(347, 396), SIMD2(77, 118))
                let cut = PaintShape.ellipse(point, SIMD2(304, 420), SIMD2(72, 108))
                return max(crown, max(-brow, -cut))
            }, { strands($0) })
        // Locks in front of the ears.
        for side: Float in [-1, 1] {
            surface.fill(
                SIMD4(190, 330, 470, 610),
                { point in
                    let outer = PaintShape.ellipse(point, SIMD2(middle + side * 104, 460), SIMD2(34, 150))
                    return max(outer, side * (middle + side * 82 - point.x))
                }, { strands($0) * (side > 0 ? 1.05 : 0.9) })
        }
    }

    /// The lids, closed, over the open eyes.
    static func paintLids(on surface: PaintSurface) {
        for side: Float in [-1, 1] {
            let eye = SIMD2(middle + side * 40, 364)
            let box = SIMD4(eye - 32, eye + 32)
            let lid = { (point: SIMD2<Float>) in
                max(
                    PaintShape.circle(point, eye + SIMD2(0, 12), 28),
                    PaintShape.circle(point, eye - SIMD2(0, 13), 28))
            }
            surface.fill(box, lid, { lit($0) * 0.93 })
            surface.fill(
                box, { max(abs(PaintShape.circle($0, eye - SIMD2(0, 15), 26)) - 2.2, eye.y - 3 - $0.y) },
                { _ in Color(0.13, 0.07, 0.06) })
        }
    }
}
