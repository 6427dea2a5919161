import OnAirBeauty
import Testing

/// What is smoothed and what stays, on pictures, at the most the strong family does: smooth 1, whiten and ruddy 0.
@Suite("Skin smoothing on pictures")
struct SkinQualityTests {
    private static let full = SkinSmoothing(family: .strong, smooth: 1, whiten: 0, ruddy: 0)
    // Of the astronaut, 512x512: left, top, right and bottom of boxes, the last two not included.
    private static let cheeks = [box(188, 113, 203, 126), box(246, 115, 260, 130)]
    private static let eyes = [box(189, 94, 213, 107), box(235, 96, 260, 110)]
    private static let mouth = box(200, 132, 245, 152)
    /// The mission's patch, the name on the chest and the stars of the flag.
    private static let letters = [box(133, 346, 210, 424), box(278, 340, 328, 378), box(0, 0, 60, 150)]
    private static let walls = [box(110, 0, 150, 140), box(310, 20, 350, 140)]

    private static func box(_ left: Int, _ top: Int, _ right: Int, _ bottom: Int) -> PictureRect {
        PictureRect(x: left, y: top, width: right - left, height: bottom - top)
    }

    @Test("Cheeks become smooth; eyes, letters and walls stay", arguments: [ColorDescription.Matrix.bt601, .bt709])
    func portrait(matrix: ColorDescription.Matrix) throws {
        let picture = try SkinPicture(file: "astronaut", matrix: matrix)
        let (before, after) = (picture.luma, picture.filtered(Self.full).luma)
        for cheek in Self.cheeks { #expect(after.texture(cheek) / before.texture(cheek) <= 0.46) }
        for eye in Self.eyes { #expect(after.edges(eye) / before.edges(eye) >= 0.92) }
        for text in Self.letters { #expect(after.edges(text) / before.edges(text) >= 0.97) }
        for wall in Self.walls { #expect(after.likeness(to: before, wall) >= 55) }
    }

    @Test(
        "So they do in the dark: codes of luma above black, and of chroma from grey, times 0.7 to 0.3",
        arguments: [0.7, 0.5, 0.3])
    func dark(light: Double) throws {
        var picture = try SkinPicture(file: "astronaut")
        for (plane, zero) in [16.0, 128, 128].enumerated() {
            picture.planes[plane] = picture.planes[plane].map { UInt8((zero + (Double($0) - zero) * light).rounded()) }
        }
        let (before, after) = (picture.luma, picture.filtered(Self.full).luma)
        for cheek in Self.cheeks { #expect(after.texture(cheek) / before.texture(cheek) <= 0.5) }
        for eye in Self.eyes { #expect(after.edges(eye) / before.edges(eye) >= 0.93) }
        #expect(after.edges(Self.mouth) / before.edges(Self.mouth) >= 0.8)
        for text in Self.letters { #expect(after.edges(text) / before.edges(text) >= 0.95) }
        for wall in Self.walls { #expect(after.likeness(to: before, wall) >= 55) }
    }

    @Test("So they do where the face fills 720p and 1080p", arguments: [720, 1080])
    func closer(lines: Int) throws {
        let (top, scale) = (40, Double(lines) / 288)
        let picture = try SkinPicture(
            file: "astronaut", part: PictureRect(x: 0, y: top, width: 512, height: 288),
            size: PictureSize(width: lines * 16 / 9, height: lines), matrix: .bt709)
        let (before, after) = (picture.luma, picture.filtered(Self.full).luma)
        func place(_ box: PictureRect) -> PictureRect {
            PictureRect(
                x: Int(Double(box.x) * scale), y: Int(Double(box.y - top) * scale),
                width: Int(Double(box.width) * scale), height: Int(Double(box.height) * scale))
        }
        for cheek in Self.cheeks { #expect(after.texture(place(cheek)) / before.texture(place(cheek)) <= 0.46) }
        for eye in Self.eyes { #expect(after.edges(place(eye)) / before.edges(place(eye)) >= 0.92) }
    }

    @Test("The families smooth one more than the other, and so do the levels")
    func families() throws {
        let picture = try SkinPicture(file: "astronaut")
        func left(_ settings: SkinSmoothing) -> Double {
            var settings = settings
            (settings.whiten, settings.ruddy) = (0, 0)
            return picture.filtered(settings).luma.texture(Self.cheeks[0])
        }
        var last = Double.infinity
        for family in SkinSmoothing.Family.allCases {
            let levels = SkinSmoothing.levels.map { left(SkinSmoothing(family: family, level: $0)) }
            #expect(levels == levels.sorted(by: >) && Set(levels).count == 5, "\(family)")
            #expect(levels[4] < last)
            last = levels[4]
        }
    }

    @Test("Wood, coffee and an orange cat stay what they are", arguments: ["coffee", "chelsea"])
    func skinColored(file: String) throws {
        let picture = try SkinPicture(file: file)
        #expect(picture.filtered(Self.full).luma.similarity(to: picture.luma) >= 0.97)
    }

    @Test("Pictures of other hues stay", arguments: [[2, 1, 0], [1, 0, 2], [2, 0, 1]])
    func otherHues(channels: [Int]) throws {
        for file in ["coffee", "astronaut", "chelsea"] {
            let picture = try SkinPicture(file: file, channels: channels)
            #expect(picture.filtered(Self.full).luma.similarity(to: picture.luma) >= 0.99, "\(file)")
        }
    }
}
