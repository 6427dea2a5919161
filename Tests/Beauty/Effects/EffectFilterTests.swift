import OnAirBeauty
import OnAirMedia
import Testing

@Suite("Effects")
struct EffectFilterTests {
    private typealias Effect = EffectSettings.Effect

    /// After how many milliseconds an effect begins again; nil where it never does.
    private func period(_ effect: Effect) -> Int64? {
        switch effect {
        case .soul: 1000
        case .flash: 500
        case .dream: 4000
        case .ripple: 62_000
        case .shake, .glitch: nil
        }
    }

    private func filter(_ effect: Effect, _ strength: Double) -> EffectFilter {
        EffectFilter(EffectSettings(effect, strength: strength))
    }

    @Test("With a strength of 0 no byte changes", arguments: EffectSettings.Effect.allCases)
    func nothing(effect: EffectSettings.Effect) {
        let planes = FilterBed.Planes.random(PictureSize(width: 66, height: 50), seed: 4)
        for time in stride(from: 0, to: 2000, by: 33) as StrideTo<Int64> {
            #expect(FilterBed.apply(filter(effect, 0), planes, at: time) == planes)
        }
    }

    @Test(
        "The same time gives the same bytes, whatever came before; something changes, and colours stay legal",
        arguments: EffectSettings.Effect.allCases)
    func deterministic(effect: EffectSettings.Effect) throws {
        let planes = FilterBed.Planes.random(PictureSize(width: 160, height: 90), seed: 5)
        let used = filter(effect, 0.8)
        var changed = 0
        for time in stride(from: 0, to: 2000, by: 40) as StrideTo<Int64> {
            let made = FilterBed.apply(used, planes, at: time)
            #expect(made == FilterBed.apply(filter(effect, 0.8), planes, at: time))
            #expect(made.isLegal)
            let difference = zip(made.y, planes.y).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
            if difference > planes.y.count { changed += 1 }
            if let period = period(effect) {
                #expect(made == FilterBed.apply(used, planes, at: time + 3600 * period))
            }
        }
        #expect(changed >= 6, "\(changed) of 50 pictures differ plainly")
        // Where it does not begin again, each second is another.
        if period(effect) == nil {
            let seconds = (0..<8).map { FilterBed.apply(used, planes, at: 1000 * $0 + 40).y }
            #expect(Set(seconds).count > 3)
        }
    }

    @Test(
        "Any size from 2x2 on", arguments: EffectSettings.Effect.allCases, [(2, 2), (3, 3), (2, 37), (41, 2), (33, 17)])
    func sizes(effect: EffectSettings.Effect, size: (Int, Int)) {
        let planes = FilterBed.Planes.random(PictureSize(width: size.0, height: size.1), seed: 6)
        let used = filter(effect, 1)
        for time in stride(from: 0, to: 1000, by: 50) as StrideTo<Int64> {
            #expect(FilterBed.apply(used, planes, at: time, padding: Int(time) % 3 * 7).isLegal)
        }
        // And another size at once.
        let larger = FilterBed.Planes.random(PictureSize(width: 64, height: 36), seed: 7)
        #expect(FilterBed.apply(used, larger, at: 20) == FilterBed.apply(filter(effect, 1), larger, at: 20))
    }

    /// Pictures whose luma says where a pixel was, across or down.
    private func rulers(_ width: Int, _ height: Int) -> [(planes: FilterBed.Planes, pixelsPerCode: Double)] {
        [
            (FilterBed.Planes(width, height) { x, _ in 20 + 200 * Double(x) / Double(width) }, Double(width) / 200),
            (FilterBed.Planes(width, height) { _, y in 20 + 200 * Double(y) / Double(height) }, Double(height) / 200),
        ]
    }

    @Test(
        "Nothing goes further than it says",
        arguments: [(Effect.shake, 0.085), (.glitch, 0.08), (.ripple, 0.021)] as [(EffectSettings.Effect, Double)])
    func displacement(effect: EffectSettings.Effect, most: Double) {
        for (planes, scale) in rulers(400, 400) {
            var furthest = 0.0
            for time in stride(from: 0, to: 3000, by: 40) as StrideTo<Int64> {
                let made = FilterBed.apply(filter(effect, 1), planes, at: time)
                let worst = zip(made.y, planes.y).map { abs(Double($0) - Double($1)) }.max() ?? 0
                furthest = max(furthest, worst * scale)
            }
            // One code is two pixels here.
            #expect(furthest <= most * 400 + 2, "\(furthest)")
        }
    }

    @Test(
        "Flashes: at most three in any second, for pictures at any rate (WCAG 2.1, 2.3.1)", arguments: [24, 30, 50, 60])
    func flashes(rate: Int64) {
        let planes = FilterBed.Planes(16, 16) { _, _ in 60 }
        let used = filter(.flash, 1)
        let count = 10 * rate
        // A flash is a rise of luma and a fall after it: rises from one picture to the next are counted.
        let luma = (0..<count).map { Int(FilterBed.apply(used, planes, at: $0 * 1000 / rate).y[0]) }
        let rises = (1..<luma.count).filter { luma[$0] > luma[$0 - 1] }
        #expect(rises.count >= 15)
        for rise in rises { #expect(rises.count { $0 >= rise && $0 < rise + Int(rate) } <= 3) }
        #expect((luma.max() ?? 0) > 180)
        #expect(luma.contains(60))
    }

    @Test("No other effect flashes: the mean luma of a picture goes up and down slowly, or by less than a tenth")
    func noOtherFlashes() throws {
        let planes = try FilterBed.portrait()
        for effect in EffectSettings.Effect.allCases where effect != .flash {
            let used = filter(effect, 1)
            let means = (0 as Int64..<24).map { index in
                let made = FilterBed.apply(used, planes, at: index * 125)
                return Double(made.y.reduce(0) { $0 + Int($1) }) / Double(made.y.count)
            }
            let steps = zip(means, means.dropFirst()).map { abs($0 - $1) }
            #expect((steps.max() ?? 0) < 22, "\(effect)")
        }
    }

    @Test("Strength goes in 200 ms; another effect begins from nothing")
    func ramp() {
        let planes = FilterBed.Planes.random(PictureSize(width: 64, height: 48), seed: 8)
        let used = filter(.flash, 0)
        #expect(FilterBed.apply(used, planes, at: 0) == planes)
        used.set(EffectSettings(.flash, strength: 0.8))
        #expect(FilterBed.apply(used, planes, at: 1000) == planes)
        #expect(FilterBed.apply(used, planes, at: 1100) == FilterBed.apply(filter(.flash, 0.4), planes, at: 1100))
        #expect(FilterBed.apply(used, planes, at: 1510) == FilterBed.apply(filter(.flash, 0.8), planes, at: 1510))
        used.set(EffectSettings(.dream, strength: 0.8))
        #expect(FilterBed.apply(used, planes, at: 2000) == planes)
        #expect(FilterBed.apply(used, planes, at: 2100) == FilterBed.apply(filter(.dream, 0.4), planes, at: 2100))
    }
}
