import OnAirBeauty
import OnAirTestKit
import Testing

/// The same texture on ten colours of skin: those of the Monk Skin Tone Scale (E. Monk, with Google, 2022:
/// skintone.google), from the lightest to the darkest.
@Suite("Skin smoothing on every tone")
struct SkinToneTests {
    static let tones: [UInt32] = [
        0xF6EDE4, 0xF3E7DB, 0xF7EAD0, 0xEADABA, 0xD7BD96, 0xA07E56, 0x825C43, 0x604134, 0x3A312A, 0x292420,
    ]
    /// Warm browns beyond that scale, of more colour for their luma: no published ones, but such as drawings of skin use.
    static let warmBrowns: [UInt32] = [
        0xC68642, 0x8D5524, 0x7B4B2A, 0x6A3B1F, 0x5D3A1A, 0x592F2A, 0x45220E, 0x3B2219,
    ]
    private static let size = PictureSize(width: 512, height: 512)
    private static let inner = PictureRect(x: 60, y: 60, width: 392, height: 392)

    /// The fine detail of a cheek, laid side by side, each second one mirrored.
    private func texture() throws -> (Int, Int) -> Double {
        let face = try SkinPicture(file: "astronaut")
        let detail = face.luma.detail
        return { x, y in
            func mirrored(_ value: Int, _ count: Int) -> Int {
                value / count % 2 == 0 ? value % count : count - 1 - value % count
            }
            return detail[188 + mirrored(x, 15), 113 + mirrored(y, 13)]
        }
    }

    /// Skin of a tone with the texture, with a grey wall around it. `growth` is how much stronger the texture is for each
    /// code of luma above black; nil where it is the cheek's own on every tone.
    private func picture(
        _ tone: UInt32, _ matrix: ColorDescription.Matrix, growth: Double? = nil, _ texture: (Int, Int) -> Double
    ) throws -> SkinPicture {
        let inside = Self.inner
        func isSkin(_ x: Int, _ y: Int) -> Bool {
            (inside.x - 20..<inside.x + inside.width + 20).contains(x)
                && (inside.y - 20..<inside.y + inside.height + 20).contains(y)
        }
        var picture = try SkinPicture(Self.size, matrix: matrix) { x, y in
            isSkin(x, y)
                ? (UInt8(tone >> 16 & 255), UInt8(tone >> 8 & 255), UInt8(tone & 255)) : (120, 120, 120)
        }
        for index in picture.planes[0].indices {
            let (x, y) = (index % Self.size.width, index / Self.size.width)
            guard isSkin(x, y) else { continue }
            let code = Double(picture.planes[0][index])
            let value = code + texture(x, y) * (growth.map { $0 * (code - 16) } ?? 1)
            picture.planes[0][index] = UInt8(min(max(value.rounded(), 16), 235))
        }
        return picture
    }

    @Test(
        "What is smoothed and what is seen as skin are within a tenth of the best tone's, of warm browns within 15 %",
        arguments: [ColorDescription.Matrix.bt601, .bt709])
    func tones(matrix: ColorDescription.Matrix) throws {
        let texture = try texture()
        var (smoothed, seen): ([Double], [Double]) = ([], [])
        for tone in Self.tones + Self.warmBrowns {
            let picture = try picture(tone, matrix, texture)
            let smooth = picture.filtered(SkinSmoothing(family: .strong, smooth: 1, whiten: 0, ruddy: 0))
            smoothed.append(1 - smooth.luma.texture(Self.inner) / picture.luma.texture(Self.inner))
            // Full whitening lifts skin by 30 codes in the middle of the range and along a parabola to black and white:
            // how much of it has come says how much was seen as skin.
            let light = picture.filtered(SkinSmoothing(family: .strong, smooth: 0, whiten: 1, ruddy: 0)).luma
            let (before, after) = (picture.luma.inside(Self.inner), light.inside(Self.inner))
            let possible = before.reduce(0) { $0 + 30 * ($1 - 16) * (235 - $1) / (109.5 * 109.5) }
            seen.append((after.reduce(0, +) - before.reduce(0, +)) / possible)
        }
        let (mostSmoothed, mostSeen) = (smoothed.max() ?? 0, seen.max() ?? 0)
        #expect(mostSmoothed > 0.5 && mostSeen > 0.9)
        for (index, tone) in (Self.tones + Self.warmBrowns).enumerated() {
            let (name, part) = (String(tone, radix: 16), index < Self.tones.count ? 0.9 : 0.85)
            #expect(smoothed[index] >= part * mostSmoothed, "\(name): \(smoothed)")
            #expect(seen[index] >= part * mostSeen, "\(name): \(seen)")
        }
    }

    @Test("Texture that is as much weaker as skin is darker, as shades are, goes on every tone")
    func shades() throws {
        let texture = try texture()
        let face = try SkinPicture(file: "astronaut").luma.inside(PictureRect(x: 188, y: 113, width: 15, height: 13))
        let growth = 1 / (face.reduce(0, +) / Double(face.count) - 16)
        for tone in Self.tones + Self.warmBrowns {
            let picture = try picture(tone, .bt601, growth: growth, texture)
            let smooth = picture.filtered(SkinSmoothing(family: .strong, smooth: 1, whiten: 0, ruddy: 0))
            let left = smooth.luma.texture(Self.inner) / picture.luma.texture(Self.inner)
            // On the darkest it is less than a code: of that, rounding to whole codes leaves something.
            #expect(left <= 0.35, "\(String(tone, radix: 16)): \(left)")
        }
    }
}
