import OnAirBeauty
import OnAirMedia
import Testing

@Suite("Vignette")
struct VignetteFilterTests {
    private func reference(_ planes: FilterBed.Planes, _ settings: Vignette) -> [Double] {
        func plane(_ bytes: [UInt8], _ width: Int, _ height: Int, _ bias: Double) -> [Double] {
            bytes.indices.map { at in
                let x = (2 * Double(at % width) + 1) / Double(width) - 1
                let y = (2 * Double(at / width) + 1) / Double(height) - 1
                let inner = settings.radius * settings.radius
                let part = min(max(((x * x + y * y) / 2 - inner) / max(1 - inner, 1.0 / 64), 0), 1)
                return bias + (Double(bytes[at]) - bias) * (1 - settings.amount * part * part)
            }
        }
        let rows = (planes.size.height + 1) / 2
        return plane(planes.y, planes.size.width, planes.size.height, 16)
            + plane(planes.u, planes.columns, rows, 128) + plane(planes.v, planes.columns, rows, 128)
    }

    @Test(
        "Pictures of any size become what the plain formula says",
        arguments: [(2, 2), (3, 5), (64, 48), (33, 200), (300, 17), (1280, 4)])
    func formula(width: Int, height: Int) {
        let planes = FilterBed.Planes.random(PictureSize(width: width, height: height), seed: UInt64(width))
        for settings in [
            Vignette(), Vignette(amount: 1, radius: 0), Vignette(amount: 0.3, radius: 0.9),
            Vignette(amount: 1, radius: 1),
        ] {
            let made = FilterBed.apply(VignetteFilter(settings), planes)
            let worst = zip(made.y + made.u + made.v, reference(planes, settings)).map { abs(Double($0) - $1) }.max()
            #expect((worst ?? 0) <= 0.6, "\(settings)")
            #expect(made.isLegal)
        }
    }

    @Test("Nothing changes with an amount of 0, nor within the radius; left is like right and top like bottom")
    func parts() {
        let planes = FilterBed.Planes.random(PictureSize(width: 320, height: 180), seed: 3)
        #expect(FilterBed.apply(VignetteFilter(Vignette(amount: 0)), planes) == planes)
        let flat = FilterBed.Planes(320, 180) { _, _ in 200 }
        let made = FilterBed.apply(VignetteFilter(Vignette(amount: 1)), flat)
        for y in 0..<180 {
            for x in 0..<320 where made.at(x, y) != made.at(319 - x, y) || made.at(x, y) != made.at(x, 179 - y) {
                Issue.record("not symmetric at \(x), \(y)")
            }
        }
        // Half of the way to the corners and half of the way to the sides' middles.
        #expect((70..<250).allSatisfy { made.at($0, 90) == 200 })
        #expect(made.at(0, 0) <= 22 && made.at(0, 0) >= 16)
        #expect(made.at(40, 20) < 200)
    }

    @Test("A change takes 200 ms")
    func ramp() {
        let planes = FilterBed.Planes.random(PictureSize(width: 64, height: 48), seed: 2)
        let filter = VignetteFilter(Vignette(amount: 0, radius: 0.2))
        #expect(FilterBed.apply(filter, planes, at: 0) == planes)
        filter.set(Vignette(amount: 1, radius: 0.6))
        #expect(FilterBed.apply(filter, planes, at: 40) == planes)
        let half = FilterBed.apply(VignetteFilter(Vignette(amount: 0.5, radius: 0.4)), planes)
        #expect(FilterBed.apply(filter, planes, at: 140) == half)
        let whole = FilterBed.apply(VignetteFilter(Vignette(amount: 1, radius: 0.6)), planes)
        #expect(FilterBed.apply(filter, planes, at: 240) == whole)
    }
}
