import OnAirBeauty
import OnAirMedia
import Testing

@Suite("Built-in looks")
struct LookTests {
    private func luma(_ color: SIMD3<Float>) -> Float { (color * [0.2126, 0.7152, 0.0722]).sum() }

    @Test("There are at least twelve, each with a name of its own and a sentence")
    func names() {
        let looks = Look.builtIn
        #expect(looks.count >= 12 && Set(looks.map(\.name)).count == looks.count)
        for look in looks {
            #expect(look.name.utf8.allSatisfy { (97...122).contains($0) || $0 == 45 }, "\(look.name)")
            #expect(look.meaning.hasSuffix(".") && look.meaning.count < 80)
            #expect((try? Look(LookSettings(look: look.name))) == look)
        }
    }

    @Test("A look that there is not is said to be none, with the one it nearly is, else those there are")
    func unknown() {
        for (name, advice) in [("", "teal-orange"), ("xyzzy", "teal-orange"), ("flim", "“film”"), ("noire", "“noir”")] {
            do throws(FilterError) {
                _ = try Look(LookSettings(look: name))
                Issue.record("“\(name)” is a look")
            } catch {
                #expect(error.kind == .invalidValue && error.advice?.contains(advice) == true)
            }
        }
    }

    @Test("From black to white everything becomes lighter, nothing is cut off", arguments: Look.builtIn.map(\.name))
    func monotone(_ name: String) throws {
        let look = try Look(LookSettings(look: name))
        var last = look.color(SIMD3(repeating: 0))
        var (flat, count) = (0, 0)
        for step in 1...219 {
            let color = look.color(SIMD3(repeating: Float(step) / 219))
            let difference = luma(color) - luma(last)
            #expect(difference > 0, "\(name) at \(step)")
            // Banding begins where neighbours fall together.
            if step > 10, step < 210, difference < 0.25 / 219 { flat += 1 }
            count += 1
            last = color
        }
        #expect(flat == 0, "\(name): \(flat) of \(count) steps nearly vanish")
        #expect(luma(look.color([0, 0, 0])) < 0.15 && luma(look.color([1, 1, 1])) > 0.9)
    }

    @Test("What is cold is blue, not cyan; night is darker and keeps lamps warm")
    func cold() throws {
        let cool = try Look(LookSettings(look: "cool")).color([1, 1, 1])
        #expect(cool.z - cool.y > 0.02 && cool.y - cool.x < 0.02 && cool.z > cool.x)
        let night = try Look(LookSettings(look: "night"))
        let (white, lamp) = (night.color([1, 1, 1]), night.color([1, 0.84, 0.55]))
        #expect(white.x >= white.y && white.y > white.z)
        #expect(lamp.x > lamp.y && lamp.y > lamp.z)
        let dark = night.color(SIMD3(repeating: 0.2))
        #expect(dark.z > dark.x)
        #expect(luma(night.color([0.84, 0.64, 0.53])) < 0.8 * luma([0.84, 0.64, 0.53]))
    }

    @Test(
        "A grey ramp is tinted by few codes of chroma, so that it shows few bands",
        arguments: ["night", "film", "faded"])
    func bands(_ name: String) throws {
        let look = try Look(LookSettings(look: name))
        let codes = (0...219).map { step -> SIMD2<Float> in
            let color = look.color(SIMD3(repeating: Float(step) / 219))
            let luma = (color * SIMD3(0.299, 0.587, 0.114)).sum()
            return [(112 * (color.z - luma) / 0.886).rounded(), (112 * (color.x - luma) / 0.701).rounded()]
        }
        let steps = zip(codes, codes.dropFirst()).count { $0 != $1 }
        #expect(steps <= (name == "night" ? 16 : 10), "\(steps)")
    }

    /// Red, green and blue of skin from light to dark: codes of the ColorChecker's light and dark skin, and three more between
    /// and beside.
    private static let skins: [SIMD3<Float>] = [
        [194, 150, 130], [115, 82, 68], [236, 200, 180], [160, 112, 88], [74, 48, 38],
    ]

    @Test("Skin stays skin: its hue turns by less than 20 degrees and it does not lose its place from light to dark")
    func skin() {
        func hue(_ color: SIMD3<Float>) -> Float {
            // From red at 0 by way of yellow at 60.
            60 * (color.y - color.z) / (color.x - min(color.y, color.z))
        }
        for look in Look.builtIn {
            let colors = Self.skins.map { look.color($0 / 255) }
            if ["mono", "noir", "silver", "sepia"].contains(look.name) { continue }
            for (before, after) in zip(Self.skins, colors) {
                #expect(after.x >= after.y && after.y >= after.z * 0.9, "\(look.name): \(after)")
                #expect(abs(hue(after) - hue(before)) < 20, "\(look.name): \(hue(before)) becomes \(hue(after))")
                #expect(after.max() < 0.995, "\(look.name) cuts skin off: \(after)")
            }
        }
    }
}
