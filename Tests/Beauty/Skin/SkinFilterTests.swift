import Glibc
import OnAirBeauty
import OnAirPixels
import OnAirTestKit
import Testing

/// What holds for every picture and every setting.
@Suite("Skin filter")
struct SkinFilterTests {
    private static let full = SkinSmoothing(family: .strong, smooth: 1, whiten: 1, ruddy: 1)

    /// Noise of the colour of skin.
    private func skin(_ size: PictureSize, seed: UInt64 = 1, spread: Int = 12) -> SkinPicture {
        var dice = SeededGenerator(seed: seed)
        func plane(_ count: Int, _ middle: Int) -> [UInt8] {
            (0..<count).map { _ in UInt8(middle + Int.random(in: -spread...spread, using: &dice)) }
        }
        let half = (size.width + 1) / 2 * ((size.height + 1) / 2)
        return SkinPicture(
            size: size, planes: [plane(size.width * size.height, 150), plane(half, 112), plane(half, 146)])
    }

    @Test("Where all is zero nothing is touched", arguments: SkinSmoothing.Family.allCases)
    func zero(family: SkinSmoothing.Family) {
        let picture = skin(PictureSize(width: 97, height: 61), spread: 100)
        #expect(
            picture.filtered(SkinSmoothing(family: family, smooth: 0, whiten: 0, ruddy: 0)).planes == picture.planes)
    }

    @Test("Whitening keeps the order of codes and moves neither 16 nor 235", arguments: [0.2, 0.6, 1])
    func whitening(amount: Double) {
        let settings = SkinSmoothing(family: .strong, smooth: 0, whiten: amount, ruddy: 0)
        // All codes as stripes of 16 pixels' width in one picture of skin's chroma.
        let size = PictureSize(width: 16 * 256, height: 16)
        let half = size.width / 2 * 8
        // Chroma of which every luma that is not black is seen as skin.
        for (cb, cr) in [(UInt8(112), UInt8(146)), (121, 134), (108, 142)] {
            let picture = SkinPicture(
                size: size,
                planes: [
                    (0..<size.width * 16).map { UInt8($0 % size.width / 16) }, [UInt8](repeating: cb, count: half),
                    [UInt8](repeating: cr, count: half),
                ])
            let result = picture.filtered(settings)
            let codes = (0..<256).map { Int(result.planes[0][8 * size.width + 16 * $0 + 8]) }
            #expect(codes[16] == 16 && codes[235] == 235)
            #expect(zip(0..., codes).allSatisfy { $1 >= $0 }, "nothing becomes darker")
            #expect(codes.max() == 255 && codes[120...180].contains { $0 > 120 })
            // Colour goes with it, by up to 15 % of the distance from grey.
            #expect(result.planes[1].allSatisfy { (cb...cb + 3).contains($0) })
            #expect(result.planes[2].allSatisfy { (cr - 3...cr).contains($0) })
            #expect(amount < 1 || result.planes[1].contains { $0 > cb } && result.planes[2].contains { $0 < cr })
        }
        // In one place, where all is skin: steps of luma within a face.
        let face = skin(PictureSize(width: 256, height: 256), spread: 0)
        var last = 0
        for code in 16...235 {
            var one = face
            one.planes[0] = one.planes[0].indices.map { $0 == 128 * 256 + 128 ? UInt8(code) : 150 }
            let lifted = Int(one.filtered(settings).planes[0][128 * 256 + 128])
            #expect(lifted >= last && lifted >= code && (code != 16 || lifted == 16) && (code != 235 || lifted == 235))
            last = lifted
        }
    }

    @Test("Ruddiness keeps every chroma within 16 to 240, and where it was if that is further out", arguments: [-1, 1])
    func ruddiness(amount: Double) {
        let settings = SkinSmoothing(family: .strong, smooth: 0, whiten: 0, ruddy: amount)
        // All Cb and Cr as squares of 4x4 samples, under several lumas.
        for luma in [40, 100, 150, 200, 220] {
            let size = PictureSize(width: 2048, height: 2048)
            let picture = SkinPicture(
                size: size,
                planes: [
                    [UInt8](repeating: UInt8(luma), count: 2048 * 2048),
                    (0..<1024 * 1024).map { UInt8($0 % 1024 / 4) }, (0..<1024 * 1024).map { UInt8($0 / 1024 / 4) },
                ])
            let result = picture.filtered(settings)
            #expect(result.planes[0] == picture.planes[0])
            for plane in 1...2 {
                let areLegal = zip(picture.planes[plane], result.planes[plane]).allSatisfy { before, after in
                    (min(before, 16)...max(before, 240)).contains(after)
                }
                #expect(areLegal)
            }
            #expect(result.planes[2] != picture.planes[2])
        }
    }

    @Test("Paler skin is less saturated and keeps its hue", arguments: SkinToneTests.tones + SkinToneTests.warmBrowns)
    func paler(tone: UInt32) throws {
        let picture = try SkinPicture(PictureSize(width: 64, height: 64)) { _, _ in
            (UInt8(tone >> 16 & 255), UInt8(tone >> 8 & 255), UInt8(tone & 255))
        }
        let result = picture.filtered(SkinSmoothing(family: .light, smooth: 0, whiten: 0, ruddy: -1))
        func color(_ picture: SkinPicture) -> (angle: Double, saturation: Double) {
            let (cb, cr) = (Double(picture.planes[1][528]) - 128, Double(picture.planes[2][528]) - 128)
            return (atan2(cr, cb) * 180 / .pi, (cb * cb + cr * cr).squareRoot())
        }
        let (before, after) = (color(picture), color(result))
        #expect(result.planes[0] == picture.planes[0])
        // 3 degrees, and what rounding to whole codes turns: up to half a code on either axis.
        #expect(abs(after.angle - before.angle) <= 3 + 0.71 / after.saturation * 180 / .pi)
        // 30 %, likewise rounded.
        #expect((0.45...0.85).contains(after.saturation / before.saturation), "\(before) \(after)")
    }

    @Test("A still scene with a sensor's noise flickers less with the filter than without")
    func still() throws {
        let scene = try SkinPicture(file: "astronaut")
        let pictures = (0..<4).map { scene.noisy(4, seed: UInt64($0)) }
        let filter = SkinFilter(SkinSmoothing(family: .natural, smooth: 1, whiten: 0.3, ruddy: 0.3))
        let filtered = pictures.enumerated().map { $1.filtered(filter, at: .milliseconds(Int64(33 * $0))) }
        func change(_ pictures: [SkinPicture], _ plane: Int, _ box: PictureRect) -> Double {
            zip(pictures, pictures.dropFirst()).reduce(0) { sum, pair in
                let planes = [pair.0, pair.1].map { picture in
                    SkinPlane(width: plane == 0 ? 512 : 256, picture.planes[plane].map(Double.init)).inside(box)
                }
                return sum + zip(planes[0], planes[1]).reduce(0) { $0 + abs($1.0 - $1.1) } / Double(planes[0].count)
            }
        }
        let whole = PictureRect(x: 0, y: 0, width: 512, height: 512)
        let cheek = PictureRect(x: 188, y: 113, width: 15, height: 13)
        let half = PictureRect(x: 0, y: 0, width: 256, height: 256)
        #expect(change(filtered, 0, whole) < change(pictures, 0, whole))
        #expect(change(filtered, 0, cheek) < 0.7 * change(pictures, 0, cheek))
        for plane in 1...2 { #expect(change(filtered, plane, half) < 1.02 * change(pictures, plane, half)) }
    }

    @Test("A change comes about in 200 ms of program time, without a jump, between families too")
    func ramp() {
        let picture = skin(PictureSize(width: 96, height: 64))
        let (from, to) = (
            SkinSmoothing(family: .light, smooth: 0.3, whiten: 0, ruddy: -1),
            SkinSmoothing(family: .strong, smooth: 1, whiten: 1, ruddy: 1)
        )
        let filter = SkinFilter(from)
        func difference(_ a: SkinPicture, _ b: SkinPicture) -> Double {
            (0..<3).reduce(0.0) { sum, plane in
                let steps = zip(a.planes[plane], b.planes[plane]).map { abs(Int($0) - Int($1)) }
                return sum + Double(steps.reduce(0, +)) / Double(steps.count)
            }
        }
        var last = picture.filtered(filter, at: .milliseconds(5000))
        #expect(last.planes == picture.filtered(from).planes)
        filter.set(to)
        let whole = difference(last, picture.filtered(to))
        // The first picture that sees the change is where it begins.
        #expect(picture.filtered(filter, at: .milliseconds(5040)).planes == last.planes)
        for step in 1...10 {
            let next = picture.filtered(filter, at: .milliseconds(Int64(5040 + 20 * step)))
            #expect(difference(last, next) < 0.25 * whole, "step \(step)")
            #expect(difference(last, next) > 0)
            last = next
        }
        #expect(last.planes == picture.filtered(to).planes)
        // Turned back on its way, it goes on from where it is.
        filter.set(from)
        _ = picture.filtered(filter, at: .milliseconds(6000))
        let middle = picture.filtered(filter, at: .milliseconds(6100))
        filter.set(to)
        #expect(picture.filtered(filter, at: .milliseconds(6100)).planes == middle.planes)
        filter.set(SkinSmoothing(family: .natural, smooth: 0, whiten: 0, ruddy: 0))
        _ = picture.filtered(filter, at: .milliseconds(6300))
        #expect(picture.filtered(filter, at: .milliseconds(6500)).planes == picture.planes)
    }

    @Test("Settings that are none do nothing wrong")
    func nonsense() {
        let picture = skin(PictureSize(width: 34, height: 34))
        let settings = SkinSmoothing(family: .strong, smooth: .nan, whiten: .infinity, ruddy: -.nan)
        #expect(picture.filtered(settings).planes == picture.planes)
        let beyond = SkinSmoothing(family: .strong, smooth: 7, whiten: 9, ruddy: -3)
        let most = SkinSmoothing(family: .strong, smooth: 1, whiten: 1, ruddy: -1)
        #expect(picture.filtered(beyond).planes == picture.filtered(most).planes)
    }

    @Test("Levels are what the table says, and what is outside counts as the nearest")
    func levels() {
        #expect(
            SkinSmoothing(family: .natural, level: 3)
                == SkinSmoothing(family: .natural, smooth: 0.6, whiten: 0.24, ruddy: 0.12))
        #expect(SkinSmoothing(family: .light, level: -4) == SkinSmoothing(family: .light, level: 1))
        #expect(SkinSmoothing(family: .strong, level: 99) == SkinSmoothing(family: .strong, level: 5))
    }
}
